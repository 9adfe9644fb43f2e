/** The overview's query: in the address, and of its rows. */
import type { QuotaGroup, QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import type { PageAnswer, PageRequest } from "../../lib/page-cache.ts";
import type { RowQuery } from "../../lib/data-source.ts";
import type { Limits } from "./quota-labels.ts";

/** The groups of the overview in display order. */
export const groupOrder: readonly QuotaGroup[] = [
  "empty",
  "below",
  "blocked",
  "expiring",
  "expired",
  "none",
  "unreadable",
  "never",
];

export interface QuotaFilter extends Limits {
  readonly kind: QuotaKind;
  readonly search?: string;
  readonly profile?: string;
  readonly audience?: number;
}

export const sortable = ["endpoint", "volume", "percent", "expiresAt", "asOf"] as const;
export type QuotaSort = (typeof sortable)[number];

export interface QuotaListed extends QuotaFilter {
  readonly group: QuotaGroup;
  readonly sort: QuotaSort;
  readonly descending: boolean;
}

export interface QuotasRequest {
  readonly connection: string;
  readonly listed: QuotaListed;
}

/** Identity of the list. */
export function listedKey({ connection, listed }: QuotasRequest): string {
  return JSON.stringify([connection, listed]);
}

export const defaultLimits: Limits = { belowPercent: 20, expiringDays: 14 };

/** Invalid values are replaced by their defaults: an address may be typed by hand. */
export function parseQuotaQuery(query: Readonly<Record<string, string>>): QuotaListed {
  const { search, profile, audience } = query;
  const below = Number(query["below"] ?? "");
  const days = Number(query["days"] ?? "");
  const [sort = "", direction] = (query["sort"] ?? "").split(" ");
  const sortField = sortable.find((field) => field === sort);
  return {
    kind: query["kind"] === "sms" ? "sms" : "data",
    belowPercent: query["below"] !== undefined && below >= 0 && below <= 100 ? below : defaultLimits.belowPercent,
    expiringDays: Number.isInteger(days) && days >= 1 && days <= 3650 ? days : defaultLimits.expiringDays,
    group: groupOrder.find((group) => group === query["group"]) ?? "checked",
    sort: sortField ?? "endpoint",
    descending: sortField !== undefined && direction === "desc",
    search: search === undefined || search.trim() === "" ? undefined : search.slice(0, 200),
    profile: profile === undefined || profile === "" ? undefined : profile,
    audience: /^\d+$/.test(audience ?? "") ? Number(audience) : undefined,
  };
}

/** The part of the query that determines the counts. */
export function filterOf({ group: _g, sort: _s, descending: _d, ...look }: QuotaListed): QuotaFilter {
  return look;
}

/** The sort parameter of the address; undefined for the default order. */
export function writeSort(sort: QuotaSort, descending: boolean): string | undefined {
  if (sort === "endpoint" && !descending) return undefined;
  return descending ? `${sort} desc` : sort;
}

/** Whether a filter other than the group narrows the overview. */
export function isNarrowed({ search, profile, audience }: QuotaFilter): boolean {
  return search !== undefined || profile !== undefined || audience !== undefined;
}

// A group of the overview as rows of a paged list. The contract pages by cursor only, so skipped rows are fetched as well.

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
