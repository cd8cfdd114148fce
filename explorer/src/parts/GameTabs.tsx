import type { JSX } from "preact";
import { nameOf, PREFIXES } from "../app";

/** The same page for another game. */
export function GameTabs({ chosen, address }: { chosen: string; address: (prefix: string) => string }): JSX.Element {
  return (
    <nav class="game-tabs" aria-label="Games">
      {Object.entries(PREFIXES).map(([prefix, game]) => (
        <a key={prefix} href={address(prefix)} aria-current={prefix === chosen ? "page" : undefined}>
          {nameOf(game)}
        </a>
      ))}
    </nav>
  );
}
