import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { sentenceOf } from "../app";
import { openReplay } from "../pages/table/links";
import { Fault } from "./basics";

const MOST_BYTES = 7_000_000;

/** Open or drop a file, or paste its text. */
export function OpenFile(): JSX.Element {
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [typed, setTyped] = useState("");
  const open = async (text: string): Promise<void> => {
    setReading(true);
    setFault(null);
    try {
      await openReplay(text);
    } catch (problem) {
      setFault(sentenceOf(problem));
    } finally {
      setReading(false);
    }
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > MOST_BYTES) return setFault(`${file.name} has ${file.size} bytes; at most ${MOST_BYTES} are read.`);
    await open(await file.text());
  };
  return (
    <>
      <label
        class={over ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void read(event.dataTransfer?.files[0]);
        }}
      >
        <input type="file" onChange={(event) => void read(event.currentTarget.files?.[0])} />
        <span>{reading ? "Replaying …" : "Drop a file here, or choose one"}</span>
      </label>
      <details>
        <summary>Paste its text</summary>
        <label class="block">
          Text of a trace or a recorded game
          <textarea rows={5} spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button type="button" disabled={!typed.trim()} onClick={() => void open(typed)}>
          Replay it
        </button>
      </details>
      {fault ? <Fault text={fault} /> : null}
    </>
  );
}
