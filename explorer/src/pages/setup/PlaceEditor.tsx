import type { JSX } from "preact";
import { withItem, withOne, withoutOne, countOf, type Line } from "../../case/clauses";
import type { NameLine } from "../../rpc/answers";

interface Props {
  place: { id: string; name: string } | null;
  places: readonly NameLine[];
  setPlace: (place: { id: string; name: string } | null) => void;
  lines: readonly Line[];
  change: (lines: readonly Line[]) => void;
}

/** What stands in one place: more, fewer, elsewhere, or said in other words (`reduced 44th`, `Wallace 3`). */
export function PlaceEditor({ place, places, setPlace, lines, change }: Props): JSX.Element {
  const clause = lines.findIndex((line) => line.kind === "place" && line.id === place?.id);
  const items = lines[clause]?.items ?? [];
  const choose = (id: string): void => {
    const found = places.find((each) => each.id === id);
    setPlace(found ? { id: found.id, name: found.name } : null);
  };
  const add = (event: Event): void => {
    event.preventDefault();
    const box = (event.currentTarget as HTMLFormElement).elements.namedItem("item") as HTMLInputElement;
    if (place && box.value.trim()) change(withOne(lines, place, box.value.trim()));
    box.value = "";
  };
  return (
    <section aria-label="A place">
      <label class="block">
        Place
        <select value={place?.id ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">choose a place, here or on the map</option>
          {[...places]
            .sort((one, other) => one.name.localeCompare(other.name))
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
        </select>
      </label>
      {place ? (
        <>
          {items.length ? (
            <ul class="items">
              {items.map((item, index) => (
                <li key={index}>
                  <input type="text" class="grow" aria-label={`Item ${index + 1} at ${place.name}`} value={item} onChange={(event) => change(withItem(lines, clause, index, event.currentTarget.value))} />
                  <button type="button" class="quiet" aria-label={`One ${countOf(item).base} fewer`} onClick={() => change(withoutOne(lines, clause, index))}>
                    −
                  </button>
                  <button type="button" class="quiet" aria-label={`One ${countOf(item).base} more`} onClick={() => change(withOne(lines, place, countOf(item).base))}>
                    +
                  </button>
                  <select
                    aria-label={`Move one ${countOf(item).base} to`}
                    value=""
                    onChange={(event) => {
                      const found = places.find((each) => each.id === event.currentTarget.value);
                      if (found) change(withOne(withoutOne(lines, clause, index), found, countOf(item).base));
                    }}
                  >
                    <option value="">move to …</option>
                    {places
                      .filter((each) => each.id !== place.id)
                      .map((each) => (
                        <option key={each.id} value={each.id}>
                          {each.name}
                        </option>
                      ))}
                  </select>
                </li>
              ))}
            </ul>
          ) : (
            <p class="muted empty">Nothing stands at {place.name}.</p>
          )}
          <form class="row" onSubmit={add}>
            <input class="grow" type="text" name="item" aria-label={`Add to ${place.name}, in words`} placeholder="2 regulars, reduced 44th, fort …" />
            <button type="submit">Add</button>
          </form>
        </>
      ) : null}
    </section>
  );
}
