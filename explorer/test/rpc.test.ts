import { describe, expect, test, vi } from "vitest";
import { Client, NoAnswer, RpcError, type JsonObject, type Transport } from "../src/rpc/client";
import { WorkerTransport } from "../src/rpc/worker";
import type { FromWorker, ToWorker } from "../src/rpc/worker_messages";
import { BadPicture, safePicture } from "../src/picture/sanitise";

const answering = (answer: (request: JsonObject) => JsonObject): Client => new Client({ send: (request) => Promise.resolve(answer(request)) } satisfies Transport);

describe("a client", () => {
  test("gives results, and errors with their code", async () => {
    expect(await answering(({ id }) => ({ jsonrpc: "2.0", id: id ?? null, result: 7 })).call("hash")).toBe(7);
    await expect(answering(() => ({ error: { code: 14, message: "too large" } })).call("odds")).rejects.toMatchObject({ code: 14, message: "too large" });
    await expect(answering(() => ({ error: 7 })).call("odds")).rejects.toBeInstanceOf(RpcError);
    await expect(answering(() => ({})).call("odds")).rejects.toBeInstanceOf(NoAnswer);
  });
});

class Fake {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: unknown = null;
  heard: ToWorker[] = [];
  ended = false;
  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  says(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
}

function workers(): { made: Fake[]; transport: WorkerTransport } {
  const made: Fake[] = [];
  const transport = new WorkerTransport("p/", "w.whl", () => undefined, () => {
    made.push(new Fake());
    return made.at(-1) as unknown as Worker;
  });
  return { made, transport };
}

describe("the worker of the static site", () => {
  test("is asked one thing after the other", async () => {
    const { made, transport } = workers();
    const one = transport.send({ id: 1 });
    const two = transport.send({ id: 2 });
    made[0]?.says({ type: "ready" });
    expect(made[0]?.heard.filter((each) => each.type === "ask")).toHaveLength(1);
    made[0]?.says({ type: "answer", text: '{"id":1}' });
    made[0]?.says({ type: "answer", text: '{"id":2}' });
    expect([await one, await two]).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("is ended when nobody waits for what it works on, and the next question goes to a new one", async () => {
    vi.useFakeTimers();
    const { made, transport } = workers();
    made[0]?.says({ type: "ready" });
    const given = new AbortController();
    const lost = transport.send({ id: 1 }, given.signal);
    const next = transport.send({ id: 2 });
    given.abort();
    await expect(lost).rejects.toThrow();
    vi.advanceTimersByTime(1000);
    expect([made[0]?.ended, made.length]).toEqual([true, 2]);
    made[1]?.says({ type: "ready" });
    made[1]?.says({ type: "answer", text: '{"id":2}' });
    expect(await next).toEqual({ id: 2 });
    vi.useRealTimers();
  });

  test("that cannot start says why, to all who wait", async () => {
    const { made, transport } = workers();
    const waiting = transport.send({ id: 1 });
    made[0]?.says({ type: "failed", cause: "no wheel" });
    await expect(waiting).rejects.toThrow("no wheel");
    await expect(transport.send({ id: 2 })).rejects.toBeInstanceOf(NoAnswer);
  });
});

describe("a picture", () => {
  const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="x">${inside}</svg>`;
  test("is built anew from harmless parts", () => {
    const made = safePicture(svg('<g data-space="x" onclick="y" style="z"><title>&lt;b&gt;</title></g><script>1</script><a href="j"/><rect fill="url(http://x)" clip-path="url(#a)"/>'));
    expect(made.querySelectorAll("script, a, [onclick], [style], [onload]")).toHaveLength(0);
    expect(made.querySelector("title")?.textContent).toBe("<b>");
    expect(made.querySelector("rect")?.attributes).toHaveLength(1);
  });

  test("that is none is refused", () => {
    expect(() => safePicture("<html></html>")).toThrow(BadPicture);
    expect(() => safePicture("banana")).toThrow(BadPicture);
  });
});
