import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { to } from "../address";
import { gameOf, useAbout, useAnswer } from "../app";
import { plain } from "../case/asking";
import { Awaited, spaced } from "../parts/basics";
import { DifferenceView } from "../parts/DifferenceView";
import { GameTabs } from "../parts/GameTabs";
import type { Difference } from "../rpc/answers";

/** Where the editions of a game differ, as a table and one by one with positions. */
export function EditionsPage({ prefix, option }: { prefix: string; option: string | null }): JSX.Element {
  const game = gameOf(prefix);
  const about = useAbout(game);
  const answer = useAnswer<{ options: Difference[] }>("differences", { game });
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (option && answer.value) document.getElementById(`option-${option}`)?.scrollIntoView?.();
  }, [option, answer.value]);
  return (
    <main id="main" class="page editions-page">
      <h1>Editions</h1>
      <p class="lead">Where editions disagree, the rules have an option. A ruleset is a preset with the options one likes.</p>
      <GameTabs chosen={prefix} address={(each) => to.editions(each)} />
      <Awaited answer={answer} what="Comparing the editions">
        {({ options }) => {
          const words = plain(typed).split(/\s+/).filter(Boolean);
          const shown = options.filter((each) => words.every((word) => plain(`${each.id} ${each.title} ${each.name} ${each.rules.join(" ")}`).includes(word)));
          const presets = about.value?.presets ?? [];
          return (
            <>
              <div class="scroll-x" tabIndex={0} role="region" aria-label="Table of differences">
                <table class="differences">
                  <thead>
                    <tr>
                      <th scope="col">Where they differ</th>
                      {presets.map((preset) => (
                        <th key={preset.name} scope="col" title={preset.title}>
                          {preset.name}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {options.map((each) => (
                      <tr key={each.id}>
                        <th scope="row">
                          <a href={to.editions(prefix, each.name)}>{each.title}</a>
                        </th>
                        {presets.map((preset) => (
                          <td key={preset.name} class={each.presets[preset.name] === each.default ? "" : "differs"}>
                            {spaced(each.presets[preset.name] ?? "")}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <h2>One by one</h2>
              <label class="search-line">
                <span class="sr-only">Search the differences</span>
                <input type="search" placeholder="Words or a rule number" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
              </label>
              {shown.length ? shown.map((each) => <DifferenceView key={each.id} difference={each} game={game} level="h3" />) : <p class="muted empty">No difference has these words.</p>}
            </>
          );
        }}
      </Awaited>
    </main>
  );
}
