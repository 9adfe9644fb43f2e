/** Lists read live from the service: one page, or all pages up to the requested number of rows. */
import { t } from "../../text.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { CliContext } from "../../context.ts";
import { usageError } from "../../usage-error.ts";

export interface LiveListOptions {
  readonly filter?: string;
  readonly sort?: string;
  readonly limit?: number;
  readonly page?: number;
  readonly perPage?: number;
  readonly all?: boolean;
}

export type LivePage = Awaited<ReturnType<FleetClient["fleet"]["listLive"]>>;

export const defaultLimit = 50;
export const largestPage = 1000;

export function checkLiveOptions({ page, perPage, all, limit }: LiveListOptions, isLive: boolean): void {
  const paged = page !== undefined || perPage !== undefined;
  if ((paged || all === true) && !isLive) throw usageError(t(($) => $.cli.fleet.list.pagingNeedsLive));
  if (page !== undefined && all === true) throw usageError(t(($) => $.cli.fleet.list.pageOrAll));
  if (limit !== undefined && (paged || all === true)) {
    throw usageError(t(($) => $.cli.fleet.list.limitOrPages));
  }
}

/**
 * Pages in the service's order. The service repeats its last page beyond the end, so a page without a new id ends the list
 * (docs/service-facts.md#lists).
 */
export async function* readLivePages(
  client: FleetClient,
  context: CliContext,
  { collection, ...options }: LiveListOptions & { readonly collection: Collection },
  signal: AbortSignal,
): AsyncGenerator<LivePage> {
  const { filter = "", sort = "", limit = defaultLimit, page, perPage, all } = options;
  const query = { ...context.scope(), collection, filter, sort };
  if (all !== true && (page !== undefined || perPage !== undefined)) {
    const size = perPage === undefined ? {} : { perPage };
    yield await client.fleet.listLive({ ...query, page: page ?? 1, ...size }, signal);
    return;
  }
  if (all !== true && limit <= largestPage) {
    yield await client.fleet.listLive({ ...query, limit }, signal);
    return;
  }
  const seen = new Set<string>();
  const most = all === true ? Number.POSITIVE_INFINITY : limit;
  for (let next = 1; seen.size < most; next += 1) {
    const answer = await client.fleet.listLive({ ...query, page: next, perPage: perPage ?? largestPage }, signal);
    const items = answer.items.filter(({ id }) => !seen.has(id)).slice(0, most - seen.size);
    if (items.length === 0 && next > 1) return;
    for (const { id } of items) seen.add(id);
    yield { ...answer, items, complete: seen.size === answer.total };
    if (answer.hasNext === false || (answer.page ?? next) < next) return;
  }
}
