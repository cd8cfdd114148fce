// Questions made by clicking. The page knows no rules: it takes an action that is offered and puts another place or piece
// into it, and Referee says whether that is legal and why not.

import type { Choice } from "../rpc/answers";
import type { JsonObject } from "../rpc/client";
import { same } from "./study";

const MOST_QUESTIONS = 4;

/** Whether an offered action has to do with a place, or with one of the pieces named. */
export function concerns(choice: Choice, place: string | null, piece: string | null): boolean {
  if (piece !== null && choice.subjects.some((subject) => isOf(piece, subject))) return true;
  return place !== null && (choice.place === place || choice.from === place);
}

/** Where the force or place that was chosen may go; the picture itself shows what may be reached by any. */
export function reachableFrom(offered: readonly Choice[], place: string | null, piece: string | null): Set<string> {
  if (place === null && piece === null) return new Set();
  return new Set(offered.filter((choice) => concerns(choice, place, piece)).flatMap((choice) => (choice.place === undefined ? [] : [choice.place])));
}

/** Like counters are offered once, by their kind: `br_regular` for `br_regular_15th`. */
function isOf(piece: string, subject: string): boolean {
  return piece === subject || piece.startsWith(`${subject}_`);
}

/** Actions like those offered, but to this place or with this piece: one a kind, those that are offered left out. */
export function askedInstead(offered: readonly Choice[], place: string | null, piece: string | null): JsonObject[] {
  const made = new Map<string, JsonObject>();
  for (const choice of offered) {
    for (const asked of [...replaced(choice, choice.place, place), ...choice.subjects.flatMap((subject) => replaced(choice, subject, piece))]) {
      const kind = String(asked.type);
      if (!made.has(kind) && !offered.some((other) => same(other.do, asked))) made.set(kind, asked);
    }
    if (made.size >= MOST_QUESTIONS) break;
  }
  return [...made.values()];
}

function replaced(choice: Choice, old: string | undefined, fresh: string | null): JsonObject[] {
  if (old === undefined || fresh === null || old === fresh) return [];
  const field = Object.keys(choice.do).find((key) => key !== "type" && choice.do[key] === old);
  return field === undefined ? [] : [{ ...choice.do, [field]: fresh }];
}

/** The offered actions whose words or short form have all the words typed. */
export function filtered(offered: readonly Choice[], typed: string): Choice[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (!words.length) return [...offered];
  return offered.filter((choice) => {
    const text = plain(`${choice.words} ${choice.short}`);
    return words.every((word) => text.includes(word));
  });
}

export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
