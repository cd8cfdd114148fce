// A study is a case with its branches, and where one looks: what a link holds. All functions are pure; `begins` is the
// number of steps that a seed deals before the first act.

import type { Act, Case } from "../rpc/answers";
import { isObject, type Json } from "../rpc/client";
import { BadLink } from "./packing";

export interface Branch {
  /** The line it leaves, and after how many acts of it. The first line has neither. */
  parent: number;
  from: number;
  acts: Act[];
}

export interface Study {
  base: Omit<Case, "acts">;
  lines: Branch[];
  line: number;
  /** The step looked at; null is the end of the line. */
  at: number | null;
  side: string | null;
}

export const MOST_LINES = 200;

export function studyOf(given: Case, at: number | null = null, side: string | null = null): Study {
  const { acts = [], ...base } = given;
  return { base, lines: [{ parent: -1, from: 0, acts }], line: 0, at, side };
}

export function actsOf(study: Study, line: number = study.line): Act[] {
  const branch = study.lines[line];
  if (branch === undefined) return [];
  return branch.parent < 0 ? branch.acts : [...actsOf(study, branch.parent).slice(0, branch.from), ...branch.acts];
}

export function caseOf(study: Study): Case {
  const acts = actsOf(study);
  return acts.length ? { ...study.base, acts } : { ...study.base };
}

export function endOf(study: Study, begins: number): number {
  return begins + actsOf(study).length;
}

export function stepOf(study: Study, begins: number): number {
  const end = endOf(study, begins);
  return study.at === null ? end : Math.min(study.at, end);
}

export function gone(study: Study, to: number, begins: number): Study {
  const end = endOf(study, begins);
  return { ...study, at: to >= end ? null : Math.max(0, to) };
}

/** Take an act where one looks: follow the line if it says the same, else a branch that does, else make one. */
export function played(study: Study, act: Act, begins: number): Study {
  const acts = actsOf(study);
  const taken = stepOf(study, begins) - begins;
  if (taken < 0) throw new Error("an act within the deal of a seed");
  if (taken === acts.length) return appended(study, act);
  if (same(acts[taken], act)) return gone(study, begins + taken + 1, begins);
  const known = study.lines.findIndex((branch, index) => index > 0 && leaves(study, index, acts, taken) && same(branch.acts[0], act));
  if (known >= 0) return gone({ ...study, line: known }, begins + taken + 1, begins);
  if (study.lines.length >= MOST_LINES) throw new BadLink(`A study keeps at most ${MOST_LINES} branches.`);
  return { ...study, lines: [...study.lines, { parent: study.line, from: taken, acts: [act] }], line: study.lines.length, at: null };
}

function appended(study: Study, act: Act): Study {
  const lines = study.lines.map((branch, index) => (index === study.line ? { ...branch, acts: [...branch.acts, act] } : branch));
  return { ...study, lines, at: null };
}

/** Whether a branch leaves after the same acts that were taken here. */
function leaves(study: Study, index: number, acts: Act[], taken: number): boolean {
  const branch = study.lines[index];
  if (branch === undefined || branch.from !== taken) return false;
  const before = actsOf(study, branch.parent);
  return acts.slice(0, taken).every((act, at) => same(act, before[at]));
}

/** Undo: go back one step; at the end of a line, also forget its last act, unless another branch needs it. */
export function undone(study: Study, begins: number): Study {
  const step = stepOf(study, begins);
  if (step <= begins) return study;
  const branch = study.lines[study.line];
  const needed = study.lines.some((other) => other.parent === study.line && other.from > step - 1 - begins);
  if (study.at !== null || branch === undefined || needed || branch.acts.length === 0) return gone(study, step - 1, begins);
  const shorter = { ...branch, acts: branch.acts.slice(0, -1) };
  if (shorter.acts.length === 0 && branch.parent >= 0) {
    const without = dropped(study, study.line);
    return gone({ ...without, line: branch.parent - (branch.parent > study.line ? 1 : 0) }, step - 1, begins);
  }
  return { ...study, lines: study.lines.map((each, index) => (index === study.line ? shorter : each)), at: null };
}

/** Forget a branch and all that leave it. */
export function dropped(study: Study, line: number): Study {
  if (line <= 0) return study;
  const lost = new Set([line]);
  study.lines.forEach((branch, index) => {
    if (lost.has(branch.parent)) lost.add(index);
  });
  const kept = study.lines.map((_, index) => index).filter((index) => !lost.has(index));
  const moved = new Map(kept.map((old, fresh) => [old, fresh]));
  const lines = kept.map((old) => {
    const branch = study.lines[old] as Branch;
    return { ...branch, parent: moved.get(branch.parent) ?? -1 };
  });
  return { ...study, lines, line: moved.get(study.line) ?? 0, at: lost.has(study.line) ? null : study.at };
}

export function same(one: Json | Act | undefined, other: Json | Act | undefined): boolean {
  return canonical(one as Json) === canonical(other as Json);
}

function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isObject(value))
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
      .join()}}`;
  return JSON.stringify(value ?? null);
}

// ---------------------------------------------------------------- what a link says

export function studyText(study: Study): string {
  const branches = study.lines.slice(1).map(({ parent, from, acts }) => ({ parent, from, acts }));
  return JSON.stringify({
    case: { ...study.base, ...(study.lines[0]?.acts.length ? { acts: study.lines[0].acts } : {}) },
    ...(branches.length ? { branches } : {}),
    ...(study.line ? { line: study.line } : {}),
    ...(study.at === null ? {} : { at: study.at }),
    ...(study.side === null ? {} : { side: study.side }),
  });
}

/** Read what a link says. Referee reads the case itself; here only the shape is checked, so that nothing breaks on the way. */
export function readStudy(text: string): Study {
  const given = parsed(text);
  if (!isObject(given) || !isObject(given.case) || typeof given.case.game !== "string") throw new BadLink("This link holds no case.");
  const { acts, ...base } = given.case;
  const study: Study = {
    base: base as unknown as Study["base"],
    lines: [{ parent: -1, from: 0, acts: readActs(acts) }, ...readBranches(given.branches)],
    line: index(given.line) ?? 0,
    at: index(given.at),
    side: typeof given.side === "string" ? given.side : null,
  };
  if (study.line >= study.lines.length) throw new BadLink("This link names a branch that it does not hold.");
  return study;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new BadLink("This link is damaged: it holds no case.");
  }
}

function readActs(given: Json | undefined): Act[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) throw new BadLink("This link is damaged: its acts are no list.");
  return given.map((act) => {
    if (!isObject(act) || typeof act.by !== "string" || !isObject(act.do)) throw new BadLink("This link is damaged: one of its acts is none.");
    return { by: act.by, do: act.do };
  });
}

function readBranches(given: Json | undefined): Branch[] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length >= MOST_LINES) throw new BadLink("This link is damaged: its branches cannot be read.");
  return given.map((branch, at) => {
    const parent = isObject(branch) ? index(branch.parent) : null;
    const from = isObject(branch) ? index(branch.from) : null;
    // A branch leaves a line before it, so lines cannot go round in a circle.
    if (!isObject(branch) || parent === null || from === null || parent > at) throw new BadLink("This link is damaged: a branch leaves no line.");
    return { parent, from, acts: readActs(branch.acts) };
  });
}

function index(given: Json | undefined): number | null {
  return typeof given === "number" && Number.isInteger(given) && given >= 0 && given <= 1_000_000 ? given : null;
}
