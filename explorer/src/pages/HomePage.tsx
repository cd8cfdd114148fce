import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { to } from "../address";
import { ask, prefixOf, sentenceOf, tell, useAbout, useGames } from "../app";
import { studyOf } from "../case/study";
import { Awaited, Loading } from "../parts/basics";
import { OpenFile } from "../parts/OpenFile";
import { Thumbnail } from "../parts/Thumbnail";
import { RulesetPicker } from "../parts/RulesetPicker";
import type { GameLine, Opened } from "../rpc/answers";
import { openStudy } from "./table/links";

const EXAMPLES: Record<string, { words: string; question: string }> = {
  wilderness_war: { words: "ww: Albany: 3 British regulars, 3 rangers | opening: take losses, British, Albany, battle, 5", question: "Five losses on three Regulars and three Rangers: who must take them?" },
  hammer_of_the_scots: { words: "hs: year 1298, turn 2 | Angus: Wallace 3, Douglas | Fife: York Infantry 2, Edward | frames: turn stage=cards", question: "Wallace in Angus, Edward in Fife: what may be played?" },
  few_acres_of_snow: { words: "fa: Albany: British village, fort | British hand: Boston, Albany, 2 ships | money: British 5, French 3 | turn: British, 2 actions", question: "Boston, Albany and two ships in hand: what can be settled?" },
};

export function HomePage(): JSX.Element {
  const games = useGames();
  return (
    <main id="main" class="page home">
      <header class="hero">
        <h1>Is it legal, why not, and by which rule?</h1>
        <p>
          Set up a position, click what you want to do, and see every reason with its rule number. Compare editions, get exact odds, send the link. An executable rulebook for
          three board wargames.
        </p>
      </header>
      <Awaited answer={games} what="Looking for the games">
        {(found) => (
          <div class="game-cards">
            {found.games.map((game) => (
              <GameCard key={game.game} game={game} />
            ))}
          </div>
        )}
      </Awaited>
      <section class="home-more">
        <InWords />
        <div class="card">
          <h2>Open a file</h2>
          <p>A trace, or a recorded game of another implementation: step through it, and see where it first parts from the rules.</p>
          <OpenFile />
        </div>
      </section>
    </main>
  );
}

function GameCard({ game }: { game: GameLine }): JSX.Element {
  const about = useAbout(game.game);
  const [scenario, setScenario] = useState(game.scenarios[0]?.id ?? "");
  const [ruleset, setRuleset] = useState(game.rulesets[0] ?? "");
  const [opening, setOpening] = useState(false);
  const prefix = prefixOf(game.game);
  const start = async (): Promise<void> => {
    setOpening(true);
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
      const found = await ask<Opened>("open", { game: game.game, scenario, ruleset, seed: seed % 1_000_000 });
      await openStudy(studyOf(found.case));
    } catch (fault) {
      tell(sentenceOf(fault), "fault");
    } finally {
      setOpening(false);
    }
  };
  return (
    <section class="card game-card" aria-label={game.name}>
      <Thumbnail game={game.game} scenario={game.scenarios[0]?.id ?? ""} />
      <h2>{game.name}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <label class="block">
          Scenario
          <select value={scenario} onChange={(event) => setScenario(event.currentTarget.value)}>
            {game.scenarios.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        {about.value ? <RulesetPicker about={about.value} ruleset={ruleset} choose={setRuleset} /> : <Loading what="Reading the editions" />}
        <button type="submit" class="primary wide" disabled={opening}>
          {opening ? "Dealing …" : "Start"}
        </button>
      </form>
      <ul class="card-links">
        <li>
          <a href={to.setup(game.game)}>Set up a position</a>
        </li>
        <li>
          <a href={to.library(prefix)}>Worked examples</a>
        </li>
        <li>
          <a href={to.rules(prefix)}>Rules</a>
        </li>
        <li>
          <a href={to.editions(prefix)}>Editions</a>
        </li>
      </ul>
    </section>
  );
}

function InWords(): JSX.Element {
  const [words, setWords] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const open = async (text: string): Promise<void> => {
    setFault(null);
    try {
      const found = await ask<Opened>("open", { words: text });
      await openStudy(studyOf(found.case));
    } catch (problem) {
      setFault(sentenceOf(problem));
    }
  };
  return (
    <div class="card">
      <h2>Say it in words</h2>
      <p>A place and what stands there, a line each. What is not said is assumed, and told.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open(words);
        }}
      >
        <label class="sr-only" for="words-home">
          Position in words
        </label>
        <textarea id="words-home" rows={4} spellcheck={false} placeholder={"ww: Albany: Braddock, 3 British regulars\nCrown Point: 2 coureurs\n…"} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        {fault ? (
          <p class="fault" role="alert">
            {fault}
          </p>
        ) : null}
        <button type="submit" class="primary" disabled={!words.trim()}>
          Show it
        </button>
      </form>
      <h3>For example</h3>
      <ul class="plain">
        {Object.values(EXAMPLES).map((each) => (
          <li key={each.words}>
            <button
              type="button"
              class="link"
              onClick={() => {
                setWords(each.words.replaceAll(" | ", "\n"));
                void open(each.words);
              }}
            >
              {each.question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

