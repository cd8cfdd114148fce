// The editor: pieces from a tray onto the map, settings, an opening, or all of it in words; what is wrong is told at once.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { to } from "../../address";
import { gameOf, nameOf, prefixOf, readdress, sentenceOf, tell, useAbout, useAnswer } from "../../app";
import { itemOf, withOne, withoutOne, wordsOf, type Line } from "../../case/clauses";
import { packed, unpacked } from "../../case/packing";
import { studyOf } from "../../case/study";
import { Board, type Clicked } from "../../picture/Board";
import { Fault, Loading, Panel, Rules, Side, Tabs } from "../../parts/basics";
import { GameTabs } from "../../parts/GameTabs";
import { RulesetPicker } from "../../parts/RulesetPicker";
import type { Checked, Drawn, NameLine, NamesAnswer } from "../../rpc/answers";
import { openStudy } from "../table/links";
import { useDragging } from "./dragging";
import { OpeningEditor } from "./OpeningEditor";
import { PlaceEditor } from "./PlaceEditor";
import { SettingsForm } from "./SettingsForm";
import { StartFrom } from "./StartFrom";
import { Tray } from "./Tray";

export function SetupPage({ game: named, packed: given }: { game: string | null; packed: string | null }): JSX.Element {
  const game = gameOf(named ?? "wilderness_war");
  const [start, setStart] = useState<{ key: string; words: string; ruleset: string } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const key = `${game}/${given ?? ""}`;
  useEffect(() => {
    if (start && location.hash === written) return;
    setFault(null);
    readStart(given).then(
      (found) => setStart({ key, ...found }),
      (problem: unknown) => setFault(sentenceOf(problem)),
    );
  }, [key]);
  if (fault)
    return (
      <main id="main" class="page">
        <h1>Set up</h1>
        <Fault text={fault} />
      </main>
    );
  if (!start) return <Loading />;
  return <Editor key={`${game}${start.key}`} game={game} words={start.words} ruleset={start.ruleset} />;
}

let written = "";

async function readStart(given: string | null): Promise<{ words: string; ruleset: string }> {
  if (given === null) return { words: "", ruleset: "" };
  const text = await unpacked(given);
  const found = JSON.parse(text) as { words?: unknown; ruleset?: unknown };
  return { words: typeof found.words === "string" ? found.words : "", ruleset: typeof found.ruleset === "string" ? found.ruleset : "" };
}

function Editor({ game, words: first, ruleset: firstRuleset }: { game: string; words: string; ruleset: string }): JSX.Element {
  const prefix = prefixOf(game);
  const about = useAbout(game);
  const [words, setWords] = useState(first || `${prefix}: `);
  const [ruleset, setRuleset] = useState(firstRuleset);
  const [place, setPlace] = useState<{ id: string; name: string } | null>(null);
  const [held, setHeld] = useState<{ base: string; words: string } | null>(null);
  const [tab, setTab] = useState("tray");
  const settled = useSettled(words, 250);
  const empty = isEmpty(settled, prefix);
  const chosen = ruleset ? { ruleset } : {};
  const checked = useAnswer<Checked>("check", empty ? { game, ...chosen, position: {} } : { game, ...chosen, words: settled });
  const good = useLast(checked.value?.readable ? checked.value : undefined);
  const drawn = useAnswer<Drawn>("draw", good?.case ? { case: good.case, marks: false } : null);
  const names = useAnswer<NamesAnswer>("names", { game });
  const places = useMemo(() => names.value?.names.filter((each) => each.kind === about.value?.places) ?? [], [names.value, about.value]);
  const lines: Line[] = (checked.value?.clauses ?? good?.clauses ?? []) as Line[];

  useEffect(() => {
    void packed(JSON.stringify({ words: settled, ...(ruleset ? { ruleset } : {}) })).then((text) => {
      written = to.setup(game, isEmpty(settled, prefix) && !ruleset ? undefined : text);
      readdress(written);
    });
  }, [settled, ruleset]);

  const change = (fresh: readonly Line[]): void => setWords(wordsOf(prefix, fresh));
  const put = (base: string, onto: { id: string; name: string }): void => {
    change(withOne(lines, onto, base));
    setPlace(onto);
    tell(`${pieceName(base, names.value?.names ?? [])} to ${onto.name}`);
  };
  const move = (piece: string, from: string, onto: { id: string; name: string } | null): void => {
    const clause = lines.findIndex((line) => line.kind === "place" && line.id === from);
    const item = clause < 0 ? -1 : itemOf(lines[clause]?.items ?? [], namesOfPiece(piece, names.value?.names ?? []));
    const base = baseOf(lines[clause]?.items[item] ?? "");
    if (item < 0) return tell("Take this one off in the list of its place.", "fault");
    const without = withoutOne(lines, clause, item);
    change(onto ? withOne(without, onto, base) : without);
    if (onto) setPlace(onto);
  };
  const board = useRef<HTMLDivElement>(null);
  const drag = useDragging({
    placeAt: (x, y) => placeUnder(x, y, places),
    drop: (dragged, onto) => {
      if (dragged.from) move(dragged.base, dragged.from, onto);
      else if (onto) put(dragged.base, onto);
    },
  });
  const onBoard = (clicked: Clicked): void => {
    const found = clicked.place ? places.find((each) => each.id === clicked.place) : undefined;
    if (!found) return;
    const here = { id: found.id, name: found.name };
    if (held) put(held.base, here);
    else {
      setPlace(here);
      setTab("place");
    }
  };
  const openIt = (): void => {
    if (good?.case) openStudy(studyOf(good.case)).catch((fault: unknown) => tell(sentenceOf(fault), "fault"));
  };
  return (
    <main class="table setup" id="main">
      <div class="table-board" ref={board}>
        <header class="table-head">
          <div>
            <p class="eyebrow">{nameOf(game)}</p>
            <h1>Set up a position</h1>
          </div>
          <GameTabs chosen={prefix} address={(each) => to.setup(gameOf(each))} />
        </header>
        {held ? (
          <p class="holding" role="status">
            Holding <strong>{held.words}</strong>. Click a place, or go there with the arrow keys and press Enter.
            <button type="button" onClick={() => setHeld(null)}>
              Put it back
            </button>
          </p>
        ) : null}
        {drawn.value ? (
          <Board svg={drawn.value.svg} label={`Board of ${nameOf(game)}, to be set up`} stale={drawn.stale} marks={{ selected: place?.id ?? null, hovered: drag.over }} onClick={onBoard} onPiecePointerDown={(piece, from, event) => drag.start({ base: piece, words: pieceName(piece, names.value?.names ?? []), from }, event)} />
        ) : drawn.fault ? (
          <Fault text={drawn.fault} again={drawn.again} />
        ) : (
          <div class="board board-empty">
            <Loading what="Drawing the board" />
          </div>
        )}
        <nav class="stepper" aria-label="Editor">
          <button type="button" class="wordy" onClick={() => setWords(`${prefix}: `)}>
            Clear
          </button>
          <button type="button" class="wordy primary" disabled={!good?.case || !checked.value?.readable} onClick={openIt}>
            Play and ask from here
          </button>
        </nav>
      </div>
      <aside class="table-side" aria-label="Editor">
        <Tabs
          label="Editor"
          chosen={tab}
          choose={setTab}
          tabs={[
            { id: "tray", label: "Pieces" },
            { id: "place", label: place?.name ?? "Place" },
            { id: "settings", label: "Settings" },
            { id: "words", label: "Words" },
            { id: "from", label: "Start from" },
          ]}
        />
        <Panel id={tab}>
          <Complaints checked={checked.value} loading={checked.loading} fault={checked.fault} />
          {tab === "tray" ? <Tray game={game} names={names.value} about={about.value} held={held?.base ?? null} hold={setHeld} place={place} put={put} startDrag={drag.start} /> : null}
          {tab === "place" ? <PlaceEditor place={place} places={places} setPlace={setPlace} lines={lines} change={change} /> : null}
          {tab === "settings" ? (
            <>
              {about.value ? <RulesetPicker about={about.value} ruleset={ruleset || (about.value.presets[0]?.name ?? "")} choose={setRuleset} /> : null}
              <OpeningEditor game={game} lines={lines} change={change} />
              <SettingsForm game={game} about={about.value} lines={lines} change={change} names={names.value?.names ?? []} />
            </>
          ) : null}
          {tab === "words" ? (
            <label class="block">
              The position in words
              <textarea class="words-box" rows={16} spellcheck={false} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
              <span class="muted">
                A place and what stands there, a line each; settings; what begins now. <a href={to.help()}>How to write it</a>
              </span>
            </label>
          ) : null}
          {tab === "from" ? <StartFrom game={game} about={about.value} use={(text) => setWords(text)} /> : null}
        </Panel>
      </aside>
      {drag.ghost}
    </main>
  );
}

function Complaints({ checked, loading, fault }: { checked: Checked | undefined; loading: boolean; fault: string | null }): JSX.Element {
  if (fault) return <Fault text={fault} />;
  if (!checked) return <Loading what="Checking" />;
  if (!checked.readable)
    return (
      <section class="ruling ruling-unreadable compact" role="status" aria-label="Check">
        <p class="asked">
          <strong>Not readable yet.</strong> {checked.fault?.cause}
        </p>
      </section>
    );
  const complaints = checked.complaints ?? [];
  return (
    <section class={`ruling compact ${complaints.length ? "ruling-illegal" : "ruling-legal"}`} role="status" aria-label="Check" aria-busy={loading}>
      {complaints.length ? (
        <>
          <p class="asked">
            <strong>
              {complaints.length} {complaints.length === 1 ? "thing" : "things"} could not be so in a game
            </strong>
          </p>
          <ul class="sentences">
            {complaints.map((each, index) => (
              <li key={index}>
                {each.text} <Rules ids={[each.rule]} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p class="asked">
          <strong>✓ Sound</strong>{" "}
          {checked.decision ? (
            <>
              then <Side id={checked.decision.by} words={checked.decision.by_words} />: {checked.decision.words}
            </>
          ) : checked.bare ? (
            "Nothing is under way. Choose an opening under Settings."
          ) : (
            "The game is over."
          )}
        </p>
      )}
      {checked.assumed?.length ? <p class="muted">Assumed: {checked.assumed.map((each) => (typeof each === "string" ? each : each.text)).join("; ")}</p> : null}
    </section>
  );
}

const isEmpty = (words: string, prefix: string): boolean => words.replace(new RegExp(`^\\s*${prefix}\\s*:`), "").trim() === "";

const baseOf = (item: string): string => item.replace(/^\d{1,3} /, "").trim();

function namesOfPiece(piece: string, names: readonly NameLine[]): string[] {
  return names.filter((each) => each.kind !== "cards" && (each.id === piece || piece.startsWith(`${each.id}_`))).flatMap((each) => [each.id, each.name, ...each.names]);
}

function pieceName(piece: string, names: readonly NameLine[]): string {
  return names.find((each) => each.id === piece)?.name ?? piece;
}

function placeUnder(x: number, y: number, places: readonly NameLine[]): { id: string; name: string } | null {
  const hit = document.elementFromPoint(x, y)?.closest("[data-space], [data-stack], [data-label]");
  const id = hit?.getAttribute("data-space") ?? hit?.getAttribute("data-stack") ?? hit?.getAttribute("data-label");
  const found = places.find((each) => each.id === id);
  return found ? { id: found.id, name: found.name } : null;
}

function useSettled<Value>(value: Value, wait: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), wait);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}

function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}
