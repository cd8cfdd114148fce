import { isObject, NoAnswer, type Json, type JsonObject, type Transport } from "./client";
import type { FromWorker, ToWorker } from "./worker_messages";

export interface Progress {
  label: string;
  share: number;
}

interface Waiting {
  resolve(answer: JsonObject): void;
  reject(fault: unknown): void;
  request: JsonObject;
}

/** How long a request may go on after it was given up, before the worker is ended and started anew. */
const PATIENCE = 400;

/** The static home: Referee's own wheel in Pyodide, in a worker. Requests are answered one after the other. */
export class WorkerTransport implements Transport {
  private worker: Worker | undefined;
  private readonly queue: Waiting[] = [];
  private busy = false;
  private dead: NoAnswer | undefined;

  constructor(
    private readonly pyodide: string,
    private readonly wheel: string,
    private readonly onProgress: (progress: Progress) => void,
    private readonly start: () => Worker,
  ) {
    this.spawn();
  }

  send(request: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    if (this.dead) return Promise.reject(this.dead);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject, request };
      this.queue.push(waiting);
      signal?.addEventListener("abort", () => this.giveUp(waiting, signal.reason), { once: true });
      if (signal?.aborted) this.giveUp(waiting, signal.reason);
      else this.pump();
    });
  }

  private spawn(): void {
    this.busy = true;
    this.worker = this.start();
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.heard(event.data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker could not be loaded");
    this.post({ type: "load", pyodide: this.pyodide, wheel: this.wheel });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private heard(message: FromWorker): void {
    if (message.type === "progress") return this.onProgress(message);
    if (message.type === "failed") return this.fail(message.cause);
    if (message.type === "ready") {
      this.busy = false;
      return this.pump();
    }
    const done = this.queue.shift();
    this.busy = false;
    done?.resolve(parsed(message.text));
    this.pump();
  }

  private pump(): void {
    const first = this.queue[0];
    if (this.busy || first === undefined) return;
    this.busy = true;
    this.post({ type: "ask", text: JSON.stringify(first.request) });
  }

  private giveUp(waiting: Waiting, reason: unknown): void {
    const index = this.queue.indexOf(waiting);
    if (index < 0) return;
    waiting.reject(reason);
    if (index > 0 || !this.busy) {
      this.queue.splice(index, 1);
      return;
    }
    // It is being answered. Most answers come soon; what does not, is ended together with its worker.
    const working = this.worker;
    setTimeout(() => {
      if (this.queue[0] !== waiting || this.worker !== working) return;
      this.queue.shift();
      working?.terminate();
      this.spawn();
    }, PATIENCE);
  }

  private fail(cause: string): void {
    this.dead = new NoAnswer(`Referee could not be started in this browser: ${cause}`);
    for (const waiting of this.queue.splice(0)) waiting.reject(this.dead);
  }
}

function parsed(text: string): JsonObject {
  const answer = JSON.parse(text) as Json;
  return isObject(answer) ? answer : {};
}
