import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAnswer } from "../../app";
import { askedInstead, concerns } from "../../case/asking";
import { drawn, fairly, percent, share } from "../../fractions";
import { Awaited, Bar, Fault, Loading, Rules, Sentences, Side, useMore, Verdict } from "../../parts/basics";
import { RulingCard } from "../../parts/RulingCard";
import type { Decision, Ruling } from "../../rpc/answers";
import type { JsonObject } from "../../rpc/client";
import { ActionRow, Actions } from "./Actions";
import type { Asked, TableContext } from "./context";
import { PlaceCard, type Selected } from "./PlaceCard";

export interface DecisionProps {
  table: TableContext;
  fault: string | null;
  asked: Asked | null;
  setAsked: (asked: Asked | null) => void;
  selected: Selected | null;
  setSelected: (selected: Selected | null) => void;
  setHovered: (place: string | null) => void;
  compare: (action: JsonObject, by: string) => void;
  odds: (action: JsonObject, by: string) => void;
}

/** What is due, by whom, under which rules; what is legal; and why something is not. */
export function DecisionPanel(props: DecisionProps): JSX.Element {
  const { options } = props.table;
  if (props.fault) return <Fault text={props.fault} />;
  if (!options) return <Loading what="Asking what is due" />;
  const { decision, over, bare } = options;
  return (
    <>
      {over ? (
        <section class="due due-over">
          <h2>The game is over</h2>
          <p>
            {over.words} <Rules ids={over.rules} />
          </p>
        </section>
      ) : null}
      {bare ? (
        <section class="due due-bare">
          <h2>Nothing is under way</h2>
          <p>{bare.words}</p>
          <p class="muted">Edit the position and choose an opening: what begins here.</p>
        </section>
      ) : null}
      {decision ? <DecisionView {...props} decision={decision} /> : null}
      {decision ? null : props.selected ? <PlaceCard selected={props.selected} close={() => props.setSelected(null)} /> : null}
      {decision ? null : <AskAnything {...props} decision={undefined} />}
    </>
  );
}

function DecisionView(props: DecisionProps & { decision: Decision }): JSX.Element {
  const { decision, table, selected } = props;
  return (
    <>
      <section class="due" aria-label="What is due">
        <h2>
          <Side id={decision.by} words={decision.by_words} />
        </h2>
        <p class="due-words">{decision.words}</p>
        <Rules ids={decision.rules} />
      </section>
      {decision.hidden ? <p class="muted">What may be chosen is hidden from the side that looks.</p> : null}
      {selected ? <PlaceCard selected={selected} close={() => props.setSelected(null)} /> : null}
      {selected && !decision.hidden ? <PossibleHere {...props} selected={selected} /> : null}
      <AskAnything {...props} decision={decision} />
      {decision.by === "chance" ? <Outcomes decision={decision} table={table} /> : <Actions {...props} offered={decision.actions ?? []} decision={decision} />}
    </>
  );
}

/** The box in which one asks in one's own words, and the ruling. */
function AskAnything({ table, asked, setAsked, compare, odds, decision }: DecisionProps & { decision: Decision | undefined }): JSX.Element {
  const [typed, setTyped] = useState("");
  const answer = useAnswer<Ruling>("explain", asked ? { ...table.here, do: asked.do, ...(asked.by ? { by: asked.by } : {}) } : null);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (typed.trim()) setAsked({ do: typed.trim() });
  };
  const example = decision?.by === "chance" ? undefined : decision?.actions?.[0]?.words;
  return (
    <>
      <form class="ask" aria-label="Ask about an action" onSubmit={submit}>
        <label class="sr-only" for="ask-box">
          May I …? In your own words
        </label>
        <input id="ask-box" type="text" autocomplete="off" spellcheck={false} placeholder={example ? `May I … ? (${example})` : "May I … ?"} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        <button type="submit" disabled={!typed.trim()}>
          Ask
        </button>
      </form>
      {!asked ? null : answer.fault ? (
        <Fault text={answer.fault} />
      ) : answer.value && !answer.stale ? (
        <RulingCard ruling={answer.value} play={table.play} ask={(action, by) => setAsked({ do: action, by })} compare={compare} odds={odds} close={() => setAsked(null)} />
      ) : (
        <Loading what="Asking" />
      )}
    </>
  );
}

/** Somewhere was clicked: what is legal there and, for each kind of action that is offered elsewhere, why not. */
function PossibleHere(props: DecisionProps & { decision: Decision; selected: Selected }): JSX.Element | null {
  const { decision, selected, table } = props;
  const offered = decision.actions ?? [];
  const piece = selected.piece ?? selected.card;
  const here = offered.filter((choice) => concerns(choice, selected.place, piece));
  const questions = useMemo(() => (decision.by === "chance" ? [] : askedInstead(offered, selected.place, piece)), [offered, selected.place, piece]);
  if (decision.by === "chance" || (!here.length && !questions.length)) return <p class="muted">Nothing that is offered now names a place or piece like this one.</p>;
  return (
    <section class="why" aria-label={`What is possible: ${selected.name}`}>
      {here.length ? (
        <>
          <h3>Legal here</h3>
          <ul class="actions">
            {here.slice(0, 12).map((choice) => (
              <ActionRow key={choice.number} choice={choice} {...props} />
            ))}
          </ul>
          {here.length > 12 ? <p class="muted">and {here.length - 12} more in the list below</p> : null}
        </>
      ) : null}
      {questions.length ? <h3>{here.length ? "And what is not" : "Why not?"}</h3> : null}
      {questions.map((action) => (
        <Why key={JSON.stringify(action)} table={table} by={decision.by} action={action} setAsked={props.setAsked} />
      ))}
    </section>
  );
}

function Why({ table, by, action, setAsked }: { table: TableContext; by: string; action: JsonObject; setAsked: (asked: Asked) => void }): JSX.Element {
  const answer = useAnswer<Ruling>("explain", { ...table.here, do: action, by });
  return (
    <Awaited answer={answer} what="Asking why">
      {(ruling) =>
        // A question made by clicking may make no sense, such as to play a block as a card; it is not worth showing.
        ruling.ruling === "unreadable" ? null : (
        <div class={`ruling compact ruling-${ruling.ruling}`}>
          <p class="asked">
            <Verdict ruling={ruling.ruling} /> {ruling.words ?? ruling.short}
          </p>
          <Sentences of={ruling.sentences} />
          <button type="button" class="link" onClick={() => setAsked({ do: action, by })}>
            In full, with what comes closest
          </button>
        </div>
        )
      }
    </Awaited>
  );
}

/** Chance decides: every outcome with its exact odds. One says what came up, or lets the page draw. */
function Outcomes({ decision, table }: { decision: Decision; table: TableContext }): JSX.Element | null {
  const offered = decision.actions ?? [];
  const [most, more] = useMore(offered.length, 60);
  if (decision.hidden) return null;
  const odds = offered.map((choice) => choice.odds ?? "1/1");
  const roll = (): void => {
    const chosen = offered[drawn(odds, fairly)];
    if (chosen) table.play(decision.by, chosen.do);
  };
  const largest = Math.max(...odds.map(share), 0.0001);
  return (
    <section class="offered" aria-label="What may come up">
      <header class="offered-head">
        <h3>What came up?</h3>
        {offered.length ? (
          <button type="button" class="primary" onClick={roll}>
            Let chance decide
          </button>
        ) : null}
      </header>
      <ul class="actions outcomes">
        {offered.slice(0, most).map((choice, index) => (
          <li key={choice.number}>
            <button type="button" class="action" onClick={() => table.play(decision.by, choice.do)} title={choice.short}>
              <span class="outcome-words">{choice.words}</span>
              <span class="outcome-odds">
                {odds[index]} · {percent(odds[index] ?? "0")}
              </span>
              <Bar share={share(odds[index] ?? "0") / largest} />
            </button>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
