import type { JSX } from "preact";

export interface Standing {
  id: string;
  what: string;
  side: string | null;
}

export interface Selected {
  place: string | null;
  piece: string | null;
  card: string | null;
  name: string;
  standing: Standing[];
}

/** A place that was clicked, and its stack in words. */
export function PlaceCard({ selected, close }: { selected: Selected; close: () => void }): JSX.Element {
  return (
    <section class="place-card" aria-label={`Chosen: ${selected.name}`}>
      <header>
        <h3>{selected.name}</h3>
        <button type="button" class="quiet" aria-label={`Leave ${selected.name}`} onClick={close}>
          ✕
        </button>
      </header>
      {selected.place === null ? null : selected.standing.length ? (
        <ul class="standing">
          {counted(selected.standing).map(({ what, side, count, ids }) => (
            <li key={`${side}${what}`} class={selected.piece !== null && ids.includes(selected.piece) ? "chosen" : ""}>
              {side ? <span class={`side-dot side-dot-${side}`} aria-label={side} role="img" /> : null}
              {what}
              {count > 1 ? <span class="times"> × {count}</span> : null}
            </li>
          ))}
        </ul>
      ) : (
        <p class="muted">Nobody stands here.</p>
      )}
    </section>
  );
}

interface Counted {
  what: string;
  side: string | null;
  count: number;
  ids: string[];
}

function counted(standing: readonly Standing[]): Counted[] {
  const found = new Map<string, Counted>();
  for (const { id, what, side } of standing) {
    const known = found.get(`${side}|${what}`);
    if (known) {
      known.count++;
      known.ids.push(id);
    } else found.set(`${side}|${what}`, { what, side, count: 1, ids: [id] });
  }
  return [...found.values()];
}
