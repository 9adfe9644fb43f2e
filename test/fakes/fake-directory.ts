/** A fleet in memory: endpoints in the cache, endpoints that only the service has, and a service that may be unreachable. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { AppError } from "#shared/failure.ts";
import { type CachedEndpoint, endpointField } from "#shared/rules/endpoint-fields.ts";
import type { EndpointDirectory, ResolvedEndpoints } from "../../main/features/fleet/index.ts";

export interface FakeDirectory extends EndpointDirectory {
  /** Requests to the service, call by call. */
  readonly liveCalls: { readonly by: IdentifierKind; readonly values: readonly string[] }[];
}

export interface FakeFleet {
  readonly cached?: readonly CachedEndpoint[];
  /** Of the cached endpoints; default complete. */
  readonly completeness?: Awaited<ReturnType<EndpointDirectory["completeness"]>>;
  /** Endpoints that any filter leaves open. */
  readonly undecided?: number;
  readonly live?: readonly CachedEndpoint[];
  /** Thrown after this many values were answered. */
  readonly liveFailure?: { readonly after: number; readonly error: AppError };
}

export function createFakeDirectory({
  cached = [],
  live = [],
  liveFailure,
  completeness = { state: "complete" },
  undecided,
}: FakeFleet): FakeDirectory {
  const liveCalls: { by: IdentifierKind; values: readonly string[] }[] = [];
  return {
    liveCalls,
    completeness: () => Promise.resolve(completeness),
    resolve: (_connection, by, values) => Promise.resolve(search(cached, by, values)),
    resolveLive: async function* (_connection, by, values) {
      liveCalls.push({ by, values });
      let answered = 0;
      for (const value of values) {
        await Promise.resolve();
        if (liveFailure !== undefined && answered >= liveFailure.after) throw liveFailure.error;
        answered += 1;
        yield search([...cached, ...live], by, [value]);
      }
    },
    undecided: () => Promise.resolve(undecided),
    audience: async function* (_connection, filter) {
      await Promise.resolve();
      for (const endpoint of cached) if (filter === "" || endpointField(endpoint, "name") === filter) yield [endpoint];
    },
  };
}

function search(
  endpoints: readonly CachedEndpoint[],
  by: IdentifierKind,
  values: readonly string[],
): ResolvedEndpoints {
  const matches = new Map<string, CachedEndpoint[]>();
  for (const value of values) {
    const fitting = endpoints.filter((endpoint) => endpointField(endpoint, by) === value);
    if (fitting.length > 0) matches.set(value, fitting);
  }
  return matches;
}
