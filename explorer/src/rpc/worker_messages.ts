export type ToWorker = { type: "load"; pyodide: string; wheel: string } | { type: "ask"; text: string };

export type FromWorker =
  | { type: "progress"; label: string; share: number }
  | { type: "ready" }
  | { type: "failed"; cause: string }
  | { type: "answer"; text: string };
