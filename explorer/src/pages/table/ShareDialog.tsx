import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sentenceOf, tell, useAnswer } from "../../app";
import { caseOf, type Study } from "../../case/study";
import { Awaited, Dialog } from "../../parts/basics";
import { copied, pngOf, saved } from "../../parts/saving";
import type { Drawn, Exported } from "../../rpc/answers";

interface Props {
  study: Study;
  address: () => Promise<string | null>;
  picture: Drawn | undefined;
  close: () => void;
}

/** Take the case along: a link, a trace, words, a picture. */
export function ShareDialog({ study, address, picture, close }: Props): JSX.Element {
  const [link, setLink] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    void address().then(setLink);
  }, []);
  const exported = useAnswer<Exported>("export", study.side === null ? { case: caseOf(study), ...(study.at === null ? {} : { at: study.at }) } : null);
  const name = (study.base.title ?? study.base.scenario ?? study.base.game).replace(/[^\w-]+/g, "_").slice(0, 60);
  const copy = (text: string, what: string): void => {
    copied(text).then(
      () => tell(`${what} copied`),
      () => tell("The browser does not let this page copy. Select the text and copy it by hand.", "fault"),
    );
  };
  const save = (work: Promise<void> | void): void => {
    Promise.resolve(work).catch((fault: unknown) => tell(sentenceOf(fault), "fault"));
  };
  return (
    <Dialog title="Share" close={close}>
      <section>
        <h3>Link</h3>
        {link === null ? (
          <p>This game is too long for a link. Save it as a trace below: whoever opens the file here sees the same.</p>
        ) : (
          <div class="row">
            <input class="grow" type="text" readOnly aria-label="Link to this case" value={link ?? "…"} onFocus={(event) => event.currentTarget.select()} />
            <button type="button" class="primary" disabled={!link} onClick={() => link && copy(link, "Link")}>
              Copy link
            </button>
          </div>
        )}
        {study.side === null ? null : <p class="muted">A link holds the whole case, hidden cards too. It opens with the view of {study.side}.</p>}
      </section>
      {study.side === null ? (
      <Awaited answer={exported} what="Writing it out">
        {(found) => (
          <>
            <section>
              <h3>Trace</h3>
              <p class="muted">Every step up to here; <code>./referee verify</code> replays it.</p>
              <div class="row">
                <button type="button" onClick={() => copy(found.trace, "Trace")}>
                  Copy as trace
                </button>
                <button type="button" onClick={() => save(saved(`${name}.jsonl`, "application/jsonl", found.trace))}>
                  Save the trace
                </button>
              </div>
            </section>
            <section>
              <h3>Position</h3>
              <div class="row">
                <button type="button" onClick={() => copy(found.words, "Words")}>
                  Copy in words
                </button>
                <button type="button" onClick={() => copy(JSON.stringify(found.position), "Position")}>
                  Copy as JSON
                </button>
              </div>
              <p class="muted">
                Hash <code>{found.hash}</code>
              </p>
            </section>
          </>
        )}
      </Awaited>
      ) : (
        <p class="muted">A trace and the position in words hold everything; look as Referee to take them along.</p>
      )}
      {picture ? (
        <section>
          <h3>Picture</h3>
          <div class="row">
            <button type="button" onClick={() => save(saved(`${name}.svg`, "image/svg+xml", picture.svg))}>
              Save as SVG
            </button>
            <button type="button" onClick={() => save(pngOf(picture.svg).then((png) => saved(`${name}.png`, "image/png", png)))}>
              Save as PNG
            </button>
          </div>
        </section>
      ) : null}
    </Dialog>
  );
}
