/** A transport that returns the test's responses and stores the requests. */
import { parseBaseUrl } from "../../main/core/api/base-url.ts";
import type { Exchanged } from "../../main/core/api/exchange.ts";
import type { Transport, WireRequest } from "../../main/core/api/transport.ts";

export const wireBaseUrl = "https://cdn.example.net";

export const answer = (status: number, headers: Record<string, string> = {}, body = ""): Exchanged => ({
  kind: "answer",
  status,
  headers,
  body: new TextEncoder().encode(body),
});
export const lost = (code: string, started = false): Exchanged => ({
  kind: "lost",
  started,
  error: Object.assign(new Error(code), { code }),
});

export interface Wire extends Transport {
  next: Exchanged | Promise<Exchanged>;
  readonly requests: WireRequest[];
}

export function makeWire(address = wireBaseUrl): Wire {
  const wire: Wire = {
    baseUrl: parseBaseUrl(address),
    next: answer(200),
    requests: [],
    clockOffsetMs: () => undefined,
    serviceNow: () => 0,
    close: () => Promise.resolve(),
    exchange: async (request) => {
      wire.requests.push(request);
      return await wire.next;
    },
  };
  return wire;
}
