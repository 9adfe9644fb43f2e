/** One record of a collection, and its related data. The specification has only collections, so the list is tried first. */
import { codedText } from "#shared/texts/coded-text.ts";
import { isAppError } from "#shared/failure.ts";
import { readBody, readRecordOf, readRecords } from "./bodies.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { type CollectionName, fetchPage } from "./collections.ts";
import { pathId } from "./inputs.ts";
import { type JsonRecord, isRecord, readId } from "./json.ts";
import { isAbsent, offeredOne } from "./offered.ts";

/** 1301 InvalidQueryCriteria: the service's list cannot be filtered by id (docs/service-facts.md#errors). */
const unknownField = 1301;

/**
 * The record as received; undefined where the id does not exist. Filters the list by `id` (docs/service-facts.md#lists);
 * where the list has no such filter, reads the detail. Throws `not-offered` where the service has neither.
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
      return items.find((record) => readId(record["id"]) === id);
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
