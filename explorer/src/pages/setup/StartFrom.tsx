import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { to } from "../../address";
import { ask, prefixOf, sentenceOf, useAnswer } from "../../app";
import { Fault, spaced } from "../../parts/basics";
import type { About, Case, Example, Exported, OpeningLine, Opened } from "../../rpc/answers";

interface Props {
  game: string;
  about: About | undefined;
  use: (words: string) => void;
}

/** Begin with a scenario, a golden example or the example of an opening, and change it. */
export function StartFrom({ game, about, use }: Props): JSX.Element {
  const examples = useAnswer<{ examples: Example[] }>("library", { game });
  const openings = useAnswer<{ openings: OpeningLine[] }>("openings", { game });
  const [fault, setFault] = useState<string | null>(null);
  const fill = async (found: Promise<Case>): Promise<void> => {
    setFault(null);
    try {
      const written = await ask<Exported>("export", { case: await found });
      use(written.words);
    } catch (problem) {
      setFault(sentenceOf(problem));
    }
  };
  const opened = async (params: object): Promise<Case> => (await ask<Opened>("open", params)).case;
  const start = async (id: string): Promise<Case> => {
    const { acts: _, ...begun } = await opened({ golden: id });
    return begun;
  };
  return (
    <div class="form">
      {fault ? <Fault text={fault} /> : null}
      <label>
        A scenario
        <select value="" onChange={(event) => event.currentTarget.value && void fill(opened({ game, scenario: event.currentTarget.value }))}>
          <option value="">choose</option>
          {(about?.scenarios ?? []).map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        The beginning of a worked example
        <select value="" onChange={(event) => event.currentTarget.value && void fill(start(event.currentTarget.value))}>
          <option value="">choose</option>
          {(examples.value?.examples ?? []).map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      <label>
        The example of an opening
        <select
          value=""
          onChange={(event) => {
            const chosen = openings.value?.openings.find((each) => each.type === event.currentTarget.value);
            if (chosen) void ask<{ words?: string }>("check", { game, position: chosen.case.position ?? {} }).then((found) => found.words && use(found.words), (problem: unknown) => setFault(sentenceOf(problem)));
          }}
        >
          <option value="">choose</option>
          {(openings.value?.openings ?? []).map((each) => (
            <option key={each.type} value={each.type}>
              {spaced(each.type)}: {each.summary}
            </option>
          ))}
        </select>
      </label>
      <p class="muted">
        Or open any <a href={to.library(prefixOf(game))}>worked example</a> or <a href={to.replay()}>trace</a>, go to the step you want, and press Edit.
      </p>
    </div>
  );
}
