// From an address to a study, and back: a case in a link, a golden example, a file that was opened.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { to, type Route } from "../../address";
import { ask, readdress, sentenceOf } from "../../app";
import { unpacked } from "../../case/packing";
import { readStudy, studyOf, type Study } from "../../case/study";
import { Fault, Loading } from "../../parts/basics";
import type { Opened, Report } from "../../rpc/answers";
import { addressOf, keep, keptCase, TOO_LONG, type Loaded } from "./links";
import { TablePage } from "./TablePage";

type TableRoute = Extract<Route, { page: "case" | "golden" | "replay" }>;

let written = "";

export function Opening({ route }: { route: TableRoute }): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const key = JSON.stringify(route);
  const original = useRef<string>("");
  useEffect(() => {
    if (loaded && location.hash === written) return undefined;
    const given = new AbortController();
    setFault(null);
    setLoaded(null);
    opened(route, given.signal).then(
      (found) => {
        if (given.signal.aborted) return;
        original.current = JSON.stringify([found.study.base, found.study.lines]);
        setLoaded(found);
      },
      (problem: unknown) => given.signal.aborted || setFault(sentenceOf(problem)),
    );
    return () => given.abort();
  }, [key]);

  useEffect(() => {
    if (!loaded) return undefined;
    const timer = window.setTimeout(() => {
      void addressOf(loaded, original.current).then((address) => {
        keep(loaded);
        written = address ?? to.case(TOO_LONG);
        readdress(written);
      });
    }, 80);
    return () => window.clearTimeout(timer);
  }, [loaded]);

  if (fault)
    return (
      <main id="main" class="page">
        <h1>This cannot be opened</h1>
        <Fault text={fault} />
        <p>
          <a href={to.home()}>To the beginning</a>
        </p>
      </main>
    );
  if (!loaded)
    return (
      <main id="main" class="page">
        <Loading what="Opening the case" />
      </main>
    );
  const setStudy = (study: Study): void => setLoaded({ ...loaded, study });
  const address = async (): Promise<string | null> => {
    const found = await addressOf(loaded, original.current);
    return found === null ? null : new URL(found, location.href).href;
  };
  return <TablePage study={loaded.study} setStudy={setStudy} report={loaded.report} assumed={loaded.assumed} address={address} />;
}

async function opened(route: TableRoute, signal: AbortSignal): Promise<Loaded> {
  switch (route.page) {
    case "golden": {
      const found = await ask<Opened>("open", { golden: route.id }, signal);
      return { study: studyOf(withTitle(found), route.at ?? 0), report: found.report, assumed: [], source: { golden: route.id } };
    }
    case "replay": {
      const given = readReplay(await unpacked(route.packed ?? ""));
      const report = await ask<Report>("replay", { text: given.text }, signal);
      return { study: studyOf(report.case, given.at ?? report.divergence?.step ?? 0, given.side), report, assumed: [], source: { text: given.text } };
    }
    case "case":
      if (route.packed === TOO_LONG) {
        const known = keptCase();
        if (known) return known;
        throw new Error("This case was too long for a link and is no longer in this window. Open its trace as a file.");
      }
      return { study: readStudy(await unpacked(route.packed)), assumed: [], source: null };
  }
}

const withTitle = (found: Opened): Opened["case"] => (found.title && !found.case.title ? { ...found.case, title: found.title } : found.case);

interface Replayed {
  text: string;
  at: number | null;
  side: string | null;
}

function readReplay(given: string): Replayed {
  const found = JSON.parse(given) as Partial<Replayed>;
  return { text: String(found.text ?? ""), at: typeof found.at === "number" ? found.at : null, side: typeof found.side === "string" ? found.side : null };
}
