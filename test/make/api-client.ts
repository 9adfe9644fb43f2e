/** An API client for a test: no rate limit, a token that never changes, quick retries, no stored state. */
import {
  createApiClient,
  type ApiClient,
  type ApiClientSettings,
  type Authorizer,
} from "../../main/core/api/client.ts";
import type { DialectOptions } from "../../main/core/api/dialect.ts";
import { createGovernor } from "../../main/core/api/governor.ts";
import { createTransport, type Transport, type TransportSettings } from "../../main/core/api/transport.ts";
import type { ProxyResolver } from "../../main/core/hosts.ts";
import { createSystemClock } from "../../main/platform/node/clock.ts";
import { createFakeLog } from "../fakes/fake-log.ts";

export function makeAuthorizer(overrides: Partial<Authorizer> = {}): Authorizer {
  return {
    token: () => Promise.resolve("TOKEN"),
    renew: () => Promise.resolve("TOKEN-2"),
    issuedAt: () => undefined,
    ...overrides,
  };
}

export const specificationForms: DialectOptions = {
  separator: "nbsp",
  quotaPath: "literal",
  filterNames: "spec",
  sourceAddress: "number",
  smsAutoRefill: "number",
};

/** Uses the specification's forms throughout, so that no variant is detected unless a test enables it. */
export function makeApiClient(baseUrl: string, overrides: Partial<ApiClientSettings> = {}): ApiClient {
  const clock = overrides.clock ?? createSystemClock();
  const log = overrides.log ?? createFakeLog();
  return createApiClient({
    baseUrl,
    options: specificationForms,
    dialectMemory: { load: () => ({}), save: () => undefined },
    authorizer: makeAuthorizer(),
    governor: createGovernor({ ceiling: "none", clock, log }),
    clock,
    log,
    readRetries: { afterLoss: 0, afterThrottle: 0, baseDelayMs: 1 },
    ...overrides,
  });
}

/** Every URL uses this proxy. */
export function fixedProxy(proxyUrl: string): ProxyResolver {
  return { resolve: () => Promise.resolve(proxyUrl) };
}

export function makeTransport(baseUrl: string, overrides: Partial<TransportSettings> = {}): Transport {
  return createTransport({ baseUrl, clock: createSystemClock(), log: createFakeLog(), ...overrides });
}
