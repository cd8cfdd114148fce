// What the whole page shares: the client of Referee, the address, notices, and answers kept for a while.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { readAddress, type Route } from "./address";
import type { About, GameLine } from "./rpc/answers";
import { isAbort, NoAnswer, RpcError, type Client } from "./rpc/client";
import { clientOfThisPage } from "./rpc/home";
import type { Progress } from "./rpc/worker";

export const route = signal<Route>(readAddress(location.hash));
export const starting = signal<Progress | null>({ label: "Looking for Referee", share: 0.02 });
export const notice = signal<{ text: string; kind: "done" | "fault" } | null>(null);
export const busy = signal(0);

window.addEventListener("hashchange", () => {
  route.value = readAddress(location.hash);
});

export function go(address: string): void {
  location.hash = address;
}

/** Change the address without a new entry in the history: the same page, a step further. */
export function readdress(address: string): void {
  history.replaceState(history.state, "", address);
}

let noticeTimer = 0;

export function tell(text: string, kind: "done" | "fault" = "done"): void {
  notice.value = { text, kind };
  window.clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => (notice.value = null), kind === "fault" ? 9000 : 4000);
}

export function sentenceOf(fault: unknown): string {
  if (fault instanceof RpcError) {
    const english = fault.data.english;
    if (typeof english === "object" && english !== null && !Array.isArray(english) && Array.isArray(english.verdict) && english.verdict.length) return english.verdict.join(" ");
    return fault.message;
  }
  if (fault instanceof Error) return fault.message;
  return String(fault);
}

// ---------------------------------------------------------------- asking Referee

let client: Promise<Client> | undefined;

function theClient(): Promise<Client> {
  client ??= clientOfThisPage((progress) => (starting.value = progress)).catch((fault: unknown) => {
    client = undefined;
    throw fault;
  });
  return client;
}

const KEPT = 300;
const LONGEST_KEY = 20_000;
const kept = new Map<string, unknown>();

/** Ask Referee. Answers are pure functions of the question, so the latest are kept. */
export async function ask<Result>(method: string, params: object = {}, signal?: AbortSignal): Promise<Result> {
  const key = JSON.stringify([method, params]);
  if (kept.has(key)) return kept.get(key) as Result;
  busy.value++;
  try {
    const answer = await (await theClient()).call<Result>(method, params, signal);
    starting.value = null;
    if (key.length <= LONGEST_KEY) {
      kept.set(key, answer);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
    }
    return answer;
  } finally {
    busy.value--;
  }
}

export interface Answer<Result> {
  value: Result | undefined;
  fault: string | null;
  loading: boolean;
  /** The value belongs to an earlier question. */
  stale: boolean;
  again: () => void;
}

/** Ask while a part of the page is shown; a new question gives up the one before. `null` asks nothing. */
export function useAnswer<Result>(method: string, params: object | null): Answer<Result> {
  const key = params === null ? null : JSON.stringify(params);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ key: string | null; value: Result | undefined; fault: string | null; loading: boolean }>({ key: null, value: undefined, fault: null, loading: params !== null });
  const latest = useRef(params);
  latest.current = params;
  useEffect(() => {
    const asked = latest.current;
    if (asked === null || key === null) {
      setState({ key: null, value: undefined, fault: null, loading: false });
      return undefined;
    }
    const given = new AbortController();
    setState((before) => ({ ...before, loading: true, fault: null }));
    ask<Result>(method, asked, given.signal).then(
      (value) => given.signal.aborted || setState({ key, value, fault: null, loading: false }),
      (fault: unknown) => isAbort(fault) || given.signal.aborted || setState({ key, value: undefined, fault: sentenceOf(fault), loading: false }),
    );
    return () => given.abort();
  }, [method, key, round]);
  return { value: state.value, fault: state.fault, loading: state.loading || (key !== null && state.key !== key), stale: state.key !== key, again: () => setRound(round + 1) };
}

// ---------------------------------------------------------------- the games

export const PREFIXES: Record<string, string> = { ww: "wilderness_war", hs: "hammer_of_the_scots", fa: "few_acres_of_snow" };

export const gameOf = (prefix: string): string => PREFIXES[prefix] ?? prefix;
export const prefixOf = (game: string): string => Object.keys(PREFIXES).find((prefix) => PREFIXES[prefix] === game) ?? game;
export const GAME_NAMES: Record<string, string> = { wilderness_war: "Wilderness War", hammer_of_the_scots: "Hammer of the Scots", few_acres_of_snow: "A Few Acres of Snow" };
export const nameOf = (game: string): string => GAME_NAMES[game] ?? game;

export const useAbout = (game: string | null): Answer<About> => useAnswer<About>("about", game === null ? null : { game });
export const useGames = (): Answer<{ games: GameLine[] }> => useAnswer("games", {});

export function isNoAnswer(fault: unknown): boolean {
  return fault instanceof NoAnswer;
}

/** Whether keys belong to what has the focus: a field, a list, a window. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [role=tablist], [contenteditable]") !== null;
}
