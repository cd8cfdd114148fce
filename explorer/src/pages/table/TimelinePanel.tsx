import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { sentenceOf, tell, useAnswer } from "../../app";
import { actsOf, dropped, gone, studyOf } from "../../case/study";
import { Awaited, Rules, Sentences, Side } from "../../parts/basics";
import type { Entry, Report, Timeline } from "../../rpc/answers";
import type { TableContext } from "./context";
import { openStudy } from "./links";

const WINDOW = 120;

/** Every step in words with its events; what a trace says in between; the first divergence; branches. */
export function TimelinePanel({ table }: { table: TableContext }): JSX.Element {
  const { study, step, end } = table;
  const from = Math.max(0, Math.floor((step - WINDOW / 3) / 40) * 40);
  const { at: _, ...here } = table.here;
  const answer = useAnswer<Timeline>("timeline", { ...here, from, most: WINDOW });
  return (
    <>
      <Branches table={table} />
      {table.report ? <ReportCard report={table.report} goTo={table.goTo} /> : null}
      <Awaited answer={answer} what="Reading the steps">
        {(timeline) =>
          timeline.entries.length || end ? (
            <ol class="timeline" aria-label="Steps">
              <li class={step === 0 ? "here" : ""}>
                <button type="button" class="step" aria-current={step === 0 ? "step" : undefined} onClick={() => table.goTo(0)}>
                  <span class="step-number">0</span> Beginning
                </button>
              </li>
              {from > 0 ? <Jump to={Math.max(0, from - 40)} table={table} words={`Earlier steps (1 to ${from})`} /> : null}
              {timeline.entries.map((entry) => (
                <StepLine key={entry.step} entry={entry} table={table} />
              ))}
              {from + WINDOW < end ? <Jump to={Math.min(end, from + WINDOW)} table={table} words={`Later steps (to ${end})`} /> : null}
            </ol>
          ) : (
            <p class="muted empty">Nothing was done yet. Play an action, and it stands here. {study.lines.length > 1 ? "" : "Go back and play another: that makes a branch."}</p>
          )
        }
      </Awaited>
    </>
  );
}

function Jump({ to, table, words }: { to: number; table: TableContext; words: string }): JSX.Element {
  return (
    <li>
      <button type="button" class="more" onClick={() => table.goTo(to)}>
        {words}
      </button>
    </li>
  );
}

function StepLine({ entry, table }: { entry: Entry; table: TableContext }): JSX.Element {
  const current = entry.step === table.step;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) line.current?.scrollIntoView?.({ block: "nearest" });
  }, [current]);
  const notes = (table.report?.notes ?? []).filter((note) => note.step === entry.step);
  const diverges = table.report?.divergence?.step === entry.step;
  return (
    <li ref={line} class={`${current ? "here" : ""}${diverges ? " diverges" : ""}`}>
      <button type="button" class="step" aria-current={current ? "step" : undefined} onClick={() => table.goTo(entry.step)}>
        <span class="step-number">{entry.step}</span>
        <Side id={entry.by} words={entry.by_words} /> <span class="step-words">{entry.action}</span>
      </button>
      {current ? <Sentences of={entry.events} /> : null}
      {notes.map((note, index) => (
        <p key={index} class="note">
          {note.text}
        </p>
      ))}
      {diverges ? <p class="diverges-mark">After this the record parts from the rules.</p> : null}
    </li>
  );
}

function Branches({ table }: { table: TableContext }): JSX.Element | null {
  const { study, begins, setStudy } = table;
  if (study.lines.length < 2) return null;
  return (
    <section class="branches" aria-label="Branches">
      <h3>Branches</h3>
      <ul>
        {study.lines.map((branch, line) => (
          <li key={line}>
            <button type="button" class={line === study.line ? "chip chosen" : "chip"} aria-pressed={line === study.line} onClick={() => setStudy(gone({ ...study, line, at: null }, begins + (line ? branch.from + 1 : actsOf(study, 0).length), begins))}>
              {line === 0 ? `First line, ${branch.acts.length} ${branch.acts.length === 1 ? "step" : "steps"}` : `After step ${begins + branch.from}: ${branch.acts.length} ${branch.acts.length === 1 ? "step" : "steps"}`}
            </button>
            {line > 0 ? (
              <button type="button" class="quiet" aria-label={`Forget branch ${line}`} onClick={() => setStudy(dropped(study, line))}>
                ✕
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether a trace or a record keeps the rules, and where it first does not. */
export function ReportCard({ report, goTo: goHere }: { report: Report; goTo: (step: number) => void }): JSX.Element {
  const { divergence } = report;
  const goTo = (step: number, stretch = 0): void => {
    const later = report.later?.[stretch - 1];
    if (!later) return goHere(step);
    openStudy(studyOf(later.case, step)).catch((fault: unknown) => tell(sentenceOf(fault), "fault"));
  };
  const others = report.divergences ?? [];
  return (
    <section class={`report ${report.conforms ? "report-conforms" : "report-diverges"}`} aria-label="Replay">
      <h3>
        {report.conforms ? "✓ Conforms" : "✕ Diverges"} <span class="muted">after {report.steps} {report.steps === 1 ? "step" : "steps"}</span>
      </h3>
      {report.expectations ? <p class="muted">{report.expectations} expectations held.</p> : null}
      {divergence ? (
        <>
          <p class="headline">{divergence.headline}</p>
          <Sentences of={divergence.sentences} gist />
          <Rules ids={divergence.rules} />
          <p>
            <button type="button" onClick={() => goTo(divergence.step, divergence.stretch)}>
              Show step {divergence.step}
            </button>
          </p>
        </>
      ) : null}
      {report.later?.length ? (
        <p>
          Where record and rules had parted, play goes on from the recorded position:{" "}
          {report.later.map((each, index) => (
            <button key={index} type="button" class="chip" onClick={() => goTo(0, index + 1)}>
              after entry {String(each.entry)}, {each.case.acts?.length ?? 0} steps
            </button>
          ))}
        </p>
      ) : null}
      {others.length ? (
        <ol class="divergences">
          {others.map((each, index) => (
            <li key={index} class={each.explained ? "explained" : ""}>
              <button type="button" class="link" onClick={() => goTo(each.step, each.stretch)}>
                {each.stretch ? `From the recorded position, step ${each.step}` : `Step ${each.step}`}: {each.about || each.kind}
              </button>{" "}
              <Rules ids={each.rules} />
              <dl>
                <dt>Recorded</dt>
                <dd>{shown(each.recorded)}</dd>
                <dt>By the rules</dt>
                <dd>{shown(each.by_rules)}</dd>
              </dl>
              {each.explained ? <p class="muted">A known departure of that implementation.</p> : null}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
