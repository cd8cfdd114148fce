// Runs in a web worker of the static site: Pyodide, with Referee's own wheel unpacked into it, answers the protocol.

import type { PyodideInterface } from "pyodide";
import type { FromWorker, ToWorker } from "./worker_messages";

interface Answers {
  answer(text: string): string;
}

let answers: Answers | undefined;

function tell(message: FromWorker): void {
  postMessage(message);
}

async function load(base: string, wheel: string): Promise<void> {
  tell({ type: "progress", label: "Fetching Python", share: 0.05 });
  const archive = fetched(wheel);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as { loadPyodide(config: { indexURL: string }): Promise<PyodideInterface> };
  const python = await loadPyodide({ indexURL: base });
  tell({ type: "progress", label: "Fetching the rules", share: 0.6 });
  python.unpackArchive(await archive, "wheel");
  tell({ type: "progress", label: "Reading the rules", share: 0.8 });
  answers = python.pyimport("oracle.protocol.browser") as Answers;
  tell({ type: "ready" });
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.split("/").pop()} is not there (status ${response.status})`);
  return response.arrayBuffer();
}

onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === "load") load(message.pyodide, message.wheel).catch((fault: unknown) => tell({ type: "failed", cause: String(fault) }));
  else tell({ type: "answer", text: answers?.answer(message.text) ?? "" });
};
