// A ruleset is named by a preset and the options that differ from it: `standard+attrition_rounding=down`.

export interface RulesetParts {
  preset: string;
  changes: Record<string, string>;
}

export function rulesetParts(named: string): RulesetParts {
  const [preset = "", ...rest] = named.split("+");
  const changes: Record<string, string> = {};
  for (const each of rest) {
    const [option = "", value = ""] = each.split("=");
    if (option) changes[option] = value;
  }
  return { preset, changes };
}

/** Set one option; what the preset says anyway is left out of the name. */
export function rulesetChanged(named: string, option: string, value: string, ofPreset: string): string {
  const { preset, changes } = rulesetParts(named);
  const { [option]: _, ...others } = changes;
  const all = value === ofPreset ? others : { ...others, [option]: value };
  return [preset, ...Object.entries(all).map(([name, set]) => `${name}=${set}`)].join("+");
}
