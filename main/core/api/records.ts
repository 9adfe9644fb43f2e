/** One record of a collection, and its related data. The specification has only collections, so the list is tried first. */
import { codedText } from "#shared/texts/coded-text.ts";
import { isAppError } from "#shared/failure.ts";
import { readBody, readRecordOf, readRecords } from "./bodies.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { pathId } from "./inputs.ts";
import { type JsonRecord, isRecord, readId } from "./json.ts";
import { isAbsent, offered, offeredOne } from "./offered.ts";
import { type Page, type PageQuery, fetchListPage } from "./paging.ts";
import { findField } from "./query-fields.ts";
import { type Walk, type WalkSettings, walkPages } from "./walk.ts";

/** 1301 InvalidQueryCriteria: the service's list cannot be filtered by id (docs/service-facts.md#errors). */
const unknownField = 1301;

/**
 * The record as received; undefined where the id does not exist. Filters the list by `id` (docs/service-facts.md#lists). Where the list has
 * no such filter, or may ignore it since the specification has none, reads the detail. Throws `not-offered` where the service has neither.
 */
export async function readOne(
  api: ApiClient,
  collection: CollectionName,
  id: string,
  options: CallOptions = {},
): Promise<JsonRecord | undefined> {
  const segment = pathId("id", id);
  try {
    // An id with a comma or a colon cannot be written in a filter.
    if (!/[,:]/.test(id)) {
      const { items } = await fetchPage(api, collection, { page: 1, perPage: 1, q: `id:${id}`, ...options });
      const record = items.find((item) => readId(item["id"]) === id);
      const isSpecified = findField(collection, "id")?.spec !== undefined;
      if (record !== undefined || items.length === 0 || isSpecified) return record;
    }
  } catch (error) {
    if (!isAppError(error) || error.details?.["serviceCode"] !== unknownField) throw error;
  }
  return await readDetail(api, collection, { id, segment }, options);
}

async function readDetail(
  api: ApiClient,
  collection: CollectionName,
  { id, segment }: { readonly id: string; readonly segment: string },
  options: CallOptions,
): Promise<JsonRecord | undefined> {
  const path = `/api/v1/${collection}/${segment}`;
  try {
    return await offeredOne(codedText("record-detail-not-offered", { collection }), async () =>
      readRecordOf(await api.request({ method: "GET", path, ...options }), id),
    );
  } catch (error) {
    if (isAbsent(error) && error.code !== "not-offered") return undefined;
    throw error;
  }
}

/**
 * The tariff plans of one organisation (docs/service-facts.md#organisation; beyond the specification). A single object counts as a list of one, null
 * as none.
 * Throws `not-offered` where the service has no such path.
 */
export async function listTariffPlansOf(
  api: ApiClient,
  organisationId: string,
  options: CallOptions = {},
): Promise<readonly JsonRecord[]> {
  const path = `/api/v1/organisation/${pathId("organisation", organisationId)}/tariff_plan`;
  return await offeredOne(codedText("organisation-tariffs-not-offered"), async () => {
    const answer = await api.request({ method: "GET", path, ...options });
    const body = readBody(answer);
    if (body === null) return [];
    return isRecord(body) ? (Object.keys(body).length === 0 ? [] : [body]) : readRecords(answer);
  });
}

// One endpoint. The specification has only the list; the detail is known from public sources (docs/service-facts.md#endpoint).

/** The endpoint as received. Throws `not-offered` where the service has no detail, a rejection with status 404 where the endpoint does not exist. */
export function getEndpoint(api: ApiClient, endpointId: string, options: CallOptions = {}): Promise<JsonRecord> {
  const path = `/api/v1/endpoint/${pathId("endpointId", endpointId)}`;
  return offeredOne(codedText("endpoint-detail-not-offered"), async () =>
    readRecordOf(await api.request({ method: "GET", path, ...options }), endpointId),
  );
}

// The six collections of the fleet: `GET /api/v1/<collection>` with paging, filter and sort (docs/service-facts.md#lists).

export type CollectionName = "endpoint" | "sim" | "imsi" | "organisation" | "user" | "tariff_plan";

export type WalkQuery = Omit<PageQuery, "page"> &
  Pick<WalkSettings, "firstPage" | "loadedIds" | "concurrency" | "maxPages">;

/** Records per page in a walk: the live service's default for endpoints. */
const defaultPerPage = 1_000;

/** One page. Throws `not-offered` where the service has no such collection (404, 405). */
export function fetchPage(api: ApiClient, collection: CollectionName, query: PageQuery): Promise<Page> {
  return offered(codedText("collection-not-available", { collection }), () =>
    fetchListPage(api, `/api/v1/${collection}`, collection, query),
  );
}

/** All pages, in any order; see `walkPages`. A page that fails ends the walk with its error. */
export function walkCollection(api: ApiClient, collection: CollectionName, query: WalkQuery = {}): Walk {
  const { firstPage, loadedIds, concurrency, maxPages, signal, ...rest } = query;
  return walkPages({
    firstPage,
    loadedIds,
    concurrency,
    maxPages,
    signal,
    fetch: (page, walkSignal) =>
      fetchPage(api, collection, { priority: "sync", perPage: defaultPerPage, ...rest, page, signal: walkSignal }),
  });
}
