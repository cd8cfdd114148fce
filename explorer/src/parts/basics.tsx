// Small parts used everywhere.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { to } from "../address";
import type { Answer } from "../app";
import type { RulingWord, Sentence } from "../rpc/answers";

/** A citation: always a link to the rule's page. */
export function Rule({ id }: { id: string }): JSX.Element {
  return (
    <a class="cite" href={to.rule(id)}>
      {id}
    </a>
  );
}

export function Rules({ ids }: { ids: readonly string[] }): JSX.Element | null {
  if (!ids.length) return null;
  return (
    <span class="cites">
      {ids.map((id) => (
        <Rule key={id} id={id} />
      ))}
    </span>
  );
}

export function Said({ sentence, gist = false }: { sentence: Sentence; gist?: boolean }): JSX.Element {
  return (
    <>
      {sentence.text} <Rules ids={sentence.rules ?? []} />
      {gist && sentence.gist ? <span class="gist">{sentence.gist}</span> : null}
    </>
  );
}

export function Sentences({ of, gist = false, label }: { of: readonly (Sentence | string)[]; gist?: boolean; label?: string }): JSX.Element | null {
  if (!of.length) return null;
  return (
    <ul class="sentences" {...(label ? { "aria-label": label } : {})}>
      {of.map((each, index) => (
        <li key={index}>{typeof each === "string" ? each : <Said sentence={each} gist={gist} />}</li>
      ))}
    </ul>
  );
}

export function Side({ id, words }: { id: string; words?: string }): JSX.Element {
  return (
    <span class={`side side-${id}`}>
      <span class="side-dot" aria-hidden="true" />
      {words ?? capital(id)}
    </span>
  );
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const spaced = (id: string): string => id.replaceAll("_", " ");

const VERDICTS: Record<RulingWord, [string, string]> = {
  legal: ["✓", "Legal"],
  illegal: ["✕", "Illegal"],
  notation: ["✎", "Say it another way"],
  not_asked: ["◌", "Not asked here"],
  not_this_decision: ["↷", "Another decision is due"],
  not_your_decision: ["⇄", "Somebody else decides"],
  unreadable: ["?", "Not understood"],
};

export function Verdict({ ruling }: { ruling: RulingWord }): JSX.Element {
  const [sign, words] = VERDICTS[ruling] ?? ["?", spaced(ruling)];
  return (
    <span class={`verdict verdict-${ruling}`}>
      <span aria-hidden="true">{sign}</span> {words}
    </span>
  );
}

export function Loading({ what = "Loading" }: { what?: string }): JSX.Element {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" /> {what} …
    </p>
  );
}

export function Fault({ text, again }: { text: string; again?: () => void }): JSX.Element {
  return (
    <div class="fault" role="alert">
      <p>{text}</p>
      {again ? (
        <button type="button" onClick={again}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

/** Show what an answer holds, or that it is on its way, or why it is not there. */
export function Awaited<Result>({ answer, what, children }: { answer: Answer<Result>; what?: string; children: (value: Result) => ComponentChildren }): JSX.Element {
  if (answer.fault) return <Fault text={answer.fault} again={answer.again} />;
  if (answer.value === undefined) return <Loading {...(what ? { what } : {})} />;
  return <>{children(answer.value)}</>;
}

/** A bar whose length is a share; width is set by script because the page's policy forbids style attributes in markup. */
export function Bar({ share, tone = "" }: { share: number; tone?: string }): JSX.Element {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (bar.current) bar.current.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  }, [share]);
  return (
    <span class={`bar ${tone}`} aria-hidden="true">
      <span ref={bar} />
    </span>
  );
}

export interface Tab {
  id: string;
  label: string;
  badge?: string | undefined;
}

/** Tabs as the accessibility guide has them: arrows move, the panel follows. */
export function Tabs({ tabs, chosen, choose, label }: { tabs: Tab[]; chosen: string; choose: (id: string) => void; label: string }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const here = tabs.findIndex((tab) => tab.id === chosen);
    const next = Math.abs(step) === 1 ? (here + step + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1;
    choose(tabs[next]?.id ?? chosen);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
      {tabs.map((tab) => (
        <button key={tab.id} type="button" role="tab" id={`tab-${tab.id}`} aria-selected={tab.id === chosen} aria-controls={`panel-${tab.id}`} tabIndex={tab.id === chosen ? 0 : -1} onClick={() => choose(tab.id)}>
          {tab.label}
          {tab.badge ? <span class="badge">{tab.badge}</span> : null}
        </button>
      ))}
    </div>
  );
}

export function Panel({ id, children }: { id: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="panel" role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} tabIndex={0}>
      {children}
    </div>
  );
}

/** A window above the page; Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = box.current;
    if (shown && !shown.open) shown.showModal?.();
    return () => shown?.close?.();
  }, []);
  return (
    <dialog ref={box} class="dialog" aria-label={title} onClose={close} onClick={(event) => event.target === box.current && close()}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={close}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** Show a long list piece by piece. */
export function useMore(total: number, first: number): [number, JSX.Element | null] {
  const [shown, setShown] = useState(first);
  useEffect(() => setShown(first), [total, first]);
  const left = total - shown;
  const more =
    left > 0 ? (
      <button type="button" class="more" onClick={() => setShown(shown + first * 2)}>
        Show {Math.min(left, first * 2)} more of {total}
      </button>
    ) : null;
  return [Math.min(shown, total), more];
}
