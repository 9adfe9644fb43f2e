/** The group `event`: events of the service, loaded into the cache and listed from it. */
import { z } from "zod";
import { coverageSchema, type FleetEvent } from "#shared/contract/events/event-schemas.ts";
import { events as contract } from "#shared/contract/events/events.ts";
import { recordSchema } from "#shared/contract/kit.ts";
import { formatNumber } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import {
  argument,
  type Call,
  defineCommand,
  defineList,
  flag,
  paging,
  parsed,
  requiredText,
  text,
  type ValuesOf,
} from "../../define-command.ts";
import { parseDuration, parseInteger } from "../../option-values.ts";
import { formatJson, iso } from "../../output.ts";
import { type ListPages, pagedList } from "../../read-pages.ts";
import { t } from "../../text.ts";
import { usageError } from "../../usage-error.ts";
import { describeCoverage, eventColumns, eventItemSchema, toEventItem } from "./event-lines.ts";
import { eventOptions, eventQueryOf, scopeOfOptions, withEndpointId } from "./event-options.ts";
import { followEvents } from "./follow.ts";
import { historyCommand } from "./history.ts";

const largestPage = 1000;
/** A time span is read completely, up to this number of events. */
const mostInSpan = 100_000;

const listOptions = {
  ...eventOptions,
  ...paging(
    t(($) => $.cli.events.limit),
    50,
  ),
  cached: flag(t(($) => $.cli.events.cached)),
  live: flag(t(($) => $.cli.events.live)),
  sort: text(
    "<fields>",
    t(($) => $.cli.events.sort),
  ),
  page: parsed(
    "<n>",
    t(($) => $.cli.events.page),
    parseInteger(t(($) => $.cli.events.pageValue)),
  ),
  follow: flag(t(($) => $.cli.events.followOption)),
  duration: parsed(
    "<time>",
    t(($) => $.cli.events.duration),
    parseDuration,
  ),
};
type Options = ValuesOf<typeof listOptions>;
type ListCall = Call<unknown, typeof listOptions>;

const list = defineList({
  path: "event list",
  summary: t(($) => $.cli.events.list),
  options: listOptions,
  help: t(($) => $.cli.events.help),
  examples: [
    "fleetdesk event list --endpoint 70001 --since 2h",
    "fleetdesk event list --filter severity:2 --since 2031-04-02 --until 2031-04-03",
    "fleetdesk event list --endpoint 70001 --follow",
    "fleetdesk event list --cached --severity critical --json",
  ],
  prepare: ({ options }) => validate(options),
  run: async (call): Promise<ListPages<FleetEvent> | undefined> => {
    const options = await withEndpointId(call, call.options);
    if (options.live) return await livePage(call, options);
    const read = options.cached ? 0 : await load(call, options);
    if (!options.follow) return cachedPages(call, options, read);
    await followEvents(call, options);
    return undefined;
  },
  columns: eventColumns,
  id: ({ key }) => key,
  item: eventItemSchema,
  toItem: toEventItem,
  envelope: z
    .object({ coverage: coverageSchema, ...contract.operations.livePage.output.omit({ items: true }).shape })
    .partial(),
  widest: 60,
});

function validate({ cached, live, sort, page, follow, duration, until, limit, ...options }: Options): void {
  scopeOfOptions(options);
  if (cached && (live || follow)) throw usageError(t(($) => $.cli.events.cachedAlone));
  if (live && follow) throw usageError(t(($) => $.cli.events.liveOrFollow));
  if (sort !== undefined && !live) throw usageError(t(($) => $.cli.events.sortNeedsLive));
  if (page !== undefined && !live) throw usageError(t(($) => $.cli.events.pageNeedsLive));
  if (duration !== undefined && !follow) throw usageError(t(($) => $.cli.events.durationNeedsFollow));
  if (follow && until !== undefined) throw usageError(t(($) => $.cli.events.followWithoutUntil));
  if (live && [options.severity, options.type, options.search].some((one) => one !== undefined)) {
    throw usageError(t(($) => $.cli.events.liveFilters));
  }
  if (!live) return;
  if (limit > largestPage) throw usageError(t(($) => $.cli.events.liveLimit, { limit: largestPage }));
  if ((options.since === undefined) !== (until === undefined)) throw usageError(t(($) => $.cli.events.fromAndUntil));
}

/** Without dates it loads the newest events, with dates the whole span. Resolves with the number of events read. */
async function load({ client, signal, scope, context }: ListCall, options: Options): Promise<number> {
  const { since: from, until } = options;
  const hasSpan = from !== undefined || until !== undefined;
  const query = { ...scope, scope: scopeOfOptions(options), filter: options.filter ?? "", from, until };
  const limit = hasSpan || options.all ? mostInSpan : Math.min(mostInSpan, Math.max(options.limit, 100));
  const { read, complete, reason } = await client.events.load({ ...query, limit }, signal);
  if (hasSpan && !complete)
    context.progress.printLine(
      t(($) => $.cli.events.incomplete, { reason: reason === undefined ? "" : formatText(reason) }),
    );
  return read;
}

function cachedPages(
  { client, signal, scope, context }: ListCall,
  options: Options,
  read: number,
): ListPages<FleetEvent> {
  const query = { ...scope, scope: scopeOfOptions(options), ...eventQueryOf(options) };
  return pagedList({ ...options, largestPage }, (page) => client.events.list({ ...query, ...page }, signal), {
    rest: ({ coverage }) => ({ coverage }),
    footer: (count, hasMore, first) => {
      if (count === 0 && read > 0) context.terminal.err(t(($) => $.cli.events.noneInPeriod, { count: read }));
      const countText = t(($) => (hasMore ? $.cli.events.countAndMore : $.cli.events.countLine), { count });
      return `${countText}${first === undefined ? "" : describeCoverage(first.coverage)}`;
    },
  });
}

async function livePage(
  { client, signal, scope, context }: ListCall,
  options: Options,
): Promise<ListPages<FleetEvent>> {
  const { since, until, filter = "", sort = "", page: number = 1, limit: perPage } = options;
  const seconds = (at: number): string => iso(at).replace(/\.\d+Z/, "Z");
  const span = since === undefined || until === undefined ? [] : [`from:${seconds(since)}`, `until:${seconds(until)}`];
  const whole = [filter, ...span].filter((part) => part !== "").join(",");
  const query = { ...scope, scope: scopeOfOptions(options), filter: whole, sort, page: number, perPage };
  const { items, total, asOf, page, totalPages, warnings } = await client.events.livePage(query, signal);
  const texts = warnings.map((warning) => formatText(warning));
  return {
    pages: items,
    total: () => total,
    rest: () => ({ asOf, page, totalPages, warnings }),
    footer: (count) => {
      for (const warning of texts) context.terminal.err(t(($) => $.cli.program.warning, { warning }));
      return t(($) => $.cli.events.asOf, { total: countedOf(count, total), time: iso(asOf) });
    },
  };
}

/** "2 of 7 events"; a total below the count is attributed to the service. */
function countedOf(count: number, total: number | undefined): string {
  if (total === undefined) return t(($) => $.cli.events.count, { count });
  if (total < count) return t(($) => $.cli.events.countBeyondTotal, { count, total: formatNumber(total) });
  return t(($) => $.cli.events.countOfTotal, { visible: formatNumber(count), count: total });
}

const get = defineCommand({
  path: "event get",
  summary: t(($) => $.cli.events.get),
  args: { id: argument() },
  examples: ["fleetdesk event get 4000017"],
  run: ({ client, signal, scope, args }) => client.events.get({ ...scope, key: args.id }, signal),
  json: eventItemSchema.extend({ record: recordSchema }),
  document: ({ record, ...event }) => ({ ...toEventItem(event), record }),
  render: ({ record }) => `${formatJson(record, 2)}\n`,
});

const exportCommand = defineCommand({
  path: "event export",
  summary: t(($) => $.cli.events.export),
  options: {
    ...eventOptions,
    out: requiredText(
      "<file>",
      t(($) => $.cli.events.out),
    ),
  },
  examples: ["fleetdesk event export --endpoint 70001 --out events.csv"],
  out: ({ out }) => out,
  run: async (call) => {
    const { client, signal, scope, options } = call;
    const format = options.out.endsWith(".jsonl") ? "jsonl" : "csv";
    const of = scopeOfOptions(await withEndpointId(call, options));
    const written = await client.events.exportAs({ ...scope, scope: of, ...eventQueryOf(options), format }, signal);
    return { ...written, file: written.file ?? options.out };
  },
  json: contract.operations.exportAs.output,
  render: ({ rows, file, coverage }) =>
    `${t(($) => $.cli.events.written, { count: rows, file })}${describeCoverage(coverage)}`,
});

export const eventCommands = [list, historyCommand, get, exportCommand];
