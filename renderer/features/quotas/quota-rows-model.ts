/** A group of the overview as the rows of a long list. The treaty pages by cursor alone: what is skipped is walked through. */
import type { QuotaItem } from "#contract/quota-overview.ts";
import { fleet } from "../../lib/fleet.ts";
import type { PageAnswer, PageAsk } from "../../lib/row-listing.ts";
import type { RowQuestion } from "../../lib/row-source.ts";
import type { QuotaListed } from "./quota-look-model.ts";
import { lookOf } from "./quota-look-model.ts";

type ListPage = (
  part: { readonly limit: number; readonly cursor?: string },
  signal: AbortSignal,
) => Promise<{ readonly items: readonly QuotaItem[]; readonly nextCursor?: string | undefined }>;

/** The most that one call gives. */
const mostPerCall = 1000;

export function quotaQuestion(connection: string, asked: QuotaListed): RowQuestion<QuotaItem> {
  const count = async (signal: AbortSignal): Promise<number> =>
    (await fleet.quotas.overview({ connection, ...lookOf(asked) }, signal)).groups[asked.group];
  const list: ListPage = async (part, signal) => await fleet.quotas.list({ connection, ...asked, ...part }, signal);
  return {
    key: JSON.stringify([connection, asked]),
    source: { count, page: async (ask, signal) => await walk(list, await fromStart(ask, count, signal), signal) },
  };
}

/** What is counted from the end, counted from the start: unknown values come last whichever way round, so no list is turned. */
async function fromStart(
  ask: PageAsk,
  count: (signal: AbortSignal) => Promise<number>,
  signal: AbortSignal,
): Promise<PageAsk> {
  if (!ask.fromEnd) return ask;
  return { skip: Math.max(0, (await count(signal)) - ask.skip - ask.limit), limit: ask.limit, fromEnd: false };
}

/** Goes to the page a thousand rows at a time. */
export async function walk(list: ListPage, ask: PageAsk, signal: AbortSignal): Promise<PageAnswer<QuotaItem>> {
  let cursor = ask.cursor;
  for (let left = ask.skip; left > 0; left -= Math.min(left, mostPerCall)) {
    const part = await list(
      { limit: Math.min(left, mostPerCall), ...(cursor === undefined ? {} : { cursor }) },
      signal,
    );
    if (part.nextCursor === undefined) return { items: [] };
    cursor = part.nextCursor;
  }
  return await list({ limit: ask.limit, ...(cursor === undefined ? {} : { cursor }) }, signal);
}
