import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, sentenceOf, useAnswer } from "../../app";
import { percent, share } from "../../fractions";
import { Bar, Fault, spaced, useMore } from "../../parts/basics";
import type { Chances, FactOdds } from "../../rpc/answers";
import { isAbort, isObject, type Json, type JsonObject } from "../../rpc/client";
import type { TableContext } from "./context";

interface Props {
  table: TableContext;
  first: { by: string; do: JsonObject; words: string } | null;
  clearFirst: () => void;
}

interface Wanted {
  until: string;
  policies: Record<string, string>;
  measure: string;
  of: string;
}

const NOTHING: Wanted = { until: "", policies: {}, measure: "", of: "" };

/** Exact odds of whatever follows: how far, by which policies, of what; asked for, and given up, at any time. */
export function OddsPanel({ table, first, clearFirst }: Props): JSX.Element {
  const { side: _, ...here } = table.here;
  const under = useAnswer<{ until: Json; policies: Json; procedures?: Json }>("under_way", here);
  const [wanted, setWanted] = useState<Wanted>(NOTHING);
  const walk = useWalk();
  const [exact, setExact] = useState(true);
  const hereKey = JSON.stringify([here, first]);
  useEffect(() => walk.clear(), [hereKey]);
  const start = (): void => {
    const policies = Object.fromEntries(Object.entries(wanted.policies).filter(([, policy]) => policy));
    walk.start({
      ...here,
      ...(first ? { do: { by: first.by, do: first.do } } : {}),
      ...(wanted.until ? { until: wanted.until } : {}),
      ...(Object.keys(policies).length ? { policies } : {}),
      ...(wanted.measure.trim() ? { measure: wanted.measure.trim() } : {}),
      ...(wanted.of.trim() ? { of: wanted.of.split("\n").map((each) => each.trim()).filter(Boolean) } : {}),
    });
  };
  const suggested = (walk.value?.suggested ?? []).map(choiceOf);
  return (
    <section aria-label="Odds">
      <p class="lead">What follows from here, with every die, card and block: exact odds, nothing sampled.</p>
      {first ? (
        <p class="chip-line">
          After <strong>{first.words}</strong>{" "}
          <button type="button" class="quiet" aria-label="Start from the position itself" onClick={clearFirst}>
            ✕
          </button>
        </p>
      ) : null}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <label>
          How far
          <select value={wanted.until} onChange={(event) => setWanted({ ...wanted, until: event.currentTarget.value })}>
            <option value="">Until a side must choose, or it is over</option>
            {listOf(under.value?.until).map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {(table.about?.sides ?? []).map(({ id, name }) => (
          <label key={id}>
            When {name} must choose
            <select value={wanted.policies[id] ?? ""} onChange={(event) => setWanted({ ...wanted, policies: { ...wanted.policies, [id]: event.currentTarget.value } })}>
              <option value="">stop there</option>
              {listOf(under.value?.policies).map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
        {Object.values(wanted.policies).some((policy) => policy === "best" || policy === "worst") ? (
          <label>
            Best and worst are measured by
            <input type="text" list="facts" placeholder="vp.french" value={wanted.measure} onInput={(event) => setWanted({ ...wanted, measure: event.currentTarget.value })} />
          </label>
        ) : null}
        <details>
          <summary>Ask for a certain fact</summary>
          <label>
            Facts, one a line
            <textarea rows={2} placeholder="vp.french" value={wanted.of} onInput={(event) => setWanted({ ...wanted, of: event.currentTarget.value })} />
          </label>
          {suggested.length ? (
            <p class="suggested">
              {suggested.slice(0, 12).map(({ value, words }) => (
                <button key={value} type="button" class="chip" onClick={() => setWanted({ ...wanted, of: [wanted.of.trim(), value].filter(Boolean).join("\n") })}>
                  {words}
                </button>
              ))}
            </p>
          ) : null}
        </details>
        <datalist id="facts">
          {suggested.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
        <div class="row">
          {walk.running ? (
            // Keys keep the two apart: a button that becomes another while it is clicked would submit the form.
            <button key="stop" type="button" onClick={walk.cancel}>
              Stop ({walk.seconds} s)
            </button>
          ) : (
            <button key="walk" type="submit" class="primary">
              Walk every outcome
            </button>
          )}
          <label class="check">
            <input type="checkbox" checked={exact} onChange={(event) => setExact(event.currentTarget.checked)} /> Exact fractions
          </label>
        </div>
      </form>
      {walk.running ? <progress aria-label="Walking" /> : null}
      {walk.fault ? <Fault text={walk.fault} /> : null}
      {walk.value ? <Result found={walk.value} exact={exact} /> : null}
    </section>
  );
}

function Result({ found, exact }: { found: Chances; exact: boolean }): JSX.Element {
  return (
    <div aria-live="polite">
      <p class="muted">
        {found.walked} {found.walked === 1 ? "position" : "positions"} walked{found.whole ? ", all there are." : `; the tree is larger. Not walked: ${found.missing ? percent(found.missing) : "a part"}.`}
      </p>
      {found.facts.length ? found.facts.map((fact) => <Fact key={fact.fact} fact={fact} exact={exact} />) : <p class="muted">Nothing differs: whatever chance does, the position is the same. Let a side choose by a policy to go further.</p>}
    </div>
  );
}

function Fact({ fact, exact }: { fact: FactOdds; exact: boolean }): JSX.Element {
  const [most, more] = useMore(fact.values.length, 12);
  return (
    <section class="fact">
      <h3>
        {fact.words || fact.fact} {fact.words && fact.words !== fact.fact ? <code>{fact.fact}</code> : null}
      </h3>
      <table class="odds">
        <caption class="sr-only">{fact.words || fact.fact}</caption>
        <thead class="sr-only">
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Share</th>
            {exact ? <th scope="col">Fraction</th> : null}
          </tr>
        </thead>
        <tbody>
          {fact.values.slice(0, most).map((value) => (
            <tr key={`${value.words}${value.odds}`}>
              <th scope="row">
                {value.words || String(value.value)}
                <Bar share={share(value.odds)} />
              </th>
              <td>{percent(value.odds)}</td>
              {exact ? <td class="exact">{value.odds}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
      {fact.expected ? (
        <p class="muted">
          On average {exact ? fact.expected : decimal(fact.expected)}
        </p>
      ) : null}
    </section>
  );
}

function decimal(text: string): string {
  const [over, under = "1"] = text.split("/");
  return (Number(over) / Number(under)).toFixed(3);
}

/** What Referee offers for a menu: texts, pairs of value and words, or a mapping. */
function listOf(given: Json | undefined): { value: string; words: string }[] {
  if (Array.isArray(given)) return given.map(choiceOf);
  if (isObject(given)) return Object.entries(given).map(([value, words]) => ({ value, words: typeof words === "string" ? words : spaced(value) }));
  return [];
}

function choiceOf(each: Json): { value: string; words: string } {
  if (!isObject(each)) return { value: String(each), words: spaced(String(each)) };
  const value = String(each.value ?? each.until ?? each.policy ?? each.fact ?? each.name ?? each.id ?? "");
  return { value, words: typeof each.words === "string" && each.words ? each.words : spaced(value) };
}

interface Walking {
  value: Chances | undefined;
  fault: string | null;
  running: boolean;
  seconds: number;
  start: (params: object) => void;
  cancel: () => void;
  clear: () => void;
}

function useWalk(): Walking {
  const [state, setState] = useState<{ value: Chances | undefined; fault: string | null; running: boolean }>({ value: undefined, fault: null, running: false });
  const [seconds, setSeconds] = useState(0);
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    if (!state.running) return undefined;
    setSeconds(0);
    const timer = window.setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => window.clearInterval(timer);
  }, [state.running]);
  useEffect(() => () => control.current?.abort(), []);
  const cancel = (): void => {
    control.current?.abort();
    setState((before) => ({ ...before, running: false }));
  };
  return {
    ...state,
    seconds,
    cancel,
    clear: () => {
      control.current?.abort();
      setState({ value: undefined, fault: null, running: false });
    },
    start: (params) => {
      control.current?.abort();
      const given = new AbortController();
      control.current = given;
      setState({ value: undefined, fault: null, running: true });
      ask<Chances>("chances", params, given.signal).then(
        (value) => given.signal.aborted || setState({ value, fault: null, running: false }),
        (fault: unknown) => isAbort(fault) || given.signal.aborted || setState({ value: undefined, fault: sentenceOf(fault), running: false }),
      );
    },
  };
}
