import type { JSX } from "preact";
import { useAnswer } from "../../app";
import type { Line } from "../../case/clauses";
import { Awaited, Rules, spaced } from "../../parts/basics";
import type { OpeningLine } from "../../rpc/answers";

/** What begins in this position: a battle, a siege, a turn. */
export function OpeningEditor({ game, lines, change }: { game: string; lines: readonly Line[]; change: (lines: readonly Line[]) => void }): JSX.Element {
  const answer = useAnswer<{ openings: OpeningLine[] }>("openings", { game });
  const said = lines.find((line) => line.head.trim().toLowerCase() === "opening");
  const others = lines.filter((line) => line !== said);
  return (
    <Awaited answer={answer} what="Fetching the openings">
      {({ openings }) => {
        const { type, fields } = readOpening(said?.items ?? [], openings);
        const chosen = openings.find((each) => each.type === type);
        const write = (named: string, values: Record<string, string>): void => change(named ? [...others, { kind: "opening", head: "opening", items: openingItems(named, values) }] : others);
        return (
          <fieldset class="opening">
            <legend>What begins now</legend>
            <label class="block">
              Opening
              <select value={type} onChange={(event) => write(event.currentTarget.value, {})}>
                <option value="">{said && !type ? "as written in words" : "nothing is under way"}</option>
                {openings.map((each) => (
                  <option key={each.type} value={each.type}>
                    {spaced(each.type)}
                  </option>
                ))}
              </select>
            </label>
            {chosen ? (
              <>
                <p class="muted">
                  {chosen.summary} <Rules ids={chosen.rules} />
                </p>
                {chosen.fields.map((field) => (
                  <label key={field.name}>
                    {spaced(field.name)}
                    <input type="text" value={fields[field.name] ?? ""} placeholder={field.default === null ? String(field.values) : `${String(field.values)}; unsaid: ${JSON.stringify(field.default)}`} onChange={(event) => write(type, { ...fields, [field.name]: event.currentTarget.value.trim() })} />
                  </label>
                ))}
              </>
            ) : said ? (
              <p class="muted">{said.items.join(", ")}</p>
            ) : null}
          </fieldset>
        );
      }}
    </Awaited>
  );
}

/** Read `battle space=Albany, attacker=british`; what is said more freely stays as it is written. */
export function readOpening(items: readonly string[], openings: readonly OpeningLine[]): { type: string; fields: Record<string, string> } {
  const [first = "", ...rest] = items;
  const known = [...openings].sort((one, other) => other.type.length - one.type.length).find((each) => startsWith(first, spaced(each.type)) || startsWith(first, each.type));
  if (!known) return { type: "", fields: {} };
  const parts = [first.slice(known.type.length).trim(), ...rest].filter(Boolean);
  const fields: Record<string, string> = {};
  for (const part of parts) {
    const at = part.indexOf("=");
    if (at < 0) return { type: "", fields: {} };
    fields[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return { type: known.type, fields };
}

const startsWith = (text: string, name: string): boolean => text.toLowerCase() === name || text.toLowerCase().startsWith(`${name} `);

function openingItems(type: string, fields: Record<string, string>): string[] {
  const [first, ...rest] = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`);
  return [first ? `${spaced(type)} ${first}` : spaced(type), ...rest];
}
