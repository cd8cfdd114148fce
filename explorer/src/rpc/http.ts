import { isObject, NoAnswer, type Json, type JsonObject, type Transport } from "./client";

/** The served home: `./referee explore`, JSON-RPC over POST to the same origin. */
export class HttpTransport implements Transport {
  constructor(private readonly address: string) {}

  async send(request: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    let response: Response;
    try {
      response = await fetch(this.address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
        ...(signal ? { signal } : {}),
      });
    } catch (fault) {
      if (signal?.aborted) throw fault;
      throw new NoAnswer("Referee does not answer. Is ./referee explore still running?");
    }
    const answer = await answerOf(response);
    if (!isObject(answer)) throw new NoAnswer(`Referee answered with status ${response.status} and nothing that can be read.`);
    return answer;
  }
}

async function answerOf(response: Response): Promise<Json> {
  try {
    return (await response.json()) as Json;
  } catch {
    return null;
  }
}
