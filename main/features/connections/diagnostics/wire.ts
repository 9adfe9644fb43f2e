/** The transport of the last steps: the same as for every other call, created for the test alone. */
import { formatBaseUrl } from "../../../core/api/base-url.ts";
import { createTransport } from "../../../core/api/transport.ts";
import type { Transport } from "../../../core/api/transport.ts";
import { baseOf } from "./step.ts";
import type { Facts, Walk } from "./step.ts";

/** At most one endpoint: the cheapest request that needs a sign-in. */
export const probePath = "/api/v1/endpoint?per_page=1";

export async function withWire<T>(walk: Walk, facts: Facts, work: (wire: Transport) => Promise<T>): Promise<T> {
  const { clock, log, limitMs } = walk;
  const wire = createTransport({
    baseUrl: formatBaseUrl(baseOf(facts)),
    clock,
    log,
    proxyUrl: facts.proxyUrl?.href,
    timeouts: { connectMs: limitMs, headersMs: limitMs, bodyMs: limitMs, totalMs: limitMs },
    connections: 1,
    maxBodyBytes: 2 ** 20,
  });
  try {
    return await work(wire);
  } finally {
    await wire.close();
  }
}
