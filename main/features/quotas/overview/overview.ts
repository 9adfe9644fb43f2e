/** Contract handlers for the overview of all cached quotas. Touches no network. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { quotas } from "#contract/quotas.ts";
import type { Handlers } from "#contract/kit.ts";
import { AppError } from "../../../failure.ts";
import type { QuotaDeps } from "../deps.ts";
import type { CursorValue, ItemsQuery, OverviewScope, SortColumn } from "./queries-overview.ts";

type All = Handlers<typeof quotas>;
type OverviewQuery = Parameters<All["overview"]>[0];

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
        after: cursor === undefined ? undefined : readCursor(list, cursor),
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

type After = readonly [value: CursorValue, endpoint: CursorValue];

function writeCursor(list: string, after: After): string {
  return Buffer.from(JSON.stringify([list, ...after])).toString("base64url");
}

function readCursor(list: string, cursor: string): After {
  const [own, value, endpoint, ...rest] = parse(cursor);
  if (own !== list || !isValue(value) || !isValue(endpoint) || endpoint === null || rest.length > 0) {
    throw new AppError("cursor-invalid", codedText("quota-cursor-invalid"));
  }
  return [value, endpoint];
}

function parse(cursor: string): readonly unknown[] {
  try {
    const parsed = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown;
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return []; // not JSON: the caller rejects the cursor
  }
}

function isValue(value: unknown): value is CursorValue {
  return value === null || typeof value === "string" || typeof value === "number";
}
