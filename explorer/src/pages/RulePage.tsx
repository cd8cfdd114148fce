import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { to } from "../address";
import { nameOf, useAbout, useAnswer } from "../app";
import { Awaited, Rules, useMore } from "../parts/basics";
import { DifferenceView } from "../parts/DifferenceView";
import { SourceView } from "../parts/SourceView";
import type { CodePlace, RuleEntry, Titled } from "../rpc/answers";
import { RuleLines } from "./RulesPage";

/** Everything about one rule: what it says, in which editions, what hangs on it, and what proves it. */
export function RulePage({ id }: { id: string }): JSX.Element {
  const answer = useAnswer<{ entries: RuleEntry[] }>("rule", { id });
  const prefix = id.includes(":") ? (id.split(":")[0] ?? "ww") : "ww";
  return (
    <main id="main" class="page narrow rule-page">
      <p class="crumbs">
        <a href={to.rules(prefix)}>Rules</a>
      </p>
      <Awaited answer={answer} what="Reading the rule">
        {({ entries }) => (
          <>
            {entries.map((entry) => (
              <EntryView key={`${entry.entry}${entry.id}`} entry={entry} />
            ))}
          </>
        )}
      </Awaited>
    </main>
  );
}

function EntryView({ entry }: { entry: RuleEntry }): JSX.Element {
  if (entry.entry === "divergence")
    return (
      <article>
        <p class="eyebrow">Editions disagree</p>
        <DifferenceView difference={entry as never} game={entry.game ?? ""} level="h1" />
        <About titles={entry.about} />
      </article>
    );
  return (
    <article>
      <p class="eyebrow">
        {entry.game ? nameOf(entry.game) : ""} · <span class="rule-id">{entry.id}</span> {entry.kind ? `· ${entry.kind}` : entry.entry === "heading" ? "· heading" : `· ${entry.entry}`}
      </p>
      <h1>{entry.title || entry.question || entry.where || entry.id}</h1>
      {entry.gist ? <p class="rule-gist">{entry.gist}</p> : null}
      {entry.reading && entry.entry === "ruling" ? <p class="rule-gist">{entry.reading}</p> : null}
      {entry.entry === "erratum" ? <Erratum erratum={{ prints: entry.prints ?? "", reading: entry.reading ?? "", edition: entry.edition ?? "", where: entry.where ?? "" }} /> : null}
      <Numbers entry={entry} />
      <About titles={entry.about} />
      <Part title="Examples" count={entry.examples?.length}>
        <Examples examples={entry.examples ?? []} />
      </Part>
      <Part title="Where editions disagree" count={entry.divergences?.length}>
        {(entry.divergences ?? []).map((each) => (
          <DifferenceView key={each.id} difference={each} game={entry.game ?? ""} level="h3" />
        ))}
      </Part>
      <Part title="Rulings" count={entry.rulings?.length}>
        <dl class="rulings">
          {(entry.rulings ?? []).map((each) => (
            <div key={each.id}>
              <dt>
                <a class="cite" href={to.rule(each.id)}>
                  {each.id}
                </a>{" "}
                {each.question}
              </dt>
              <dd>
                {each.reading} <Rules ids={each.rules.filter((rule) => rule !== entry.id)} />
              </dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title="Errata" count={entry.errata?.length}>
        {(entry.errata ?? []).map((each) => (
          <Erratum key={each.id} erratum={each} />
        ))}
      </Part>
      <Part title="Depends on" count={entry.depends_on?.length}>
        <Titles of={entry.depends_on ?? []} />
      </Part>
      <Part title="Needed by" count={entry.needed_by?.length}>
        <Titles of={entry.needed_by ?? []} />
      </Part>
      <Part title="Printed under this number" count={entry.printed?.length}>
        <RuleLines rules={entry.printed ?? []} />
      </Part>
      <Part title="Below it" count={entry.below?.length}>
        <RuleLines rules={entry.below ?? []} />
      </Part>
      <Part title="Also printed under this number" count={entry.also_printed?.length}>
        <RuleLines rules={entry.also_printed ?? []} />
      </Part>
      {Object.entries(entry.elsewhere ?? {}).map(([edition, rules]) => (
        <Part key={edition} title={`This number in ${edition}`} count={rules.length}>
          <RuleLines rules={rules} />
        </Part>
      ))}
      {entry.entry === "rule" ? <Proof entry={entry} /> : null}
    </article>
  );
}

function Part({ title, count, children }: { title: string; count: number | undefined; children: ComponentChildren }): JSX.Element | null {
  if (!count) return null;
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Numbers({ entry }: { entry: RuleEntry }): JSX.Element | null {
  const about = useAbout(entry.game ?? null);
  const numbers = Object.entries(entry.numbers ?? {}).filter(([, number]) => number);
  if (!numbers.length) return null;
  const name = (edition: string): string => about.value?.editions.find((each) => each.id === edition)?.name ?? edition;
  return (
    <dl class="numbers" aria-label="Number in each edition">
      {numbers.map(([edition, number]) => (
        <div key={edition}>
          <dt>{name(edition)}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  );
}

function About({ titles }: { titles: Titled[] | undefined }): JSX.Element | null {
  return titles?.length ? (
    <section class="part">
      <h2>About</h2>
      <Titles of={titles} />
    </section>
  ) : null;
}

function Titles({ of }: { of: Titled[] }): JSX.Element {
  const [most, more] = useMore(of.length, 20);
  return (
    <>
      <ul class="titles">
        {of.slice(0, most).map((each) => (
          <li key={each.id}>
            <a href={to.rule(each.id)}>
              <span class="rule-id">{each.id}</span> {each.title}
            </a>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function Examples({ examples }: { examples: { id: string; title: string; golden: string[] }[] }): JSX.Element {
  const [most, more] = useMore(examples.length, 15);
  return (
    <>
      <ul class="titles">
        {examples.slice(0, most).map((each) => (
          <li key={each.id}>
            {each.golden.length === 1 && each.golden[0] ? <a href={to.golden(each.golden[0])}>{each.title}</a> : <span>{each.title}</span>}
            {each.golden.length > 1 ? each.golden.map((golden) => <a class="chip" key={golden} href={to.golden(golden)}>{golden.split("/")[1]}</a>) : null}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function Erratum({ erratum }: { erratum: { edition: string; where: string; prints: string; reading: string } }): JSX.Element {
  return (
    <dl class="erratum">
      <dt>
        {erratum.edition}, {erratum.where}
      </dt>
      <dd>prints: {erratum.prints}</dd>
      <dd>read: {erratum.reading}</dd>
    </dl>
  );
}

/** What implements and what proves the rule, with its source lines. */
function Proof({ entry }: { entry: RuleEntry }): JSX.Element {
  const fired = Object.entries(entry.fired ?? {}).filter(([, count]) => typeof count === "number" && count > 0);
  return (
    <section class="part proof">
      <h2>Proof</h2>
      {entry.excuse ? <p>Needs no {String(entry.excuse.needs)}: {entry.excuse.reason}</p> : null}
      {entry.faults?.planted ? (
        <p>
          {entry.faults.noticed} of {entry.faults.planted} planted faults were noticed by the tests of this rule.
        </p>
      ) : null}
      {fired.length ? <p class="muted">Fired: {fired.map(([what, count]) => `${what.replaceAll("_", " ")} ${String(count)}`).join(", ")}</p> : null}
      <Places title="Functions" places={entry.functions ?? []} />
      <Places title="Tests" places={entry.tests ?? []} />
      <Places title="Properties" places={entry.properties ?? []} />
      <Places title="Golden examples" places={entry.golden ?? []} />
    </section>
  );
}

/** The name of a golden example, if a path is that of one. */
const goldenOf = (path: string): string | null => /^golden\/([^/]+\/[^/]+)\.jsonl$/.exec(path)?.[1] ?? null;

function Places({ title, places }: { title: string; places: CodePlace[] }): JSX.Element | null {
  const [open, setOpen] = useState<CodePlace | null>(null);
  const [most, more] = useMore(places.length, 12);
  if (!places.length) return null;
  return (
    <>
      <h3>
        {title} <span class="muted">{places.length}</span>
      </h3>
      <ul class="places">
        {places.slice(0, most).map((each) => (
          <li key={`${each.place}${each.line}`}>
            {each.source ? (
              <button type="button" class="link" aria-expanded={open === each} onClick={() => setOpen(open === each ? null : each)}>
                <code>{each.name || each.place}</code>
              </button>
            ) : (
              <code>{each.name || each.place}</code>
            )}{" "}
            <span class="muted">
              {each.path}:{each.line}
            </span>
            {goldenOf(each.path) ? <a href={to.golden(goldenOf(each.path) ?? "")}>Step through</a> : null}
            {open === each ? <SourceView path={each.path} line={each.line} /> : null}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

