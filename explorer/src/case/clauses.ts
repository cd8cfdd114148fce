// A position in words is a row of clauses: `Albany: Braddock, 2 regulars`. The editor changes clauses; Referee reads them.

import type { Clause, Setting } from "../rpc/answers";
import { plain } from "./asking";

/** A clause as it is edited; one without a head is a row of short settings: `year 1757, early`. */
export type Line = Pick<Clause, "head" | "items"> & { kind: string; id?: string };

export function wordsOf(prefix: string, lines: readonly Line[]): string {
  const written = lines.filter((line) => line.items.length).map((line) => (line.head ? `${line.head}: ${line.items.join(", ")}` : line.items.join(", ")));
  return `${prefix}: ${written.join("\n")}`;
}

/** `3 British regulars` is three of `British regulars`. */
export function countOf(item: string): { count: number; base: string } {
  const found = /^(\d{1,3}) (.+)$/.exec(item.trim());
  return found ? { count: Number(found[1]), base: found[2] ?? "" } : { count: 1, base: item.trim() };
}

const counted = (count: number, base: string): string => (count === 1 ? base : `${count} ${base}`);

/** Put one more of something into a place. */
export function withOne(lines: readonly Line[], place: { id: string; name: string }, base: string): Line[] {
  const index = lines.findIndex((line) => line.kind === "place" && line.id === place.id);
  if (index < 0) return [...lines, { kind: "place", head: place.name, id: place.id, items: [base] }];
  return lines.map((line, at) => (at === index ? { ...line, items: added(line.items, base) } : line));
}

function added(items: readonly string[], base: string): string[] {
  const known = items.findIndex((item) => plain(countOf(item).base) === plain(base));
  if (known < 0) return [...items, base];
  return items.map((item, at) => (at === known ? counted(countOf(item).count + 1, countOf(item).base) : item));
}

/** Take one of an item out of a clause; the last one takes the item with it. */
export function withoutOne(lines: readonly Line[], clause: number, item: number): Line[] {
  return lines
    .map((line, at) => {
      if (at !== clause) return line;
      const { count, base } = countOf(line.items[item] ?? "");
      const items = count > 1 ? line.items.map((each, index) => (index === item ? counted(count - 1, base) : each)) : line.items.filter((_, index) => index !== item);
      return { ...line, items };
    })
    .filter((line) => line.items.length);
}

/** Exchange one item for another, or drop it if there is nothing to say. */
export function withItem(lines: readonly Line[], clause: number, item: number, text: string): Line[] {
  return lines
    .map((line, at) => (at === clause ? { ...line, items: text.trim() ? line.items.map((each, index) => (index === item ? text.trim() : each)) : line.items.filter((_, index) => index !== item) } : line))
    .filter((line) => line.items.length);
}

/** The item of a clause that a piece on the map belongs to, by any name it goes by. */
export function itemOf(items: readonly string[], names: readonly string[]): number {
  const wanted = new Set(names.map(singular));
  return items.findIndex((item) => {
    const base = singular(countOf(item).base);
    return wanted.has(base) || [...wanted].some((name) => base.endsWith(` ${name}`) || base.startsWith(`${name} `));
  });
}

const singular = (text: string): string => plain(text).replace(/s$/, "").replaceAll("_", " ");

// ---------------------------------------------------------------- settings

/** What a setting says now: the items of its clause, or its share of a row of short settings. */
export function settingOf(lines: readonly Line[], setting: Setting, side: string | null): string[] {
  const heads = headsOf(setting, side);
  for (const line of lines) {
    if (line.head && heads.includes(plain(line.head))) return line.items;
    if (line.head) continue;
    for (const item of line.items) {
      const value = shortValue(item, setting, heads);
      if (value !== null) return [value];
    }
  }
  return [];
}

/** Set it, or leave it unsaid if there is nothing to say. */
export function withSetting(lines: readonly Line[], setting: Setting, side: { id: string; name: string } | null, items: readonly string[]): Line[] {
  const heads = headsOf(setting, side?.id ?? null, side?.name);
  const kept = lines
    .map((line) => (line.head ? line : { ...line, items: line.items.filter((item) => shortValue(item, setting, heads) === null) }))
    .filter((line) => line.items.length && !(line.head && heads.includes(plain(line.head))));
  if (!items.length) return kept;
  const head = side ? `${side.name} ${setting.name}` : setting.name;
  return [...kept, { kind: "setting", head, items: [...items] }];
}

function headsOf(setting: Setting, side: string | null, name?: string): string[] {
  const owners = side === null ? [""] : [side, name ?? side, ...(ADJECTIVES[side] ?? [])].map((each) => `${plain(each)} `);
  return owners.flatMap((owner) => setting.names.map((each) => owner + plain(each)));
}

/** Words that players use for a side beside its name. */
const ADJECTIVES: Record<string, string[]> = { england: ["english"], scotland: ["scottish", "scots"] };

function shortValue(item: string, setting: Setting, heads: readonly string[]): string | null {
  const text = plain(item);
  for (const head of heads) {
    if (text === head) return "yes";
    if (text.startsWith(`${head} `)) return item.slice(head.length).trim();
    if (text.endsWith(` ${head}`)) return item.slice(0, -head.length).trim();
  }
  if (setting.shape === "one_of" && (setting.values ?? []).map((each) => plain(String(each))).includes(text)) return item.trim();
  return null;
}
