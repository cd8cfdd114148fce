import type { JSX } from "preact";
import { to } from "../address";
import { OpenFile } from "../parts/OpenFile";

export function ReplayPage(): JSX.Element {
  return (
    <main id="main" class="page narrow">
      <h1>Replay</h1>
      <p class="lead">Open a trace, or a recorded game of another implementation. You get every step with its events in words, and the first place where the record parts from the rules.</p>
      <div class="card">
        <OpenFile />
      </div>
      <p>
        Nothing at hand? The <a href={to.library("ww")}>worked examples of the rulebooks</a> are traces too.
      </p>
    </main>
  );
}
