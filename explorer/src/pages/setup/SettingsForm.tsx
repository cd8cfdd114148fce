import type { JSX } from "preact";
import { useAnswer } from "../../app";
import { settingOf, withSetting, type Line } from "../../case/clauses";
import { Awaited, capital, spaced } from "../../parts/basics";
import type { About, NameLine, Setting } from "../../rpc/answers";

interface Props {
  game: string;
  about: About | undefined;
  lines: readonly Line[];
  change: (lines: readonly Line[]) => void;
  names: readonly NameLine[];
}

interface FieldProps {
  label: string;
  setting: Setting;
  items: string[];
  set: (items: string[]) => void;
  names: readonly NameLine[];
}

/** Year, season, tracks, hands, markers: whatever a position of this game can say, as Referee lists it. */
export function SettingsForm({ game, about, lines, change, names }: Props): JSX.Element {
  const answer = useAnswer<{ settings: Setting[] }>("settings", { game });
  return (
    <Awaited answer={answer} what="Fetching the settings">
      {({ settings }) => (
        <div class="form settings">
          {settings
            .filter((each) => each.name !== "opening")
            .flatMap((setting) =>
              (setting.side ? (about?.sides ?? []) : [null]).map((side) => (
                <Field
                  key={`${setting.name}${side?.id ?? ""}`}
                  label={capital(side ? `${side.name} ${setting.name}` : setting.name)}
                  setting={setting}
                  items={settingOf(lines, setting, side?.id ?? null)}
                  set={(items) => change(withSetting(lines, setting, side, items))}
                  names={names}
                />
              )),
            )}
        </div>
      )}
    </Awaited>
  );
}

function Field(props: FieldProps): JSX.Element {
  switch (props.setting.shape) {
    case "number":
      return <NumberField {...props} />;
    case "one_of":
    case "side":
      return <ChoiceField {...props} />;
    case "flag":
      return <FlagField {...props} />;
    case "sides":
    case "some_of":
      return <SomeField {...props} />;
    case "names":
    case "name":
      return <NamesField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

const usual = (setting: Setting): string => (setting.usual ? `unsaid: ${String(setting.usual)}` : "unsaid");

function NumberField({ label, setting, items, set }: FieldProps): JSX.Element {
  const [low, high] = setting.range ?? [];
  return (
    <label>
      {label}
      <input type="number" value={items[0] ?? ""} placeholder={usual(setting)} {...(low === undefined ? {} : { min: low, max: high ?? low })} onChange={(event) => set(event.currentTarget.value ? [event.currentTarget.value] : [])} />
    </label>
  );
}

function ChoiceField({ label, setting, items, set }: FieldProps): JSX.Element {
  const said = (items[0] ?? "").toLowerCase();
  return (
    <label>
      {label}
      <select value={said} onChange={(event) => set(event.currentTarget.value ? [event.currentTarget.value] : [])}>
        <option value="">{usual(setting)}</option>
        {(setting.values ?? []).map((value) => (
          <option key={String(value)} value={String(value).toLowerCase()}>
            {capital(spaced(String(value)))}
          </option>
        ))}
      </select>
    </label>
  );
}

function FlagField({ label, items, set }: FieldProps): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={items.length > 0 && items[0] !== "no"} onChange={(event) => set(event.currentTarget.checked ? ["yes"] : [])} /> {label}
    </label>
  );
}

function SomeField({ label, setting, items, set }: FieldProps): JSX.Element {
  const said = items.map((each) => each.toLowerCase());
  return (
    <fieldset>
      <legend>{label}</legend>
      {(setting.values ?? []).map((value) => {
        const text = String(value).toLowerCase();
        return (
          <label key={text} class="check">
            <input type="checkbox" checked={said.includes(text)} onChange={(event) => set(event.currentTarget.checked ? [...items, String(value)] : items.filter((each) => each.toLowerCase() !== text))} /> {capital(spaced(String(value)))}
          </label>
        );
      })}
    </fieldset>
  );
}

function NamesField({ label, setting, items, set, names }: FieldProps): JSX.Element {
  const offered = names.filter((each) => (setting.kinds ?? []).includes(each.kind));
  const one = setting.shape === "name";
  return (
    <fieldset>
      <legend>{label}</legend>
      {items.length ? (
        <ul class="chips">
          {items.map((item, index) => (
            <li key={index} class="chip">
              {names.find((each) => each.id === item)?.name ?? item}
              <button type="button" class="quiet" aria-label={`Take ${item} out of ${label}`} onClick={() => set(items.filter((_, at) => at !== index))}>
                ✕
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <select
        aria-label={`Add to ${label}`}
        value=""
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen) set(one ? [chosen] : [...items, chosen]);
          event.currentTarget.value = "";
        }}
      >
        <option value="">{items.length ? (one ? "choose another" : "add …") : usual(setting)}</option>
        {offered.map((each) => (
          <option key={`${each.kind}${each.id}`} value={each.id}>
            {each.name} — {each.what}
          </option>
        ))}
      </select>
    </fieldset>
  );
}

function TextField({ label, setting, items, set }: FieldProps): JSX.Element {
  return (
    <label>
      {label}
      <input type="text" value={items.join(", ")} placeholder={usual(setting)} onChange={(event) => set(event.currentTarget.value.trim() ? [event.currentTarget.value.trim()] : [])} />
    </label>
  );
}
