import type { JSX } from "preact";
import { to } from "../address";

const KEYS: [string, string][] = [
  ["← →", "one step back, one step on"],
  ["Home, End", "to the beginning, to the end"],
  ["u", "undo the last action"],
  ["/", "ask about an action in words"],
  ["s", "share"],
  ["Tab to the board, then arrows", "from place to place; Enter chooses"],
  ["Shift and arrows", "move the map"],
  ["+ − 0", "zoom in, zoom out, show everything"],
  ["Escape", "leave a place, close a window"],
];

export function HelpPage(): JSX.Element {
  return (
    <main id="main" class="page narrow">
      <h1>Help</h1>
      <section class="part">
        <h2>Ask</h2>
        <p>
          The panel beside the board says who must decide, about what, and every legal action. One click plays it; the round i says what would follow. Click a place or a piece on the board: you see what
          stands there, what is legal there, and why something is not, each reason with its rule. Or type what you would like to do, in your own words.
        </p>
        <p>Dice and cards are chance's to decide: say what came up, or let the page draw with the exact odds.</p>
      </section>
      <section class="part">
        <h2>A position in words</h2>
        <pre tabIndex={0}>{`ww: year 1757, early
Albany: Braddock, 2 British regulars, reduced 44th, 3 rangers
Ticonderoga: French fort, Montcalm inside, 4 regulars inside
British hand: Ambush!, Campaign
opening: battle at Albany, attacker British`}</pre>
        <p>A place and what stands there, a line each. A side in front says whose it is. What is not said is assumed, and the assumptions are told.</p>
        <p>
          <a href={to.setup()}>To the editor</a>
        </p>
      </section>
      <section class="part">
        <h2>Keys</h2>
        <dl class="keys">
          {KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="part">
        <h2>Links</h2>
        <p>The address of this page holds everything you see: the case, its branches, the step, who looks. Whoever opens it sees the same. Nothing is kept anywhere else.</p>
      </section>
    </main>
  );
}
