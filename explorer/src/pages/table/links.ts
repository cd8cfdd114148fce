// Cases and the addresses that hold them; a case that no address can hold is kept for as long as the page is open.

import { to } from "../../address";
import { ask } from "../../app";
import { LONGEST_LINK, packed } from "../../case/packing";
import { studyOf, studyText, type Study } from "../../case/study";
import type { Report } from "../../rpc/answers";

export interface Loaded {
  study: Study;
  report?: Report | undefined;
  assumed: string[];
  /** What the address says while nothing is changed: a golden example, or the text of a file. */
  source: { golden: string } | { text: string } | null;
}

/** The address of a case that is too long for a link; it is kept for as long as the page is open. */
export const TOO_LONG = "too-long-for-a-link";
let kept: Loaded | null = null;

export const keptCase = (): Loaded | null => kept;

export function keep(loaded: Loaded): void {
  kept = loaded;
}

export async function addressOf({ study, source }: Loaded, original: string): Promise<string | null> {
  const unchanged = JSON.stringify([study.base, study.lines]) === original;
  if (unchanged && source && "golden" in source && study.side === null) return to.golden(source.golden, study.at);
  if (unchanged && source && "text" in source) return short(to.replay(await packed(JSON.stringify({ text: source.text, at: study.at, side: study.side }))));
  return short(to.case(await packed(studyText(study))));
}

const short = (address: string): string | null => (address.length > LONGEST_LINK ? null : address);

/** Open a study from elsewhere in the page. */
export async function openStudy(study: Study): Promise<void> {
  const address = short(to.case(await packed(studyText(study))));
  if (address === null) kept = { study, assumed: [], source: null };
  location.hash = address ?? to.case(TOO_LONG);
}

/** Open a text: a trace, a record of another implementation. */
export async function openReplay(text: string): Promise<void> {
  const address = short(to.replay(await packed(JSON.stringify({ text }))));
  if (address === null) {
    const report = await ask<Report>("replay", { text });
    kept = { study: studyOf(report.case, report.divergence?.step ?? 0), report, assumed: [], source: { text } };
  }
  location.hash = address ?? to.case(TOO_LONG);
}
