// The analysis board: the position large, and beside it what is due, what was done, odds, editions.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { to } from "../../address";
import { ask, go, isTyping, nameOf, sentenceOf, tell, useAbout, useAnswer } from "../../app";
import { reachableFrom } from "../../case/asking";
import { packed } from "../../case/packing";
import { actsOf, caseOf, endOf, gone, played, stepOf, undone, type Study } from "../../case/study";
import { Board, standingAt, type Clicked } from "../../picture/Board";
import { Fault, Loading, Panel, Tabs } from "../../parts/basics";
import type { Act, Drawn, Exported, OptionsAnswer, Report, Timeline } from "../../rpc/answers";
import type { JsonObject } from "../../rpc/client";
import type { Asked, TableContext } from "./context";
import { DecisionPanel } from "./DecisionPanel";
import { EditionsPanel } from "./EditionsPanel";
import { OddsPanel } from "./OddsPanel";
import type { Selected } from "./PlaceCard";
import { ShareDialog } from "./ShareDialog";
import { TimelinePanel } from "./TimelinePanel";

interface Props {
  study: Study;
  setStudy: (study: Study) => void;
  report?: Report | undefined;
  assumed?: readonly string[];
  address: () => Promise<string | null>;
}

export function TablePage({ study, setStudy, report, assumed = [], address }: Props): JSX.Element {
  const game = study.base.game;
  const about = useAbout(game);
  const whole = useMemo(() => caseOf(study), [study.base, study.lines, study.line]);
  const here = useMemo(() => ({ case: whole, ...(study.at === null ? {} : { at: study.at }), ...(study.side === null ? {} : { side: study.side }) }), [whole, study.at, study.side]);
  const options = useAnswer<OptionsAnswer>("options", here);
  const begins = useBegins(study, options.stale ? undefined : options.value);
  const step = stepOf(study, begins);
  const end = endOf(study, begins);

  const [tab, setTab] = useState(report ? "steps" : "decision");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [selected, setSelected] = useState<Selected | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [compared, setCompared] = useState<{ by: string; do: JsonObject } | null>(null);
  const [after, setAfter] = useState<{ by: string; do: JsonObject; words: string } | null>(null);
  const [sharing, setSharing] = useState(false);
  const picture = useRef<HTMLDivElement>(null);
  const hereKey = JSON.stringify(here);
  useEffect(() => {
    setAsked(null);
    setSelected(null);
    setHovered(null);
    setCompared(null);
    setAfter(null);
  }, [hereKey]);

  const reachable = useMemo(() => {
    const decision = options.stale ? undefined : options.value?.decision;
    return decision && !decision.hidden ? reachableFrom(decision.actions ?? [], selected?.place ?? null, selected?.piece ?? null) : new Set<string>();
  }, [options.value, options.stale, selected]);

  const marked = asked && typeof asked.do !== "string" ? { do: asked.do, ...(asked.by ? { by: asked.by } : {}) } : {};
  const drawn = useAnswer<Drawn>("draw", { ...here, ...marked });

  const goTo = (wanted: number): void => setStudy(gone(study, wanted, begins));
  const play = (by: string, action: JsonObject): void => {
    if (step >= begins) return attempt(() => setStudy(played(study, { by, do: action }, begins)));
    void unsealed(study, step).then(
      (open) => setStudy(played(open, { by, do: action }, 0)),
      (fault: unknown) => tell(sentenceOf(fault), "fault"),
    );
  };
  const undo = (): void => setStudy(undone(study, begins));
  const table: TableContext = { study, about: about.value, options: options.value, begins, step, end, report, here, play, goTo, setStudy };

  useKeys({ ArrowLeft: () => goTo(step - 1), ArrowRight: () => goTo(step + 1), Home: () => goTo(0), End: () => goTo(end), u: undo, s: () => setSharing(true), "/": () => document.getElementById("ask-box")?.focus(), Escape: () => setSelected(null) });

  const onClick = (clicked: Clicked): void => {
    if (clicked.place === null && clicked.piece === null && clicked.card === null) return setSelected(null);
    const placeName = clicked.place ? (picture.current?.querySelector(`[data-space="${CSS.escape(clicked.place)}"][data-name]`)?.getAttribute("data-name") ?? clicked.name) : "";
    setSelected({ ...clicked, name: placeName || titleOf(picture.current, clicked.card) || clicked.card || clicked.piece || "", standing: clicked.place ? standingAt(picture.current, clicked.place) : [] });
    setTab("decision");
  };
  const edit = async (): Promise<void> => {
    try {
      const found = await ask<Exported>("export", { case: whole, ...(study.at === null ? {} : { at: study.at }) });
      go(to.setup(game, await packed(JSON.stringify({ words: found.words, ...(study.base.ruleset ? { ruleset: study.base.ruleset } : {}) }))));
    } catch (fault) {
      tell(sentenceOf(fault), "fault");
    }
  };
  const title = study.base.title ?? about.value?.scenarios.find((each) => each.id === study.base.scenario)?.name ?? "A case";
  const notes = report?.divergence?.step === step ? "!" : undefined;

  return (
    <main class="table" id="main">
      <div class="table-board" ref={picture}>
        <header class="table-head">
          <div>
            <p class="eyebrow">{nameOf(game)}</p>
            <h1>{title}</h1>
          </div>
          <ViewPicker sides={about.value?.sides ?? []} side={study.side} choose={(side) => setStudy({ ...study, side })} />
        </header>
        {drawn.fault ? (
          <Fault text={drawn.fault} again={drawn.again} />
        ) : drawn.value ? (
          <Board svg={drawn.value.svg} text={drawn.value.text} label={`Board of ${nameOf(game)}`} stale={drawn.stale && study.side === null} marks={{ hovered, selected: selected?.place ?? null, reachable }} onClick={onClick} />
        ) : (
          <div class="board board-empty">
            <Loading what="Drawing the board" />
          </div>
        )}
        <nav class="stepper" aria-label="Steps">
          <button type="button" aria-label="To the beginning" title="Home" disabled={step <= 0} onClick={() => goTo(0)}>
            <span aria-hidden="true">|◀</span>
          </button>
          <button type="button" aria-label="One step back" title="←" disabled={step <= 0} onClick={() => goTo(step - 1)}>
            ◀
          </button>
          <label class="step-slider">
            <span class="sr-only">Step</span>
            <input type="range" min={0} max={Math.max(end, 1)} value={step} disabled={end === 0} onInput={(event) => goTo(Number(event.currentTarget.value))} />
          </label>
          <output class="step-count">
            {step} / {end}
          </output>
          <button type="button" aria-label="One step on" title="→" disabled={step >= end} onClick={() => goTo(step + 1)}>
            ▶
          </button>
          <button type="button" aria-label="To the end" title="End" disabled={step >= end} onClick={() => goTo(end)}>
            <span aria-hidden="true">▶|</span>
          </button>
          <button type="button" class="wordy" title="u" disabled={step <= begins} onClick={undo}>
            Undo
          </button>
          <button type="button" class="wordy" disabled={study.side !== null} title={study.side === null ? "Change the position" : "Look as Referee to change the position"} onClick={() => void edit()}>
            Edit
          </button>
          <button type="button" class="wordy primary" title="s" onClick={() => setSharing(true)}>
            Share
          </button>
        </nav>
      </div>
      <aside class="table-side" aria-label="About this position">
        <Tabs
          label="About this position"
          chosen={tab}
          choose={setTab}
          tabs={[
            { id: "decision", label: "Decide" },
            { id: "steps", label: "Steps", badge: notes ?? (end ? String(end) : undefined) },
            { id: "odds", label: "Odds" },
            { id: "editions", label: "Editions" },
          ]}
        />
        <Panel id={tab}>
          {tab === "decision" ? null : <h2 class="sr-only">{tab === "steps" ? "Steps" : tab === "odds" ? "Odds" : "Editions"}</h2>}
          {assumed.length && tab === "decision" && step === begins ? <p class="muted assumed">Assumed: {assumed.join("; ")}</p> : null}
          {tab === "decision" ? (
            <DecisionPanel
              table={table}
              fault={options.fault}
              asked={asked}
              setAsked={setAsked}
              selected={selected}
              setSelected={setSelected}
              setHovered={setHovered}
              compare={(action, by) => {
                setCompared({ by, do: action });
                setTab("editions");
              }}
              odds={(action, by) => {
                const words = options.value?.decision?.actions?.find((choice) => JSON.stringify(choice.do) === JSON.stringify(action))?.words;
                setAfter({ by, do: action, words: words ?? String(action.type) });
                setTab("odds");
              }}
            />
          ) : null}
          {tab === "steps" ? <TimelinePanel table={table} /> : null}
          {study.side !== null && (tab === "odds" || tab === "editions") ? <WholeOnly look={() => setStudy({ ...study, side: null })} /> : null}
          {tab === "odds" && study.side === null ? <OddsPanel table={table} first={after} clearFirst={() => setAfter(null)} /> : null}
          {tab === "editions" && study.side === null ? <EditionsPanel table={table} asked={compared} setAsked={setCompared} /> : null}
        </Panel>
      </aside>
      {sharing ? <ShareDialog study={study} address={address} picture={drawn.value} close={() => setSharing(false)} /> : null}
    </main>
  );
}

/** Odds and comparisons are of the whole position: they would tell a side what it may not know. */
function WholeOnly({ look }: { look: () => void }): JSX.Element {
  return (
    <>
      <p>This is about the whole position, hidden cards and blocks too. A side may not know them.</p>
      <button type="button" onClick={look}>
        Look as Referee
      </button>
    </>
  );
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (fault) {
    tell(sentenceOf(fault), "fault");
  }
}

/** How many steps a seed dealt; remembered while an answer is on its way. */
function useBegins(study: Study, options: OptionsAnswer | undefined): number {
  const known = useRef(0);
  if (study.base.seed === undefined) return 0;
  if (options) known.current = options.begins ?? Math.max(0, (options.steps ?? options.step) - actsOf(study).length);
  return known.current;
}

/** A seed's deal as acts, up to a step, so that one can part from it. */
async function unsealed(study: Study, step: number): Promise<Study> {
  const { entries } = await ask<Timeline>("timeline", { case: { ...study.base }, most: 500 });
  const dealt: Act[] = entries.slice(0, step).map(({ by, do: action }) => ({ by, do: action ?? {} }));
  const { seed: _, ...base } = study.base;
  return { ...study, base, lines: [{ parent: -1, from: 0, acts: dealt }], line: 0, at: null };
}

function titleOf(picture: ParentNode | null, card: string | null): string | null {
  if (card === null) return null;
  return picture?.querySelector(`[data-card="${CSS.escape(card)}"] > title`)?.textContent ?? null;
}

function ViewPicker({ sides, side, choose }: { sides: { id: string; name: string }[]; side: string | null; choose: (side: string | null) => void }): JSX.Element {
  return (
    <div class="view-picker" role="group" aria-label="Who looks">
      {[{ id: null, name: "Referee" }, ...sides].map((each) => (
        <button key={each.name} type="button" aria-pressed={side === each.id} title={each.id === null ? "Everything is seen" : `Only what ${each.name} may know`} onClick={() => choose(each.id)}>
          {each.name}
        </button>
      ))}
    </div>
  );
}

function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const doing = latest.current[event.key];
      if (!doing) return;
      event.preventDefault();
      doing();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
