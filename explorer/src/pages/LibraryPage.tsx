import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { to } from "../address";
import { gameOf, nameOf, useAnswer } from "../app";
import { plain } from "../case/asking";
import { Awaited, Rules } from "../parts/basics";
import { GameTabs } from "../parts/GameTabs";
import type { Example } from "../rpc/answers";

/** The rulebooks' own worked examples, by number, ready to step through. */
export function LibraryPage({ prefix }: { prefix: string | null }): JSX.Element {
  const chosen = prefix ?? "ww";
  const answer = useAnswer<{ examples: Example[] }>("library", { game: gameOf(chosen) });
  const [typed, setTyped] = useState("");
  return (
    <main id="main" class="page">
      <h1>Worked examples</h1>
      <p class="lead">Every printed example of the rulebooks, every die as printed. Open one and step through it.</p>
      <GameTabs chosen={chosen} address={(each) => to.library(each)} />
      <Awaited answer={answer} what="Reading the library">
        {({ examples }) => {
          const words = plain(typed).split(/\s+/).filter(Boolean);
          const shown = examples.filter((each) => words.every((word) => plain(`${each.title} ${each.id} ${each.number ?? ""} ${each.rules.join(" ")}`).includes(word)));
          return (
            <>
              <label class="search-line">
                <span class="sr-only">Search the examples</span>
                <input type="search" placeholder="A rule number or words of the title" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
                <span class="muted">
                  {shown.length} of {examples.length}
                </span>
              </label>
              {shown.length ? <ExampleList examples={shown} /> : <p class="muted empty">No example of {nameOf(gameOf(chosen))} has these words.</p>}
            </>
          );
        }}
      </Awaited>
    </main>
  );
}

function ExampleList({ examples }: { examples: Example[] }): JSX.Element {
  const chapters = new Map<string, Example[]>();
  for (const each of examples) {
    const key = each.chapter || "";
    chapters.set(key, [...(chapters.get(key) ?? []), each]);
  }
  return (
    <>
      {[...chapters].map(([chapter, found]) => (
        <section key={chapter} class="example-chapter">
          {chapter ? <h2>{chapter}</h2> : null}
          <ul class="examples">
            {found.map((each) => (
              <li key={each.id}>
                <span class="example-number">{each.number ?? each.id.split("/")[1]}</span>
                <div>
                  <a href={to.golden(each.id)}>{each.title}</a>
                  <span class="muted">
                    {" "}
                    {each.steps} {each.steps === 1 ? "step" : "steps"}, {each.ruleset}
                  </span>
                  <div>
                    <Rules ids={each.rules.slice(0, 8)} />
                    {each.rules.length > 8 ? <span class="muted"> and {each.rules.length - 8} more</span> : null}
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

