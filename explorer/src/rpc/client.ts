// One protocol, two homes. A transport carries one message to Referee and its answer back; everything else of the
// page speaks through `Client` and does not know which home it has.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface Transport {
  /** Send one request; reject with an AbortError when the signal fires. */
  send(request: JsonObject, signal?: AbortSignal): Promise<JsonObject>;
}

/** An answer of Referee that is an error: a refusal, a name it cannot read, a lost session ... */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: JsonObject,
  ) {
    super(message);
  }
}

/** No answer at all: the server is gone, or the worker could not start. */
export class NoAnswer extends Error {}

export const CODES = { NO_METHOD: -32601, BAD_PARAMS: -32602, FAULT: -32603, UNREADABLE: 4, NO_SESSION: 11, NO_STEP: 12, DIVERGES: 13, TOO_LARGE: 14 } as const;

export class Client {
  private next = 1;

  constructor(private readonly transport: Transport) {}

  async call<Result>(method: string, params: object = {}, signal?: AbortSignal): Promise<Result> {
    const id = this.next++;
    const answer = await this.transport.send({ jsonrpc: "2.0", id, method, params: params as JsonObject }, signal);
    signal?.throwIfAborted();
    if ("error" in answer) throw rpcError(answer.error);
    if (!("result" in answer) || answer.id !== id) throw new NoAnswer(`Referee's answer to ${method} is no answer.`);
    return answer.result as Result;
  }
}

function rpcError(error: Json | undefined): RpcError {
  if (!isObject(error)) return new RpcError(CODES.FAULT, "Referee answered with an error it did not describe.", {});
  const { code, message, data } = error;
  return new RpcError(typeof code === "number" ? code : CODES.FAULT, typeof message === "string" ? message : "unknown error", isObject(data) ? data : {});
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isAbort(fault: unknown): boolean {
  return fault instanceof DOMException && fault.name === "AbortError";
}
