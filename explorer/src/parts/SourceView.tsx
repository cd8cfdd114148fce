import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Fault, Loading } from "./basics";

const AROUND = 30;

/** Some lines of a source file, around the one that matters. The file lies beside the page in both homes. */
export function SourceView({ path, line }: { path: string; line: number }): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const marked = useRef<HTMLElement>(null);
  useEffect(() => {
    const given = new AbortController();
    const address = new URL(`source/${path.split("/").map(encodeURIComponent).join("/")}`, document.baseURI);
    fetch(address, { signal: given.signal })
      .then((response) => (response.ok ? response.text() : Promise.reject(new Error(`${path} is not here (status ${response.status}).`))))
      .then(setText, (problem: Error) => given.signal.aborted || setFault(problem.message));
    return () => given.abort();
  }, [path]);
  useEffect(() => marked.current?.scrollIntoView?.({ block: "nearest" }), [text]);
  if (fault) return <Fault text={fault} />;
  if (text === null) return <Loading what="Fetching the source" />;
  const from = Math.max(0, line - 1 - 4);
  const lines = text.split("\n").slice(from, line - 1 + AROUND);
  return (
    <pre class="source" tabIndex={0} aria-label={`${path}, from line ${from + 1}`}>
      {lines.map((each, index) => (
        <code key={index} class={from + index === line - 1 ? "marked" : ""} ref={from + index === line - 1 ? marked : null}>
          <span class="line-number">{from + index + 1}</span>
          {each}
          {"\n"}
        </code>
      ))}
    </pre>
  );
}
