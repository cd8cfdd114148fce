import { Client, NoAnswer, type Transport } from "./client";
import { HttpTransport } from "./http";
import { WorkerTransport, type Progress } from "./worker";

type Home = { home: "server"; rpc: string } | { home: "static"; pyodide: string; wheel: string };

/** Find out which home this page has, and return a client of it. */
export async function clientOfThisPage(onProgress: (progress: Progress) => void): Promise<Client> {
  return new Client(transportOf(await home(), onProgress));
}

async function home(): Promise<Home> {
  try {
    const response = await fetch(new URL("home.json", document.baseURI));
    if (response.ok) return (await response.json()) as Home;
  } catch {
    // told below
  }
  throw new NoAnswer("This page cannot find its home.json, which says where Referee is. Was every file of the site copied?");
}

function transportOf(found: Home, onProgress: (progress: Progress) => void): Transport {
  const absolute = (path: string): string => new URL(path, document.baseURI).href;
  if (found.home === "server") return new HttpTransport(absolute(found.rpc));
  const start = (): Worker => new Worker(new URL("./pyodide_worker.ts", import.meta.url), { type: "module" });
  return new WorkerTransport(absolute(found.pyodide), absolute(found.wheel), onProgress, start);
}
