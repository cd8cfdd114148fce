import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { plain } from "../../case/asking";
import { Loading, useMore } from "../../parts/basics";
import type { About, NameLine, NamesAnswer } from "../../rpc/answers";
import type { Dragged } from "./dragging";

/** Names that are no pieces to be put on a map. */
const NO_PIECES = new Set(["cards", "actions", "openings", "sides", "scenarios", "rulesets"]);

interface Props {
  game: string;
  names: NamesAnswer | undefined;
  about: About | undefined;
  held: string | null;
  hold: (held: { base: string; words: string } | null) => void;
  place: { id: string; name: string } | null;
  put: (base: string, place: { id: string; name: string }) => void;
  startDrag: (dragged: Dragged, event: PointerEvent) => void;
}

/** What can stand on the map. Drag it there; or press it and then a place; or put it into the place that is chosen. */
export function Tray({ names, about, held, hold, place, put, startDrag }: Props): JSX.Element {
  const [typed, setTyped] = useState("");
  const [side, setSide] = useState<string>("");
  const [kind, setKind] = useState<string>("");
  const kinds = (names?.kinds ?? []).filter((each) => each.kind !== about?.places && !NO_PIECES.has(each.kind));
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const every = (names?.names ?? []).filter((each) => kinds.some((known) => known.kind === each.kind));
  const shown = every.filter((each) => (!kind || each.kind === kind) && (!side || !each.side || each.side === side) && words.every((word) => plain(`${each.name} ${each.id} ${each.what}`).includes(word)));
  const [most, more] = useMore(shown.length, 40);
  if (!names || !about) return <Loading what="Fetching the pieces" />;
  return (
    <section aria-label="Tray of pieces">
      <div class="row tray-filters">
        <input type="search" class="grow" aria-label="Find a piece" placeholder="Find a piece" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        <select aria-label="Side" value={side} onChange={(event) => setSide(event.currentTarget.value)}>
          <option value="">both sides</option>
          {about.sides.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
        <select aria-label="Kind" value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          <option value="">all kinds</option>
          {kinds.map((each) => (
            <option key={each.kind} value={each.kind}>
              {each.kind}
            </option>
          ))}
        </select>
      </div>
      <p class="muted">
        Drag a piece onto the map. Or press it, then a place. {place ? `“+” puts it into ${place.name}.` : "Choose a place, and “+” puts pieces there."}
      </p>
      <ul class="tray">
        {shown.slice(0, most).flatMap((each) =>
          owners(each, side, about).map(({ base, label, owner }) => (
            <li key={`${each.kind}${base}`}>
              <button
                type="button"
                class={`piece${owner ? ` piece-${owner}` : ""}`}
                aria-pressed={held === base}
                title={each.what}
                onPointerDown={(event) => {
                  if (event.pointerType !== "touch") event.preventDefault();
                  startDrag({ base, words: label }, event);
                }}
                onClick={() => hold(held === base ? null : { base, words: label })}
              >
                <span class="piece-name">{label}</span>
                <span class="piece-what">{each.what}</span>
              </button>
              <button type="button" class="quiet" disabled={!place} aria-label={place ? `Put ${label} into ${place.name}` : `Put ${label} into the chosen place`} onClick={() => place && put(base, place)}>
                +
              </button>
            </li>
          )),
        )}
      </ul>
      {more}
      {shown.length ? null : <p class="muted empty">No piece has these words.</p>}
    </section>
  );
}

/** How a piece is said in a clause. A marker that either side may have is offered for each. */
function owners(name: NameLine, side: string, about: About): { base: string; label: string; owner: string | null }[] {
  if (name.side) return [{ base: name.id, label: name.count && name.count > 1 ? `${about.sides.find((each) => each.id === name.side)?.name ?? ""} ${name.name}` : name.name, owner: name.side }];
  if (!/of a side/.test(name.what)) return [{ base: name.name, label: name.name, owner: null }];
  return about.sides.filter((each) => !side || each.id === side).map((each) => ({ base: `${each.name} ${name.name}`, label: `${each.name} ${name.name}`, owner: each.id }));
}
