/** Finds endpoints for campaigns: by identifier in the cache or at the service, and by filter. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { identityKey } from "#shared/rules/identifier.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { parseFilter } from "../../core/api/query.ts";
import { resolveAges } from "./contacts.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { completenessOfCache, countUndecided } from "./cached-rows.ts";
import { type CachedEndpoint, endpointField } from "#shared/rules/endpoint-fields.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { type ResolvedEndpoints, withSim } from "./record-rows.ts";
import type { FleetTools } from "./deps.ts";
import type { EndpointRow, Match } from "./queries-lookup.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import { fetchPage, walkCollection } from "../../core/api/records.ts";
import { isRecord, readId, readText } from "../../core/api/json.ts";

export interface EndpointDirectory {
  /** Looks values up in the cache. "any": all endpoints that may be meant, matching names in any case and every holder of a number. */
  resolve(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
    match?: Match,
  ): Promise<ResolvedEndpoints>;
  /**
   * Looks values up at the service with the fewest calls; yields each value in at most one map, with all of its endpoints. Throws
   * `list-incomplete` at the end where an incomplete list leaves values open.
   */
  resolveLive(
    connectionId: number,
    by: IdentifierKind,
    values: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<ResolvedEndpoints>;
  /** Cached endpoints that match a filter, in id order. Throws `filter-invalid`. */
  audience(connectionId: number, filter: string, signal: AbortSignal): AsyncIterable<readonly CachedEndpoint[]>;
  /** Number of endpoints that a filter by last contact neither includes nor excludes; undefined without such a filter. */
  undecided(connectionId: number, filter: string, signal: AbortSignal): Promise<number | undefined>;
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
    undecided: async (connection, text, signal) => {
      const filter = await resolveAges(deps, connection, "endpoint", parseFilter("endpoint", text));
      return await countUndecided(deps, { connection, collection: "endpoint", filter, sort: [], within: [] }, signal);
    },
    audience: async function* (connectionId, filter, signal) {
      const terms = await resolveAges(deps, connectionId, "endpoint", parseFilter("endpoint", filter));
      await deps.buildIndexes();
      let before: Parameters<typeof store.readAudience>[3];
      do {
        throwIfStopped(signal);
        const { endpoints, ...page } = await store.readAudience(connectionId, terms, rowsPerPage, before);
        if (endpoints.length > 0) yield endpoints.map(toEndpoint);
        before = page;
      } while (before.next !== undefined || before.isPartial);
    },
  };
}

function toEndpoint({ id, raw, sim }: EndpointRow): CachedEndpoint {
  const record = JSON.parse(raw) as JsonRecord;
  return { id, record: sim === undefined ? record : withSim(record, JSON.parse(sim) as JsonRecord) };
}

// Finds endpoints at the service with the fewest calls: single requests while they are fewer than the pages of the whole list, otherwise
// the whole list once. The endpoint list cannot be filtered by IMSI or MSISDN (docs/service-facts.md#lists), the SIM list can.

const perPage = 1000;
const atOnce = 4;

/** Yields each value at most once, with all of its endpoints. Throws `AppError` when a request fails or the list is incomplete. */
async function* resolveLive(
  api: ApiClient,
  by: IdentifierKind,
  values: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ResolvedEndpoints> {
  const options: CallOptions = { priority: "click", signal };
  if (values.every((value) => isQueryable(by, value))) {
    // The first page has the number of pages; it is requested only if single requests might need more calls.
    const single = values.length * callsPerValue(by);
    const pages = single <= 2 ? Infinity : await countPages(api, options);
    if (single <= pages) {
      yield* fetchOneByOne(api, by, values, options);
      return;
    }
  }
  yield* walkAll(api, by, values, options);
}

async function countPages(api: ApiClient, options: CallOptions): Promise<number> {
  const page = await fetchPage(api, "endpoint", { page: 1, perPage: 1, ...options });
  return page.totalCount === undefined ? Infinity : Math.ceil(page.totalCount / perPage);
}

/** Throws `list-incomplete` at the end, for the values that an incomplete list left open. */
async function* fetchOneByOne(
  api: ApiClient,
  by: IdentifierKind,
  values: readonly string[],
  options: CallOptions,
): AsyncGenerator<ResolvedEndpoints> {
  let incomplete: AppError | undefined;
  for (let from = 0; from < values.length; from += atOnce) {
    const endpointsByValue = new Map<string, readonly CachedEndpoint[]>();
    await Promise.all(
      values.slice(from, from + atOnce).map(async (value) => {
        try {
          endpointsByValue.set(value, await fetchByIdentifier(api, by, value, options));
        } catch (error) {
          if (!isAppError(error, "list-incomplete")) throw error;
          incomplete ??= error;
        }
      }),
    );
    yield endpointsByValue;
  }
  if (incomplete !== undefined) throw incomplete;
}

async function fetchByIdentifier(
  api: ApiClient,
  by: IdentifierKind,
  value: string,
  options: CallOptions,
): Promise<CachedEndpoint[]> {
  if (by === "imsi" || by === "msisdn") return fetchBySim(api, by, value, options);
  const key = identityKey(by, value);
  const { records, reason } = await readAll(api, "endpoint", `${by}:${key}`, options);
  const endpoints = records.filter((record) => keyOf(by, record) === key).flatMap(recordEndpoint);
  if (reason !== undefined && !isProven(by, endpoints)) throw new AppError("list-incomplete", reason);
  return endpoints;
}

async function fetchBySim(
  api: ApiClient,
  by: "imsi" | "msisdn",
  value: string,
  options: CallOptions,
): Promise<CachedEndpoint[]> {
  const { records: sims, reason } = await readAll(api, "sim", `${by === "msisdn" ? "msisdns" : by}:${value}`, options);
  const endpoints: CachedEndpoint[] = [];
  for (const sim of sims) {
    const id = isRecord(sim["endpoint"]) ? readId(sim["endpoint"]["id"]) : undefined;
    if (readText(sim[by]) !== value || id === undefined) continue;
    const matches = await fetchByIdentifier(api, "id", id, options);
    endpoints.push(...matches.map((endpoint) => ({ ...endpoint, record: withSim(endpoint.record, sim) })));
  }
  if (reason !== undefined && !isProven(by, endpoints)) throw new AppError("list-incomplete", reason);
  return endpoints;
}

async function readAll(
  api: ApiClient,
  collection: "endpoint" | "sim",
  q: string,
  options: CallOptions,
): Promise<{ readonly records: readonly JsonRecord[]; readonly reason: CodedText | undefined }> {
  const records: JsonRecord[] = [];
  const walk = walkCollection(api, collection, { q, perPage, concurrency: 1, ...options });
  for await (const { items } of walk) records.push(...items.map(({ record }) => record));
  return { records, reason: walk.verdict().reason };
}

/**
 * Reads the whole list once. Values are yielded at the end, since several endpoints may have the same name. Throws `list-incomplete`
 * where the list leaves a value open.
 */
async function* walkAll(
  api: ApiClient,
  by: IdentifierKind,
  values: readonly string[],
  options: CallOptions,
): AsyncGenerator<ResolvedEndpoints> {
  const endpointsByKey = new Map<string, CachedEndpoint[]>(values.map((value) => [identityKey(by, value), []]));
  const walk = walkCollection(api, "endpoint", { perPage, ...options });
  for await (const { items } of walk) {
    for (const { id, record } of items) endpointsByKey.get(keyOf(by, record) ?? "")?.push({ id, record });
  }
  const { reason } = walk.verdict();
  const resolved = values.map((value) => [value, endpointsByKey.get(identityKey(by, value)) ?? []] as const);
  const proven = reason === undefined ? resolved : resolved.filter(([, endpoints]) => isProven(by, endpoints));
  yield new Map(proven);
  if (reason !== undefined && proven.length < resolved.length) throw new AppError("list-incomplete", reason);
}

/** Whether an incomplete list proves what it has: the identifiers that it has, and no name, since several endpoints may have the same. */
function isProven(by: IdentifierKind, endpoints: readonly CachedEndpoint[]): boolean {
  return by !== "name" && endpoints.length > 0;
}

/** The identifier of a record, in the form that `identityKey` returns for values. */
function keyOf(by: IdentifierKind, record: JsonRecord): string | undefined {
  const text = by === "id" ? readId(record["id"]) : endpointField({ id: "", record }, by);
  return text === undefined ? undefined : identityKey(by, text);
}

function recordEndpoint(record: JsonRecord): CachedEndpoint[] {
  const id = readId(record["id"]);
  return id === undefined ? [] : [{ id, record }];
}

/** A comma or colon cannot be written in a filter; a star would match any text. */
function isQueryable(by: IdentifierKind, value: string): boolean {
  return by !== "name" || !/[,:*]/.test(value);
}

/** For IMSI and MSISDN, first the SIM, then its endpoint. */
function callsPerValue(by: IdentifierKind): number {
  return by === "imsi" || by === "msisdn" ? 2 : 1;
}
