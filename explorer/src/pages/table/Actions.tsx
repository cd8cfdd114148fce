import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../app";
import { concerns, filtered } from "../../case/asking";
import { Sentences, useMore } from "../../parts/basics";
import { Next } from "../../parts/RulingCard";
import type { Choice, Decision, Ruling } from "../../rpc/answers";
import type { TableContext } from "./context";
import type { DecisionProps } from "./DecisionPanel";

/** Every legal action in words. One click plays it; pointer or focus on it shows where it is and what would follow. */
export function Actions(props: DecisionProps & { offered: Choice[]; decision: Decision }): JSX.Element | null {
  const { offered, decision, selected } = props;
  const [typed, setTyped] = useState("");
  const shown = filtered(offered, typed);
  const [most, more] = useMore(shown.length, 60);
  const [preview, setPreview] = useState<Choice | null>(null);
  useEffect(() => setPreview(null), [decision]);
  if (decision.hidden) return null;
  const count = decision.count ?? offered.length;
  return (
    <section class="offered" aria-label="Legal actions">
      <header class="offered-head">
        <h3>
          {count} legal {count === 1 ? "action" : "actions"}
        </h3>
        {offered.length > 8 ? (
          <input type="search" class="filter" aria-label="Show only actions with these words" placeholder="Filter" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        ) : null}
      </header>
      {typed && !shown.length ? <p class="muted">No legal action has these words. Ask above, and Referee says why not.</p> : null}
      <ul class="actions">
        {shown.slice(0, most).map((choice) => (
          <ActionRow key={choice.number} choice={choice} {...props} preview={setPreview} dimmed={selected !== null && !concerns(choice, selected.place, selected.piece ?? selected.card)} />
        ))}
      </ul>
      {more}
      {count > offered.length ? (
        <p class="muted">
          The first {offered.length} of {count} are listed. Ask for others above.
        </p>
      ) : null}
      {preview ? <Preview table={props.table} by={decision.by} choice={preview} /> : null}
    </section>
  );
}

interface RowProps extends DecisionProps {
  decision: Decision;
  choice: Choice;
  preview?: (choice: Choice | null) => void;
  dimmed?: boolean;
}

/** How long the pointer rests on an action before its consequences are asked for. */
const REST = 120;

export function ActionRow({ choice, decision, table, setAsked, setHovered, preview, dimmed = false }: RowProps): JSX.Element {
  const timer = useRef(0);
  const enter = (): void => {
    setHovered(choice.place ?? choice.from ?? null);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => preview?.(choice), REST);
  };
  const leave = (): void => {
    window.clearTimeout(timer.current);
    setHovered(null);
    preview?.(null);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <li class={dimmed ? "dimmed" : ""} onPointerEnter={enter} onPointerLeave={leave} onFocusIn={enter} onFocusOut={leave}>
      <button type="button" class="action" onClick={() => table.play(decision.by, choice.do)} title={choice.short}>
        {choice.words}
      </button>
      <button type="button" class="quiet action-why" aria-label={`What would follow: ${choice.words}`} title="What would follow, and by which rules" onClick={() => setAsked({ do: choice.do, by: decision.by })}>
        i
      </button>
    </li>
  );
}

function Preview({ table, by, choice }: { table: TableContext; by: string; choice: Choice }): JSX.Element {
  const answer = useAnswer<Ruling>("explain", { ...table.here, do: choice.do, by });
  const known = answer.stale ? undefined : answer.value;
  return (
    <div class="preview" aria-live="polite">
      <strong>{choice.words}</strong>
      {known === undefined ? <p class="muted">…</p> : known.sentences.length ? <Sentences of={known.sentences} /> : <p class="muted">Nothing else happens at once.</p>}
      <Next next={known?.next} />
    </div>
  );
}
