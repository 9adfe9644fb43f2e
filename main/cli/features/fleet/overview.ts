/** overview: the state of the connection from the cache, each figure with the command that lists its rows. */
import { type Overview, overviewSchema } from "#shared/contract/overview.ts";
import type { QuotaGroup } from "#shared/contract/quotas/quota-overview.ts";
import { formatNumber } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import { defineCommand } from "../../define-command.ts";
import { type Columns, formatItems, formatTable, iso } from "../../output.ts";
import { t } from "../../text.ts";

export const overviewCommand = defineCommand({
  path: "overview",
  summary: t(($) => $.cli.fleet.overview.summary),
  help: t(($) => $.cli.fleet.overview.help),
  examples: ["fleetdesk overview", "fleetdesk overview --json"],
  run: async ({ client, signal, scope, context }) =>
    await client.overview.get({ ...scope, today: startOfDay(context.clock.now()) }, signal),
  json: overviewSchema,
  render: describeOverview,
});

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A figure, its change, and the command that lists its rows. */
interface Line {
  readonly figure: string;
  /** Undefined: unknown. */
  readonly count: number | undefined;
  readonly command: string;
  readonly change?: string;
}

const unknown = t(($) => $.common.unknown);

const columns: Columns<Line> = {
  figure: ({ figure }) => figure,
  count: ({ count }) => (count === undefined ? unknown : formatNumber(count)),
  change: ({ change }) => change,
  command: ({ command }) => `fleetdesk ${command}`,
};

function describeOverview(overview: Overview): string {
  const [before, last] = [overview.endpoints.totals.at(-2), overview.endpoints.totals.at(-1)];
  const table = formatItems(columns, [...fleetLines(overview), ...otherLines(overview)], 80);
  const note = before?.byStatus === undefined || last === undefined ? "" : changeNote(before.at);
  return `${describeCache(overview)}\n${table}${note}\n${describeDecisions(overview)}`;
}

/** None before the first sync. */
function fleetLines({ endpoints, contact, asOf }: Overview): readonly Line[] {
  if (endpoints.cache.state === "never") return [];
  const before = endpoints.totals.at(-2);
  const changeOf = (value: string, count: number): string =>
    before?.byStatus === undefined ? "" : formatChange(count - (before.byStatus[value] ?? 0));
  return [
    ...endpoints.byStatus.map(({ value, label, count }) => ({
      figure: label,
      count,
      command: `list endpoint --filter status:${value}`,
      change: changeOf(value, count),
    })),
    {
      figure: t(($) => $.overview.fleet.withoutSim),
      count: endpoints.withoutSim,
      command: "list endpoint --filter sim_status:null",
    },
    {
      figure: t(($) => $.overview.fleet.suspended),
      count: endpoints.bySimStatus.find(({ value }) => value === "2")?.count ?? 0,
      command: "list endpoint --filter sim_status:2",
    },
    {
      figure: t(($) => $.overview.fleet.disabledToday),
      count: endpoints.disabledToday,
      command: `diff endpoint --snapshot ${iso(startOfDay(asOf))}`,
    },
    { figure: t(($) => $.overview.contact.seen), count: contact.seen, command: "list endpoint --filter 'seen:<24h'" },
    {
      figure: t(($) => $.overview.contact.silent),
      count: contact.silent,
      command: "list endpoint --filter 'seen:>24h'",
    },
    {
      figure: t(($) => $.overview.contact.unknown),
      count: contact.unknown,
      command: "list endpoint --filter seen:unknown",
    },
  ];
}

function otherLines({ quotas, critical, campaigns }: Overview): readonly Line[] {
  const states = (...of: readonly string[]): number => campaigns.filter(({ state }) => of.includes(state)).length;
  return [
    ...(["data", "sms"] as const).flatMap((kind) =>
      quotaLines.map(([group, label]) => {
        const { groups, newest } = quotas[kind];
        const figure = t(($) => $.cli.fleet.overview.quota, { kind: t(($) => $.overview.quotas[kind]), group: label });
        const count = newest === undefined && group !== "never" ? undefined : groups[group];
        return { figure, count, command: `quota list ${group} --type ${kind}` };
      }),
    ),
    {
      figure: t(($) => $.overview.critical.title),
      count: critical.read ? critical.total : undefined,
      command: "event list --cached --severity critical --since 24h",
      change: critical.read && critical.before.read ? formatChange(critical.total - critical.before.total) : "",
    },
    { figure: t(($) => $.overview.campaigns.running), count: states("running"), command: "campaign list" },
    { figure: t(($) => $.overview.campaigns.waiting), count: states("waiting", "scheduled"), command: "campaign list" },
    { figure: t(($) => $.overview.campaigns.paused), count: states("paused"), command: "campaign list" },
  ];
}

const quotaLines = [
  ["empty", t(($) => $.overview.quotas.empty)],
  ["below", t(($) => $.overview.quotas.below)],
  ["expiring", t(($) => $.overview.quotas.expiring)],
  ["never", t(($) => $.overview.quotas.never)],
] as const satisfies readonly (readonly [QuotaGroup, string])[];

function formatChange(change: number): string {
  return change === 0 ? "" : `${change > 0 ? "+" : "\u2212"}${formatNumber(Math.abs(change))}`;
}

function changeNote(at: number): string {
  return t(($) => $.cli.fleet.overview.changes, { time: iso(at) });
}

function describeCache({ connection, endpoints: { cache } }: Overview): string {
  const { state, unique = 0, promised = unique, asOf } = cache;
  if (asOf === undefined) return t(($) => $.cli.fleet.overview.neverSynced, { connection });
  const counts = { connection, time: iso(asOf), count: unique, total: promised };
  return state === "complete"
    ? t(($) => $.cli.fleet.overview.complete, counts)
    : t(($) => $.cli.fleet.overview.partial, counts);
}

function describeDecisions({ campaigns, quotas }: Overview): string {
  const decisions = [
    ...campaigns
      .filter(({ needsDecision }) => needsDecision)
      .map(({ campaignId, name }) => [name, `fleetdesk campaign get ${campaignId}`]),
    ...quotas.onHold.map(({ change, title, count }) => [
      t(($) => $.overview.decisions.onHold, { change: formatText(title), count }),
      `fleetdesk quota rows ${change}`,
    ]),
  ];
  const none = `${t(($) => $.overview.decisions.none)}\n`;
  return decisions.length === 0 ? none : formatTable([t(($) => $.overview.decisions.title), ""], decisions, 80);
}
