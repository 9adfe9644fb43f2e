/** A group of the overview as rows of a paged list. The contract pages by cursor only, so skipped rows are fetched as well. */
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { fleet } from "../../lib/fleet.ts";
import type { PageAnswer, PageRequest } from "../../lib/page-cache.ts";
import type { RowQuery } from "../../lib/data-source.ts";
import { filterOf, listedKey, type QuotasRequest } from "./quota-query.ts";

type ListPage = (
  part: { readonly limit: number; readonly cursor?: string },
  signal: AbortSignal,
) => Promise<{ readonly items: readonly QuotaItem[]; readonly nextCursor?: string }>;

/** Maximum rows per call. */
const mostPerCall = 1000;

export function quotaRowQuery(request: QuotasRequest): RowQuery<QuotaItem> {
  const { connection, listed: query } = request;
  const count = async (signal: AbortSignal): Promise<number> =>
    (await fleet.quotas.overview({ connection, ...filterOf(query) }, signal)).groups[query.group];
  const list: ListPage = async (part, signal) => await fleet.quotas.list({ connection, ...query, ...part }, signal);
  return {
    key: listedKey(request),
    source: {
      count,
      page: async (request, signal) => await fetchPage(list, await fromStart(request, count, signal), signal),
    },
  };
}

/**
 * Converts an offset from the end to one from the start: unknown values come last in either order, so the list cannot be read in
 * reverse.
 */
async function fromStart(
  request: PageRequest,
  count: (signal: AbortSignal) => Promise<number>,
  signal: AbortSignal,
): Promise<PageRequest> {
  if (!request.fromEnd) return request;
  return {
    skip: Math.max(0, (await count(signal)) - request.skip - request.limit),
    limit: request.limit,
    fromEnd: false,
  };
}

/** Reaches the page by skipping up to 1,000 rows per call. */
export async function fetchPage(
  list: ListPage,
  request: PageRequest,
  signal: AbortSignal,
): Promise<PageAnswer<QuotaItem>> {
  let cursor = request.cursor;
  for (let left = request.skip; left > 0; left -= Math.min(left, mostPerCall)) {
    const part = await list({ limit: Math.min(left, mostPerCall), cursor }, signal);
    if (part.nextCursor === undefined) return { items: [] };
    cursor = part.nextCursor;
  }
  return await list({ limit: request.limit, cursor }, signal);
}
