/** Contract handlers for the overview of all cached quotas. Touches no network. */
import type { quotas } from "#shared/contract/quotas/quotas.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { z } from "zod";
import { readCursor, writeCursor } from "../../../core/store/cursor.ts";
import type { QuotaDeps } from "../deps.ts";
import type { ItemsQuery, OverviewScope, SortColumn } from "./queries-overview.ts";

type All = Handlers<typeof quotas>;
type OverviewQuery = Parameters<All["overview"]>[0];

const afterSchema = z.tuple([z.union([z.string(), z.number(), z.null()]), z.union([z.string(), z.number()])]);
const dayMs = 86_400_000;
const columns: Readonly<Record<string, SortColumn>> = {
  endpoint: "endpoint",
  volume: "volume",
  percent: "percent",
  expiresAt: "expires_at",
  asOf: "as_of",
};

export function createOverview(deps: QuotaDeps): Pick<All, "overview" | "list"> {
  const { store } = deps;
  return {
    overview: async (query) => {
      const { oldest, newest, histogram, ...totals } = await store.countOverview(await lookOf(deps, query));
      return {
        ...totals,
        histogram: [...histogram],
        oldest,
        newest,
      };
    },
    list: async ({ group, sort, descending, limit, cursor, ...query }) => {
      const look = await lookOf(deps, query);
      // Times differ between two pages of the same list, so they are not part of its identity.
      const { now: _now, expiringUntil: _until, ...stableLook } = look;
      const list = JSON.stringify([stableLook, query.expiringDays, group, sort, descending]);
      const question: ItemsQuery = {
        ...look,
        group,
        sort: columns[sort] ?? "endpoint",
        descending,
        limit,
        after: cursor === undefined ? undefined : readCursor(list, cursor, afterSchema),
      };
      const { items, next } = await store.readItems(question);
      return { items: [...items], nextCursor: next === undefined ? undefined : writeCursor(list, next) };
    },
  };
}

async function lookOf({ connections, clock }: QuotaDeps, query: OverviewQuery): Promise<OverviewScope> {
  const { id } = await connections.open(query.connection);
  const now = clock.now();
  const { kind, belowPercent, expiringDays, search, profile, audience } = query;
  return {
    connection: id,
    kind,
    belowPercent,
    expiringUntil: now + expiringDays * dayMs,
    now,
    search,
    profile,
    audience,
  };
}
