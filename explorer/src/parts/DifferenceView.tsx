import type { JSX } from "preact";
import { to } from "../address";
import { sentenceOf, tell } from "../app";
import { studyOf } from "../case/study";
import { openStudy } from "../pages/table/links";
import type { Demonstration, Difference } from "../rpc/answers";
import { Rules, spaced } from "./basics";

/** One point on which editions disagree: who says what, what it makes of a position, and that position ready to open. */
export function DifferenceView({ difference, level }: { difference: Difference; game: string; level: "h1" | "h2" | "h3" }): JSX.Element {
  const Heading = level;
  const presets = Object.entries(difference.presets);
  return (
    <section class="difference" id={`option-${difference.name}`}>
      <Heading>
        <a class="cite" href={to.rule(difference.id)}>
          {difference.id}
        </a>{" "}
        {difference.title}
      </Heading>
      <p class="muted">
        Option <code>{difference.name}</code> <Rules ids={difference.rules} />
      </p>
      <dl class="says">
        {difference.says.map((each) => (
          <div key={each.source}>
            <dt>{each.source}</dt>
            <dd>{each.text}</dd>
          </div>
        ))}
      </dl>
      {difference.position ? <p class="position">For example: {difference.position}</p> : null}
      <div class="scroll-x" tabIndex={0} role="region" aria-label={`Values of ${difference.title}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Then</th>
              <th scope="col">Taken by</th>
            </tr>
          </thead>
          <tbody>
            {difference.values.map((value) => (
              <tr key={value}>
                <th scope="row">{spaced(value)}</th>
                <td>{difference.results.find((each) => each.value === value)?.text ?? ""}</td>
                <td>
                  {presets
                    .filter(([, taken]) => taken === value)
                    .map(([preset]) => preset)
                    .join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {difference.note ? <p class="muted">{difference.note}</p> : null}
      {difference.demonstrations.map((each, index) => (
        <Shown key={index} demonstration={each} />
      ))}
    </section>
  );
}

function Shown({ demonstration }: { demonstration: Demonstration }): JSX.Element {
  const open = (ruleset?: string): void => {
    const under = ruleset ? { ...demonstration.case, ruleset } : demonstration.case;
    openStudy(studyOf(under, demonstration.at ?? null)).catch((fault: unknown) => tell(sentenceOf(fault), "fault"));
  };
  return (
    <div class="demonstration">
      <span>{demonstration.title || "A position that shows it"}</span>
      <span class="row">
        {demonstration.rulesets.length ? (
          demonstration.rulesets.map((each) => (
            <button key={each.ruleset} type="button" onClick={() => open(each.ruleset)} title={each.ruleset}>
              Open under {spaced(each.value)}
            </button>
          ))
        ) : (
          <button type="button" onClick={() => open()}>
            Open
          </button>
        )}
      </span>
    </div>
  );
}
