/** One part of the composition: the overview of a connection, from the handlers of the features. Reads the cache only. */
import type { Contract } from "#shared/contract/index.ts";
import type { overview } from "#shared/contract/overview.ts";
import type { CallContext, Handlers } from "#shared/contract/kit.ts";
import { isActiveCampaign } from "#shared/rules/campaign-status.ts";
import type { Clock } from "../core/hosts.ts";
import type { HandlersOf } from "../core/ipc/router.ts";
import type { StoreClient } from "../core/store/db.ts";
import { throwIfStopped } from "../core/wait.ts";
import type { FleetStore } from "../features/fleet/deps.ts";
import type { Fleet } from "../features/fleet/fleet.ts";
import type { QuotaQueries } from "../features/quotas/queries.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Events are read some time before they are shown. */
const readWithinMs = hourMs;
const syncs = 30;

export interface OverviewDeps {
  readonly handlers: Pick<HandlersOf<Contract>, "campaigns" | "events" | "fleet" | "quotas">;
  readonly store: Pick<FleetStore, "disabledSince" | "syncTotals"> & Pick<StoreClient<QuotaQueries>, "changesOnHold">;
  readonly contactCounts: Fleet["contactCounts"];
  readonly connections: { open(name?: string): Promise<{ readonly id: number; readonly name: string }> };
  readonly clock: Clock;
}

export function createOverview(deps: OverviewDeps): Handlers<typeof overview> {
  return {
    get: async ({ connection: named, today }, context) => {
      const { id, name } = await deps.connections.open(named);
      const [endpoints, contact, data, sms, onHold, critical, campaigns] = await Promise.all([
        endpointsOf(deps, { id, name, today }, context),
        contactOf(deps, id),
        quotasOf(deps, name, "data", context),
        quotasOf(deps, name, "sms", context),
        deps.store.changesOnHold(id),
        criticalOf(deps, name, context),
        campaignsOf(deps, name, context),
      ]);
      const quotas = { data, sms, onHold: [...onHold] };
      return { connection: name, asOf: deps.clock.now(), endpoints, contact, quotas, critical, campaigns };
    },
  };
}

type Part<K extends keyof Answer> = Promise<Answer[K]>;
type Answer = Awaited<ReturnType<Handlers<typeof overview>["get"]>>;

async function contactOf({ contactCounts }: OverviewDeps, id: number): Part<"contact"> {
  const counts = await contactCounts(id);
  const areUnknown = counts.unknown > 0 && counts.seen + counts.silent === 0;
  return areUnknown ? { unknown: counts.unknown } : counts;
}

async function endpointsOf(
  { handlers: { fleet }, store }: OverviewDeps,
  { id, name, today }: { readonly id: number; readonly name: string; readonly today: number },
  context: CallContext,
): Part<"endpoints"> {
  const scope = { connection: name, collection: "endpoint" as const };
  const facet = async (field: string): Promise<Answer["endpoints"]["byStatus"]> =>
    (await fleet.facet({ ...scope, field, filter: "", limit: 20 }, context)).values;
  const [cache, byStatus, simStatus, disabledToday, totals] = await Promise.all([
    fleet.completeness(scope, context),
    facet("status"),
    facet("sim_status"),
    disabledSince(store, id, today, context.signal),
    store.syncTotals(id, "endpoint", syncs),
  ]);
  const withoutSim = simStatus.find(({ value }) => value === "null")?.count ?? 0;
  const bySimStatus = simStatus.filter(({ value }) => value !== "null");
  return { cache, byStatus, bySimStatus, withoutSim, disabledToday, totals: [...totals] };
}

async function disabledSince(
  store: OverviewDeps["store"],
  id: number,
  at: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  let step = await store.disabledSince(id, at);
  while (step?.next !== undefined) {
    throwIfStopped(signal);
    step = await store.disabledSince(id, at, step);
  }
  return step?.count;
}

async function quotasOf(
  { handlers: { quotas } }: OverviewDeps,
  connection: string,
  kind: "data" | "sms",
  context: CallContext,
): Promise<Answer["quotas"]["data"]> {
  const { groups, newest } = await quotas.overview({ connection, kind, belowPercent: 20, expiringDays: 14 }, context);
  return { groups, newest };
}

async function criticalOf(
  { handlers: { events }, clock }: OverviewDeps,
  connection: string,
  context: CallContext,
): Part<"critical"> {
  const now = clock.now();
  const during = async (from: number, until: number): ReturnType<typeof events.timeline> =>
    events.timeline(
      { connection, scope: { of: "all" }, severity: ["critical"], filter: "", from, until, buckets: 24 },
      context,
    );
  const [last, before] = await Promise.all([during(now - dayMs, now), during(now - 2 * dayMs, now - dayMs)]);
  const totalOf = ({ buckets }: typeof last): number => buckets.reduce((sum, { counts }) => sum + counts.critical, 0);
  const isRead = ({ gaps }: typeof last.coverage, until: number): boolean => gaps.every(({ from }) => from >= until);
  return {
    hours: last.buckets,
    total: totalOf(last),
    read: isRead(last.coverage, now - readWithinMs),
    before: { total: totalOf(before), read: before.coverage.whole },
  };
}

async function campaignsOf(
  { handlers: { campaigns } }: OverviewDeps,
  connection: string,
  context: CallContext,
): Part<"campaigns"> {
  const { campaigns: all } = await campaigns.list({ connection }, context);
  return all
    .filter(isActiveCampaign)
    .map((campaign) => ({ ...campaign, needsDecision: campaign.state === "paused" }))
    .toSorted((a, b) => Number(b.needsDecision) - Number(a.needsDecision));
}
