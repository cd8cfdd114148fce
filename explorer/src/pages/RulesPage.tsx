import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { to } from "../address";
import { gameOf, readdress, useAnswer } from "../app";
import { Awaited, Rules, useMore } from "../parts/basics";
import { GameTabs } from "../parts/GameTabs";
import type { Contents, Found, Hit, RuleLine } from "../rpc/answers";

/** The table of contents of a game, and the search. */
export function RulesPage({ prefix, search }: { prefix: string; search: string }): JSX.Element {
  const game = gameOf(prefix);
  const [typed, setTyped] = useState(search);
  const [words, setWords] = useState(search);
  useEffect(() => {
    setTyped(search);
    setWords(search);
  }, [search, prefix]);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setWords(typed.trim());
      readdress(to.rules(prefix, typed.trim()));
    }, 250);
    return () => window.clearTimeout(timer);
  }, [typed]);
  const contents = useAnswer<Contents>("contents", { game });
  return (
    <main id="main" class="page rules-page">
      <h1>Rules</h1>
      <GameTabs chosen={prefix} address={(each) => to.rules(each, words)} />
      <form
        class="search-line"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setWords(typed.trim());
        }}
      >
        <label class="sr-only" for="rule-search">
          Search rules, rulings, divergences and examples
        </label>
        <input id="rule-search" type="search" placeholder="Words, or a number: ambush woods, 7.62" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </form>
      {words ? <Hits words={words} game={game} prefix={prefix} /> : <Awaited answer={contents} what="Reading the contents">{(found) => <Chapters contents={found} />}</Awaited>}
    </main>
  );
}

function Hits({ words, game, prefix }: { words: string; game: string; prefix: string }): JSX.Element {
  const answer = useAnswer<Found>("search", { words, game, most: 60 });
  const number = /^\S*\d\S*$/.test(words);
  return (
    <>
      {number ? (
        <p>
          <a class="go" href={to.rule(words.includes(":") ? words : `${prefix}:${words}`)}>
            Open rule {words}
          </a>
        </p>
      ) : null}
      <Awaited answer={answer} what="Searching">
        {(found) =>
          found.hits.length ? (
            <>
              <p class="muted" role="status">
                {found.found} found{found.missing.length ? `; nothing has: ${found.missing.join(", ")}` : ""}
              </p>
              <ul class="hits">
                {found.hits.map((hit) => (
                  <HitLine key={`${hit.kind}${hit.id}`} hit={hit} />
                ))}
              </ul>
            </>
          ) : (
            <p class="muted empty">Nothing has these words. Try fewer, or the words of the rulebook.</p>
          )
        }
      </Awaited>
    </>
  );
}

function HitLine({ hit }: { hit: Hit }): JSX.Element {
  const lead = hit.kind === "example" ? hit.rules[0] : hit.id;
  return (
    <li>
      <span class="kind">{hit.kind}</span>{" "}
      {lead ? (
        <a href={to.rule(lead)}>
          <span class="rule-id">{hit.id}</span> {hit.title}
        </a>
      ) : (
        <strong>{hit.title}</strong>
      )}
      <p>{hit.says}</p>
      {hit.kind === "rule" ? null : <Rules ids={hit.rules} />}
    </li>
  );
}

function Chapters({ contents }: { contents: Contents }): JSX.Element {
  return (
    <div class="chapters">
      {contents.chapters.map((chapter) => (
        <details key={chapter.key} class="chapter">
          <summary>
            <span class="chapter-key">{chapter.key}</span> <span class="chapter-title">{chapter.title}</span> <span class="muted">{chapter.rules.length} rules</span>
          </summary>
          <RuleLines rules={chapter.rules} />
        </details>
      ))}
    </div>
  );
}

export function RuleLines({ rules }: { rules: readonly RuleLine[] }): JSX.Element {
  const [most, more] = useMore(rules.length, 80);
  return (
    <>
      <ul class="rule-lines">
        {rules.slice(0, most).map((rule) => (
          <li key={rule.id}>
            <a href={to.rule(rule.id)}>
              <span class="rule-id">{rule.id}</span> {rule.title}
            </a>
            {rule.gist ? <p>{rule.gist}</p> : null}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
