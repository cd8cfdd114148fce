import { render, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import { to, type Route } from "./address";
import { busy, isTyping, notice, prefixOf, route, starting } from "./app";
import { EditionsPage } from "./pages/EditionsPage";
import { HelpPage } from "./pages/HelpPage";
import { HomePage } from "./pages/HomePage";
import { LibraryPage } from "./pages/LibraryPage";
import { ReplayPage } from "./pages/ReplayPage";
import { RulePage } from "./pages/RulePage";
import { RulesPage } from "./pages/RulesPage";
import { SetupPage } from "./pages/setup/SetupPage";
import { Opening } from "./pages/table/Opening";
import { ThemeButton } from "./parts/ThemeButton";
import "./style/index.css";

function Page({ at }: { at: Route }): JSX.Element {
  switch (at.page) {
    case "home":
      return <HomePage />;
    case "case":
    case "golden":
      return <Opening route={at} />;
    case "replay":
      return at.packed === null ? <ReplayPage /> : <Opening route={at} />;
    case "setup":
      return <SetupPage game={at.game} packed={at.packed} />;
    case "rules":
      return <RulesPage prefix={prefixOf(at.prefix)} search={at.search} />;
    case "rule":
      return <RulePage id={at.id} />;
    case "editions":
      return <EditionsPage prefix={prefixOf(at.prefix)} option={at.option} />;
    case "library":
      return <LibraryPage prefix={at.prefix === null ? null : prefixOf(at.prefix)} />;
    case "help":
      return <HelpPage />;
    case "unknown":
      return (
        <main id="main" class="page narrow">
          <h1>There is no such page</h1>
          <p>
            The address may have been cut off. <a href={to.home()}>To the beginning</a>
          </p>
        </main>
      );
  }
}

const LINKS: [string, string, Route["page"][]][] = [
  ["Play", "#/", ["home", "case"]],
  ["Set up", to.setup(), ["setup"]],
  ["Rules", to.rules("ww"), ["rules", "rule"]],
  ["Editions", to.editions("ww"), ["editions"]],
  ["Examples", to.library(), ["library", "golden"]],
  ["Replay", to.replay(), ["replay"]],
];

function App(): JSX.Element {
  const at = route.value;
  useEffect(() => {
    document.title = titleOf(at);
    if (at.page !== "case" && at.page !== "golden" && at.page !== "setup") window.scrollTo(0, 0);
  }, [at]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "?" && !isTyping(event.target)) location.hash = to.help();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          const main = document.getElementById("main");
          main?.setAttribute("tabindex", "-1");
          main?.focus();
        }}
      >
        To the content
      </a>
      <header class="top">
        <a class="brand" href={to.home()}>
          <img src="./icon.svg" alt="" width="24" height="24" /> Referee
        </a>
        <nav aria-label="Pages">
          {LINKS.map(([label, address, pages]) => (
            <a key={label} href={address} aria-current={pages.includes(at.page) ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div class="top-right">
          <a href={to.help()} aria-label="Help" title="Help (?)">
            ?
          </a>
          <ThemeButton />
        </div>
      </header>
      <div class={busy.value ? "progress-line on" : "progress-line"} aria-hidden="true" />
      {starting.value && starting.value.share > 0.02 ? (
        <p class="starting" role="status">
          {starting.value.label} … <progress max={1} value={starting.value.share} aria-label={starting.value.label} />
        </p>
      ) : null}
      <Page at={at} />
      <div class="notices" role="status" aria-live="polite">
        {notice.value ? <p class={`notice notice-${notice.value.kind}`}>{notice.value.text}</p> : null}
      </div>
    </>
  );
}

function titleOf(at: Route): string {
  const names: Record<Route["page"], string> = { home: "", case: "Case", golden: "Example", replay: "Replay", setup: "Set up", rules: "Rules", rule: at.page === "rule" ? at.id : "", editions: "Editions", library: "Examples", help: "Help", unknown: "Not found" };
  return names[at.page] ? `${names[at.page]} · Referee` : "Referee: an executable rulebook";
}

const page = document.getElementById("page");
if (page) render(<App />, page);
