import type { JSX } from "preact";
import type { Following, Ruling } from "../rpc/answers";
import type { JsonObject } from "../rpc/client";
import { Rules, Sentences, Side, Verdict } from "./basics";

interface Props {
  ruling: Ruling;
  play?: (by: string, action: JsonObject) => void;
  ask?: (action: JsonObject, by?: string) => void;
  compare?: (action: JsonObject, by: string) => void;
  odds?: (action: JsonObject, by: string) => void;
  close?: () => void;
}

/** A ruling in full: the verdict, every reason with its rule, what comes closest, what happens next. */
export function RulingCard({ ruling, play, ask, compare, odds, close }: Props): JSX.Element {
  const { by, do: action } = ruling;
  return (
    <section class={`ruling ruling-${ruling.ruling}`} aria-label="Ruling" aria-live="polite">
      <header>
        <Verdict ruling={ruling.ruling} />
        {close ? (
          <button type="button" class="quiet" aria-label="Close the ruling" onClick={close}>
            ✕
          </button>
        ) : null}
      </header>
      {ruling.words || ruling.short ? (
        <p class="asked">
          {by ? <Side id={by} {...(ruling.by_words ? { words: ruling.by_words } : {})} /> : null} {ruling.words ?? ruling.short}
        </p>
      ) : null}
      {ruling.ruling !== "legal" && ruling.headline ? <p class="headline">{ruling.headline}</p> : null}
      <Sentences of={ruling.sentences} gist label={ruling.ruling === "legal" ? "What happens" : "Reasons"} />
      {ruling.due ? (
        <p class="due-instead">
          Due now: <Side id={ruling.due.by} words={ruling.due.by_words} />, {ruling.due.words} <Rules ids={ruling.due.rules} />
        </p>
      ) : null}
      <Next next={ruling.next} />
      {ruling.near.length ? (
        <div class="near">
          <h3>What comes closest and is legal</h3>
          <ul>
            {ruling.near.map((near) => (
              <li key={near.short}>
                <button type="button" class="link" onClick={() => ask?.(near.do, by)} title={near.short}>
                  {near.words}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {action && by ? (
        <div class="row">
          {ruling.ruling === "legal" && play ? (
            <button type="button" class="primary" onClick={() => play(by, action)}>
              Play it
            </button>
          ) : null}
          {compare ? (
            <button type="button" onClick={() => compare(action, by)}>
              Ask every edition
            </button>
          ) : null}
          {ruling.ruling === "legal" && odds ? (
            <button type="button" onClick={() => odds(action, by)}>
              Odds after it
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

export function Next({ next }: { next: Following | undefined }): JSX.Element | null {
  if (!next) return null;
  if (next.over) return <p class="next">Then the game is over: {next.over.words}</p>;
  if (!next.by) return null;
  return (
    <p class="next">
      Then <Side id={next.by} {...(next.by_words ? { words: next.by_words } : {})} /> {next.by === "chance" ? "" : "decides"}: {next.words}
    </p>
  );
}
