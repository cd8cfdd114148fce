import type { JSX } from "preact";
import { to } from "../address";
import { rulesetChanged, rulesetParts } from "../case/rulesets";
import type { About } from "../rpc/answers";

/** Choose a preset, and single options apart from it. */
export function RulesetPicker({ about, ruleset, choose }: { about: About; ruleset: string; choose: (ruleset: string) => void }): JSX.Element {
  const { preset, changes } = rulesetParts(ruleset);
  const values = about.presets.find((each) => each.name === preset)?.options ?? {};
  return (
    <div class="ruleset">
      <label class="block">
        Ruleset
        <select value={preset} onChange={(event) => choose(event.currentTarget.value)}>
          {about.presets.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title} ({each.name})
            </option>
          ))}
        </select>
      </label>
      <details>
        <summary>
          Single options {Object.keys(changes).length ? <span class="badge">{Object.keys(changes).length} changed</span> : <span class="muted">({about.options.length})</span>}
        </summary>
        <ul class="option-list">
          {about.options.map((option) => (
            <li key={option.name} class={changes[option.name] ? "changed" : ""}>
              <label>
                <span class="option-title">{option.title}</span>
                <select value={changes[option.name] ?? values[option.name] ?? option.default} onChange={(event) => choose(rulesetChanged(ruleset, option.name, event.currentTarget.value, values[option.name] ?? option.default))}>
                  {option.values.map((value) => (
                    <option key={value} value={value}>
                      {value.replaceAll("_", " ")}
                    </option>
                  ))}
                </select>
              </label>{" "}
              <a class="cite" href={to.rule(option.id)}>
                {option.id}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
