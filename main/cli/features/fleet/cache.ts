/** sync, check, diff, count and export: the cache of the collections, compared with the service and with earlier syncs. */
import { z } from "zod";
import {
  collectionSchema,
  diffEntrySchema,
  fleet,
  type Collection,
  type SyncReport,
} from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { formatNumber } from "#shared/format.ts";
import { recordFields } from "#shared/records/fields.ts";
import { undecidedText } from "#shared/records/contact.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { AppError } from "#shared/failure.ts";
import { defineCommand, defineList, limit, manyArguments, parsed, requiredText } from "../../define-command.ts";
import { parseSnapshot, badValue } from "../../option-values.ts";
import { formatJson, iso, requireColumns } from "../../output.ts";
import { t } from "../../text.ts";
import { findAudience } from "./audiences.ts";
import {
  audienceOption,
  collectionArgument,
  columnPaths,
  hasPath,
  parseCollection,
  queryOptions,
} from "./collections.ts";

const args = { collection: collectionArgument };

const syncSchema = z.object({ items: fleet.operations.sync.output.shape.reports });

const sync = defineCommand({
  path: "sync",
  summary: t(($) => $.cli.fleet.sync.summary),
  args: {
    collection: manyArguments(($) => $.cli.fleet.sync.collections, parseCollection),
  },
  help: t(($) => $.cli.fleet.sync.help, { collections: collectionSchema.options.join(" ") }),
  examples: ["fleetdesk sync", "fleetdesk sync endpoint sim --json"],
  run: async ({ core, client, signal, scope, args: { collection: collections }, context }) => {
    const stop = core.on("fleet.syncProgress", ({ collection, done, total }) =>
      // Before the first page there is nothing to count: only the activity is shown.
      context.progress.show(
        done === 0 ? { label: t(($) => $.cli.fleet.sync.started, { collection }) } : { label: collection, done, total },
      ),
    );
    const selection = collections.length === 0 ? {} : { collections: [...new Set(collections)] };
    const { reports } = await client.fleet.sync({ ...scope, ...selection }, signal);
    stop();
    context.progress.end();
    return { items: reports };
  },
  json: syncSchema,
  render: ({ items }) => items.map((report) => `${describeReport(report)}\n`).join(""),
  conclude: ({ items }) => {
    if (items.length > 0 && items.every(({ state }) => state === "not-offered"))
      throw new AppError("not-offered", codedText("no-collection-offered"));
    const open = items.filter(({ state }) => state === "partial" || state === "never");
    if (open.length === 0) return;
    const reasons = open.map(({ collection, reason }) => incompleteText(collection, reason)).join(", ");
    throw new AppError("sync-incomplete", codedText("sync-incomplete", { collections: reasons }));
  },
});

function incompleteText(collection: Collection, reason: SyncReport["reason"]): string {
  return reason === undefined
    ? t(($) => $.cli.fleet.sync.incompleteUnexplained, { collection })
    : t(($) => $.cli.fleet.sync.incomplete, { collection, reason: formatText(reason) });
}

function describeReport(report: SyncReport): string {
  const { collection, state, unique = 0, promised, added, changed, removed } = report;
  const reason = report.reason === undefined ? undefined : formatText(report.reason);
  if (state === "not-offered") return t(($) => $.cli.fleet.sync.notOffered, { collection });
  if (state === "never") {
    return reason === undefined
      ? t(($) => $.cli.fleet.sync.failed, { collection })
      : t(($) => $.cli.fleet.sync.failedReason, { collection, reason });
  }
  const stateText = state === "complete" ? t(($) => $.cli.fleet.sync.complete) : t(($) => $.cli.fleet.sync.partial);
  const counts = { collection, state: stateText, count: unique, added, changed, removed };
  const text =
    promised === undefined
      ? t(($) => $.cli.fleet.sync.report, counts)
      : t(($) => $.cli.fleet.sync.reportOf, { ...counts, total: promised });
  return reason === undefined ? text : t(($) => $.cli.fleet.sync.withReason, { report: text, reason });
}

const check = defineCommand({
  path: "check",
  summary: t(($) => $.cli.fleet.check.summary),
  args,
  options: {
    ...queryOptions,
    limit: limit(($) => $.cli.fleet.check.limit, 1000, 200),
  },
  help: t(($) => $.cli.fleet.check.help),
  examples: ["fleetdesk check endpoint", "fleetdesk check endpoint --filter 'tags:north*' --sort=-name --limit 1000"],
  run: ({ client, signal, scope, args: { collection }, options }) =>
    client.fleet.selfCheck({ ...scope, collection, ...options }, signal),
  json: fleet.operations.selfCheck.output,
  render: describeCheck,
  conclude: ({ agrees }, { context }) => {
    if (!agrees) context.endWith("cache-differs");
  },
});

type Checked = Awaited<ReturnType<FleetClient["fleet"]["selfCheck"]>>;

const mostNamed = 20;

function describeCheck(checked: Checked): string {
  const { agrees, compared, cacheTotal, serviceTotal, onlyInCache, onlyInService, orderDiffersAt, asOf } = checked;
  const lines = [
    agrees ? t(($) => $.cli.fleet.check.agree) : t(($) => $.cli.fleet.check.differ),
    t(($) => $.cli.fleet.check.compared, { count: compared }),
    serviceTotal === undefined
      ? t(($) => $.cli.fleet.check.totalsUnknown, { cache: cacheTotal })
      : t(($) => $.cli.fleet.check.totals, { cache: cacheTotal, service: serviceTotal }),
    asOf === undefined
      ? t(($) => $.cli.fleet.check.neverSynced)
      : t(($) => $.cli.fleet.check.asOf, { time: iso(asOf) ?? "" }),
    ...(onlyInCache.length === 0 ? [] : [t(($) => $.cli.fleet.check.onlyInCache, { ids: firstIds(onlyInCache) })]),
    ...(onlyInService.length === 0
      ? []
      : [t(($) => $.cli.fleet.check.onlyInService, { ids: firstIds(onlyInService) })]),
    ...(orderDiffersAt === undefined ? [] : [t(($) => $.cli.fleet.check.orderDiffers, { row: orderDiffersAt })]),
  ];
  return `${lines.join("\n")}\n`;
}

function firstIds(ids: readonly string[]): string {
  const named = ids.slice(0, mostNamed).join(", ");
  const count = ids.length - mostNamed;
  return count > 0 ? t(($) => $.cli.fleet.check.moreIds, { ids: named, count }) : named;
}

const marks = { added: "+", removed: "-", changed: "~" } as const;

const diff = defineList({
  path: "diff",
  summary: t(($) => $.cli.fleet.diff.summary),
  args,
  options: {
    snapshot: parsed("<snapshot>", ($) => $.cli.fleet.diff.since, parseSnapshot),
  },
  examples: [
    "fleetdesk diff endpoint                 # with the sync before the last",
    "fleetdesk diff sim --snapshot 1         # with snapshot 1",
    "fleetdesk diff endpoint --snapshot 2031-04-02",
  ],
  readsCache: () => true,
  run: async ({ client, signal, scope, args: { collection }, options: { snapshot } }) => {
    const source = { ...scope, collection, since: snapshot };
    const first = await client.fleet.diff(source, signal);
    async function* pages(): AsyncGenerator<typeof first.entries> {
      yield first.entries;
      let cursor = first.nextCursor;
      while (cursor !== undefined) {
        const next = await client.fleet.diff({ ...source, cursor }, signal);
        yield next.entries;
        cursor = next.nextCursor;
      }
    }
    const { from, until } = first;
    const { added, removed, changed } = first.counts;
    return {
      pages: pages(),
      total: () => added + removed + changed,
      rest: () => ({ counts: { added, removed, changed }, from, until }),
      footer: () =>
        t(($) => $.cli.fleet.diff.counts, {
          added,
          removed,
          changed,
          from: from.snapshot,
          fromTime: iso(from.at),
          until: until.snapshot,
          untilTime: iso(until.at),
        }),
    };
  },
  columns: {
    change: ({ kind }) => marks[kind],
    id: ({ id }) => id,
    fields: ({ changes }) =>
      changes.map(({ field, before, after }) => `${field}: ${formatValue(before)} → ${formatValue(after)}`).join("; "),
  },
  id: ({ id }) => id,
  item: diffEntrySchema,
  envelope: fleet.operations.diff.output.pick({ from: true, until: true }).extend({
    counts: z.object({ added: z.number().int(), removed: z.number().int(), changed: z.number().int() }),
  }),
  widest: 400,
});

function formatValue(value: unknown): string {
  return value === undefined
    ? t(($) => $.cli.fleet.diff.noValue)
    : typeof value === "string"
      ? value
      : formatJson(value);
}

const count = defineList({
  path: "count",
  summary: t(($) => $.cli.fleet.count.summary),
  args,
  options: {
    by: requiredText("<field>", ($) => $.cli.fleet.count.by),
    filter: queryOptions.filter,
    limit: limit(($) => $.cli.fleet.count.limit, 100, 20),
  },
  examples: ["fleetdesk count endpoint --by status", "fleetdesk count sim --by model --filter 'not:status:activated'"],
  readsCache: () => true,
  run: async ({ client, signal, scope, args: { collection }, options: { by: field, filter, limit: most } }) => {
    const { values, other, unknown } = await client.fleet.facet(
      { ...scope, collection, field, filter, limit: most },
      signal,
    );
    return {
      pages: values,
      // More values than listed: their number is unknown.
      total: (listed) => (other === 0 ? listed : undefined),
      rest: () => ({ other, unknown }),
      footer: () =>
        (other === 0 ? "" : t(($) => $.cli.fleet.count.other, { count: other })) + undecidedLine(unknown) || undefined,
    };
  },
  columns: {
    value: ({ value }) => value,
    label: ({ label }) => label,
    count: ({ count: records }) => formatNumber(records),
  },
  id: ({ value }) => value,
  item: fleet.operations.facet.output.shape.values.element,
  envelope: fleet.operations.facet.output.pick({ other: true, unknown: true }),
});

const exportCommand = defineCommand({
  path: "export",
  summary: t(($) => $.cli.fleet.export.summary),
  args,
  options: {
    out: requiredText("<file>", ($) => $.cli.fleet.export.out),
    ...queryOptions,
    columns: parsed("<paths>", ($) => $.cli.fleet.export.columns, parseColumns),
    audience: audienceOption,
  },
  help: t(($) => $.cli.fleet.export.help),
  examples: [
    "fleetdesk export endpoint --out vans.csv --filter 'name:van*' --columns id,name,sim.iccid,tags",
    "fleetdesk export sim --out sims.csv --sort=-production_date",
  ],
  out: ({ out }) => out,
  readsCache: () => true,
  run: async ({ client, signal, scope, args: { collection }, options: { out, filter, sort, columns, audience } }) => {
    const fields = recordFields[collection];
    const paths = columns ?? columnPaths(fields);
    const source = {
      ...scope,
      collection,
      filter,
      sort,
      audience: audience === undefined ? undefined : (await findAudience(client, scope, audience, signal)).id,
    };
    // Like `list`: a path that no record of the first page has is a typing error.
    const { items } = await client.fleet.list({ ...source, limit: 1000 }, signal);
    requireColumns(columnPaths(fields), paths, items, (path, { record }) => hasPath(fields, record, path));
    const written = await client.fleet.exportCsv(
      { ...source, columns: paths.map((path) => ({ path, title: path })) },
      signal,
    );
    return { ...written, file: written.file ?? out };
  },
  json: fleet.operations.exportCsv.output,
  render: ({ rows, file, unknown }) =>
    t(($) => $.cli.program.rowsWritten, { count: rows, file }) + undecidedLine(unknown),
});

function undecidedLine(count: number | undefined): string {
  const text = undecidedText(count);
  return text === undefined ? "" : `${formatText(text)}\n`;
}

function parseColumns(text: string): readonly string[] {
  const paths = text.split(",").map((path) => path.trim());
  if (paths.every((path) => path !== "")) return paths;
  throw badValue(t(($) => $.cli.fleet.export.columnsInvalid));
}

export const cacheCommands = [sync, check, diff, count, exportCommand];
