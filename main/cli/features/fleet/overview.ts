/** overview: the state of the connection from the cache, each figure with the command that lists its rows. */
import { type Overview, overviewSchema } from "#shared/contract/overview.ts";
import type { QuotaGroup } from "#shared/contract/quotas/quota-overview.ts";
import { formatNumber } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import { defineCommand } from "../../define-command.ts";
import { formatTable, iso } from "../../output.ts";
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
type Line = readonly [figure: string, count: string, change: string, command: string];

const unknown = t(($) => $.common.unknown);

const commandLine = (command: string): string => `fleetdesk ${command}`;

function describeOverview(overview: Overview): string {
  const [before, last] = [overview.endpoints.totals.at(-2), overview.endpoints.totals.at(-1)];
  const table = formatTable(
    [
      t(($) => $.cli.headings.figure),
      t(($) => $.cli.headings.count),
      t(($) => $.cli.headings.change),
      t(($) => $.cli.headings.command),
    ],
    [...fleetLines(overview), ...otherLines(overview)].map(([figure, count, change, command]) => [
      figure,
      count,
      change,
      commandLine(command),
    ]),
    80,
  );
  const note = before?.byStatus === undefined || last === undefined ? "" : changeNote(before.at);
  return `${describeCache(overview)}\n${table}${note}\n${describeDecisions(overview)}`;
}

const line = (figure: string, count: number | undefined, rows: string, change = ""): Line => [
  figure,
  count === undefined ? unknown : formatNumber(count),
  change,
  rows,
];

/** None before the first sync. */
function fleetLines({ endpoints, contact, asOf }: Overview): readonly Line[] {
  if (endpoints.cache.state === "never") return [];
  const before = endpoints.totals.at(-2);
  const changeOf = (value: string, count: number): string =>
    before?.byStatus === undefined ? "" : formatChange(count - (before.byStatus[value] ?? 0));
  return [
    ...endpoints.byStatus.map(({ value, label, count }) =>
      line(label, count, `list endpoint --filter status:${value}`, changeOf(value, count)),
    ),
    line(
      t(($) => $.overview.fleet.withoutSim),
      endpoints.withoutSim,
      "list endpoint --filter sim_status:null",
    ),
    line(
      t(($) => $.overview.fleet.suspended),
      endpoints.bySimStatus.find(({ value }) => value === "2")?.count ?? 0,
      "list endpoint --filter sim_status:2",
    ),
    line(
      t(($) => $.overview.fleet.disabledToday),
      endpoints.disabledToday,
      `diff endpoint --snapshot ${iso(startOfDay(asOf))}`,
    ),
    line(
      t(($) => $.overview.contact.seen),
      contact.seen,
      "list endpoint --filter 'seen:<24h'",
    ),
    line(
      t(($) => $.overview.contact.silent),
      contact.silent,
      "list endpoint --filter 'seen:>24h'",
    ),
    line(
      t(($) => $.overview.contact.unknown),
      contact.unknown,
      "list endpoint --filter seen:unknown",
    ),
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
        return line(figure, count, `quota list ${group} --type ${kind}`);
      }),
    ),
    line(
      t(($) => $.overview.critical.title),
      critical.read ? critical.total : undefined,
      "event list --cached --severity critical --since 24h",
      critical.read && critical.before.read ? formatChange(critical.total - critical.before.total) : "",
    ),
    line(
      t(($) => $.overview.campaigns.running),
      states("running"),
      "campaign list",
    ),
    line(
      t(($) => $.overview.campaigns.waiting),
      states("waiting", "scheduled"),
      "campaign list",
    ),
    line(
      t(($) => $.overview.campaigns.paused),
      states("paused"),
      "campaign list",
    ),
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
