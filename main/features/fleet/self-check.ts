/** Compares the cache with the service: the same query is sent to both, and the results are compared row by row. */
import type { fleet } from "#shared/contract/fleet/fleet.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { walkCollection } from "../../core/api/collections.ts";
import { formatFilter, formatSort } from "../../core/api/query.ts";
import { type CachedQuestion, toCachedQuestion, countCachedRows, completenessOfCache } from "./cached-rows.ts";
import type { FleetTools } from "./deps.ts";

const largestPage = 1000;

export function createSelfCheck(tools: FleetTools): Handlers<typeof fleet>["selfCheck"] {
  const { store, connections, clock } = tools;
  return async ({ limit, ...query }, { signal }) => {
    const question = await toCachedQuestion(tools, query);
    const { connection, collection } = question;
    const { asOf } = await completenessOfCache(store, connection, collection);
    const { api } = await connections.openById(connection);
    // Twice the number of compared rows: an additional row on one side moves others past the limit, which are not missing.
    const fetchCount = 2 * limit;
    const live = await idsOfService(api, question, fetchCount, signal);
    const cached = await idsOfCache(tools, question, fetchCount);
    const compared = compareOrders(cached, live.ids, limit);
    const cacheTotal = await countCachedRows(tools, question, signal);
    const totalsAgree = live.total === undefined || live.total === cacheTotal;
    const { onlyInCache, onlyInService, orderDiffersAt } = compared;
    return {
      ...compared,
      agrees: totalsAgree && onlyInCache.length === 0 && onlyInService.length === 0 && orderDiffersAt === undefined,
      cacheTotal,
      serviceTotal: live.total,
      asOf,
      checkedAt: clock.now(),
    };
  };
}

export interface OrdersCompared {
  /** Number of compared positions. */
  readonly compared: number;
  readonly onlyInCache: string[];
  readonly onlyInService: string[];
  readonly orderDiffersAt?: number;
}

/** Compares the first `limit` ids of two lists that may be longer. Pure. */
export function compareOrders(cached: readonly string[], live: readonly string[], limit: number): OrdersCompared {
  const [inCache, inService] = [new Set(cached), new Set(live)];
  const [ours, theirs] = [cached.slice(0, limit), live.slice(0, limit)];
  const differs = ours.findIndex((id, index) => index < theirs.length && id !== theirs[index]);
  return {
    compared: Math.max(ours.length, theirs.length),
    onlyInCache: ours.filter((id) => !inService.has(id)),
    onlyInService: theirs.filter((id) => !inCache.has(id)),
    orderDiffersAt: differs < 0 ? undefined : differs + 1,
  };
}

async function idsOfCache({ store }: FleetTools, question: CachedQuestion, count: number): Promise<readonly string[]> {
  const page = await store.readPage({ ...question, after: undefined, limit: count });
  return page.rows.map(({ id }) => id);
}

async function idsOfService(
  api: Parameters<typeof walkCollection>[0],
  { collection, filter, sort }: CachedQuestion,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly ids: readonly string[]; readonly total: number | undefined }> {
  const walk = walkCollection(api, collection, {
    q: formatFilter(collection, filter, "spec"),
    sort: formatSort(collection, sort, "spec"),
    perPage: Math.min(count, largestPage),
    concurrency: 1,
    priority: "click",
    signal,
  });
  const ids: string[] = [];
  let total: number | undefined;
  for await (const page of walk) {
    total = page.announced ?? total;
    ids.push(...page.items.map(({ id }) => id));
    if (ids.length >= count) return { ids: ids.slice(0, count), total };
  }
  return { ids, total: walk.verdict().promised ?? total };
}
