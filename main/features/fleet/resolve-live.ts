/**
 * Finds endpoints at the service with the fewest calls: single requests while they are fewer than the pages of the whole list, otherwise
 * the whole list once. The endpoint list cannot be filtered by IMSI or MSISDN (docs/service-facts.md#lists), the SIM list can.
 */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import { fetchPage, walkCollection } from "../../core/api/collections.ts";
import { isRecord, readId, readText } from "../../core/api/json.ts";
import { identityKey } from "./identity-key.ts";
import type { CachedEndpoint } from "#shared/rules/endpoint-fields.ts";
import { type ResolvedEndpoints, withSim } from "./record-fields.ts";

const perPage = 1000;
const atOnce = 4;

/** Yields each value at most once, with all of its endpoints. Throws `AppError` when a request fails. */
export async function* resolveLive(
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
  yield await walkAll(api, by, values, options);
}

async function countPages(api: ApiClient, options: CallOptions): Promise<number> {
  const page = await fetchPage(api, "endpoint", { page: 1, perPage: 1, ...options });
  return page.totalCount === undefined ? Infinity : Math.ceil(page.totalCount / perPage);
}

async function* fetchOneByOne(
  api: ApiClient,
  by: IdentifierKind,
  values: readonly string[],
  options: CallOptions,
): AsyncGenerator<ResolvedEndpoints> {
  for (let from = 0; from < values.length; from += atOnce) {
    const batch = values.slice(from, from + atOnce);
    const answers = await Promise.all(batch.map((value) => fetchByIdentifier(api, by, value, options)));
    const endpointsByValue = new Map<string, readonly CachedEndpoint[]>();
    for (const [index, endpoints] of answers.entries()) endpointsByValue.set(batch[index] ?? "", endpoints);
    yield endpointsByValue;
  }
}

async function fetchByIdentifier(
  api: ApiClient,
  by: IdentifierKind,
  value: string,
  options: CallOptions,
): Promise<CachedEndpoint[]> {
  if (by === "imsi" || by === "msisdn") return fetchBySim(api, by, value, options);
  const key = identityKey(by, value);
  const records = await readAll(api, "endpoint", `${by}:${key}`, options);
  return records.filter((record) => keyOf(by, record) === key).flatMap(toEndpoint);
}

async function fetchBySim(
  api: ApiClient,
  by: "imsi" | "msisdn",
  value: string,
  options: CallOptions,
): Promise<CachedEndpoint[]> {
  const sims = await readAll(api, "sim", `${by === "msisdn" ? "msisdns" : by}:${value}`, options);
  const endpoints: CachedEndpoint[] = [];
  for (const sim of sims) {
    const id = isRecord(sim["endpoint"]) ? readId(sim["endpoint"]["id"]) : undefined;
    if (readText(sim[by]) !== value || id === undefined) continue;
    const [record] = await readAll(api, "endpoint", `id:${id}`, options);
    if (record !== undefined) endpoints.push(...toEndpoint(withSim(record, sim)));
  }
  return endpoints;
}

async function readAll(
  api: ApiClient,
  collection: "endpoint" | "sim",
  q: string,
  options: CallOptions,
): Promise<JsonRecord[]> {
  const records: JsonRecord[] = [];
  for await (const { items } of walkCollection(api, collection, { q, perPage, concurrency: 1, ...options })) {
    records.push(...items.map(({ record }) => record));
  }
  return records;
}

/** Reads the whole list once. Values are yielded at the end, since several endpoints may have the same name. */
async function walkAll(
  api: ApiClient,
  by: IdentifierKind,
  values: readonly string[],
  options: CallOptions,
): Promise<ResolvedEndpoints> {
  const endpointsByKey = new Map<string, CachedEndpoint[]>(values.map((value) => [identityKey(by, value), []]));
  for await (const { items } of walkCollection(api, "endpoint", { perPage, ...options })) {
    for (const { id, record } of items) endpointsByKey.get(keyOf(by, record) ?? "")?.push({ id, record });
  }
  return new Map(values.map((value) => [value, endpointsByKey.get(identityKey(by, value)) ?? []]));
}

/** The identifier of a record, in the form that `identityKey` returns for values. */
function keyOf(by: IdentifierKind, record: JsonRecord): string | undefined {
  const inSim = by === "iccid" || by === "imsi" || by === "msisdn";
  const holder = inSim ? (isRecord(record["sim"]) ? record["sim"] : {}) : record;
  const text = by === "id" ? readId(record["id"]) : readText(holder[by]);
  return text === undefined ? undefined : identityKey(by, text);
}

function toEndpoint(record: JsonRecord): CachedEndpoint[] {
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
