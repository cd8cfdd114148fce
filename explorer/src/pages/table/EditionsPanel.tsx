import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { to } from "../../address";
import { prefixOf, useAnswer } from "../../app";
import { Awaited, Sentences, Verdict } from "../../parts/basics";
import { RulesetPicker } from "../../parts/RulesetPicker";
import type { EditionsAnswer } from "../../rpc/answers";
import type { JsonObject } from "../../rpc/client";
import type { TableContext } from "./context";

interface Props {
  table: TableContext;
  asked: { by: string; do: JsonObject } | null;
  setAsked: (asked: { by: string; do: JsonObject } | null) => void;
}

/** Play under another ruleset; ask the same under all. */
export function EditionsPanel({ table, asked, setAsked }: Props): JSX.Element {
  const { study, about, options } = table;
  const game = study.base.game;
  const ruleset = study.base.ruleset ?? about?.presets[0]?.name ?? "";
  const choose = (named: string): void => table.setStudy({ ...study, base: { ...study.base, ruleset: named } });
  const decision = options?.decision;
  const offered = decision && !decision.hidden && decision.by !== "chance" ? (decision.actions ?? []) : [];
  return (
    <section aria-label="Editions">
      <h3>The rules of this case</h3>
      {about ? <RulesetPicker about={about} ruleset={ruleset} choose={choose} /> : null}
      <p>
        <a href={to.editions(prefixOf(game))}>Where the editions differ, with positions</a>
      </p>
      <h3>The same question under every edition</h3>
      {offered.length && decision ? (
        <label class="block">
          Ask about
          <select
            value={asked ? JSON.stringify(asked.do) : ""}
            onChange={(event) => {
              const chosen = offered.find((choice) => JSON.stringify(choice.do) === event.currentTarget.value);
              setAsked(chosen ? { by: decision.by, do: chosen.do } : null);
            }}
          >
            <option value="">choose an action</option>
            {asked && !offered.some((choice) => JSON.stringify(choice.do) === JSON.stringify(asked.do)) ? <option value={JSON.stringify(asked.do)}>the action asked about</option> : null}
            {offered.slice(0, 300).map((choice) => (
              <option key={choice.number} value={JSON.stringify(choice.do)}>
                {choice.words}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p class="muted">Ask about an action beside the board; then choose “Ask every edition”.</p>
      )}
      {asked ? <Compared table={table} asked={asked} /> : null}
    </section>
  );
}

function Compared({ table, asked }: { table: TableContext; asked: { by: string; do: JsonObject } }): JSX.Element {
  const { side: _, ...here } = table.here;
  const answer = useAnswer<EditionsAnswer>("editions", { ...here, do: asked.do, by: asked.by });
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Awaited answer={answer} what="Asking every edition">
      {(found) => (
        <>
          <table class="editions-table">
            <caption class="sr-only">The ruling under every preset</caption>
            <thead>
              <tr>
                <th scope="col">Rules</th>
                <th scope="col">Ruling</th>
              </tr>
            </thead>
            <tbody>
              {found.presets.map((preset) => (
                <tr key={preset.ruleset} class={preset.differs ? "differs" : ""}>
                  <th scope="row">
                    {preset.title} <code>{preset.ruleset}</code>
                  </th>
                  <td>
                    <button type="button" class="link" aria-expanded={open === preset.ruleset} onClick={() => setOpen(open === preset.ruleset ? null : preset.ruleset)}>
                      <Verdict ruling={preset.ruling} /> {preset.differs ? <span class="badge">differs</span> : null}
                    </button>
                    {open === preset.ruleset || preset.differs ? (
                      <>
                        <p class="muted">{preset.headline}</p>
                        <Sentences of={preset.sentences} />
                      </>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {found.switches.length ? (
            <>
              <h3>What alone would change the answer</h3>
              <ul class="switches">
                {found.switches.map((each) => (
                  <li key={`${each.option}${each.value}`}>
                    <a class="cite" href={to.rule(each.id)}>
                      {each.id}
                    </a>{" "}
                    {each.title}: <code>{each.value}</code> instead of <code>{each.instead_of}</code>
                    <div>
                      <Verdict ruling={each.ruling} /> <span class="muted">{each.headline}</span>
                    </div>
                    <Sentences of={each.sentences} />
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p class="muted">No single option would change the answer.</p>
          )}
        </>
      )}
    </Awaited>
  );
}
