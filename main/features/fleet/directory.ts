/** Finds endpoints for campaigns: by identifier in the cache or at the service, and by filter. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { parseFilter } from "../../core/api/query.ts";
import { resolveAges } from "./contacts.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { completenessOfCache } from "./cached-rows.ts";
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";
import { type ResolvedEndpoints, withSim } from "./record-fields.ts";
import type { FleetTools } from "./deps.ts";
import type { EndpointRow, Match } from "./queries-lookup.ts";
import { resolveLive } from "./resolve-live.ts";

export interface EndpointDirectory {
  /** Looks values up in the cache. "any": all endpoints that may be meant, matching names in any case and every holder of a number. */
  resolve(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
    match?: Match,
  ): Promise<ResolvedEndpoints>;
  /** Looks values up at the service with the fewest calls; yields each value in exactly one map, with all of its endpoints. */
  resolveLive(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<ResolvedEndpoints>;
  /** Cached endpoints that match a filter, in id order. Throws `filter-invalid`. */
  audience(connectionId: number, filter: string, signal: AbortSignal): AsyncIterable<readonly CachedEndpoint[]>;
  /** Completeness of the cached endpoints. */
  completeness(connectionId: number): Promise<Completeness>;
}

const valuesPerQuery = 1000;
const rowsPerPage = 500;

export function createDirectory(deps: FleetTools): EndpointDirectory {
  const { store, connections } = deps;
  return {
    resolve: async (connectionId, by, values, signal, match = "best") => {
      const endpointsByValue = new Map<string, readonly CachedEndpoint[]>();
      const distinct = [...new Set(values)];
      await deps.buildIndexes();
      for (let from = 0; from < distinct.length; from += valuesPerQuery) {
        throwIfStopped(signal);
        const batch = distinct.slice(from, from + valuesPerQuery);
        const answers = await store.findEndpoints(connectionId, by, batch, match);
        for (const [index, endpoints] of answers.entries()) {
          const value = batch[index];
          if (value !== undefined && endpoints.length > 0) endpointsByValue.set(value, endpoints.map(toEndpoint));
        }
      }
      return endpointsByValue;
    },
    resolveLive: async function* (connectionId, by, values, signal) {
      const { api } = await connections.openById(connectionId);
      yield* resolveLive(api, by, [...new Set(values)], signal);
    },
    completeness: (connectionId) => completenessOfCache(store, connectionId, "endpoint"),
    audience: async function* (connectionId, filter, signal) {
      const terms = await resolveAges(deps, connectionId, "endpoint", parseFilter("endpoint", filter));
      await deps.buildIndexes();
      let after: string | undefined;
      do {
        throwIfStopped(signal);
        const page = await store.readAudience(connectionId, terms, after, rowsPerPage);
        if (page.endpoints.length > 0) yield page.endpoints.map(toEndpoint);
        after = page.next;
      } while (after !== undefined);
    },
  };
}

function toEndpoint({ id, raw, sim }: EndpointRow): CachedEndpoint {
  const record = JSON.parse(raw) as JsonRecord;
  return { id, record: sim === undefined ? record : withSim(record, JSON.parse(sim) as JsonRecord) };
}
