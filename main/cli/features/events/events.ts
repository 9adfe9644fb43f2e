/** The group `event`: events of the service, loaded into the cache and listed from it. */
import { z } from "zod";
import {
  coverageSchema,
  type FleetEvent,
  severitySchema,
  type EventScope,
} from "#shared/contract/events/event-schemas.ts";
import {
  events as contract,
  historyItemSchema,
  historySourceSchema,
  type FollowState,
  type HistoryItem,
  type HistorySource,
} from "#shared/contract/events/events.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { recordSchema } from "#shared/contract/kit.ts";
import { formatNumber } from "#shared/format.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { formatText } from "#shared/texts/text.ts";
import { sleep } from "../../../core/wait.ts";
import { labelOf, parseDuration, parseInteger, badValue, cliError, usageError } from "../../option-values.ts";
import { type CliContext, isJson } from "../../context.ts";
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
  choices,
  moment,
  type Value,
} from "../../define-command.ts";
import { documentOf, formatJson, iso, type ListPages, pagedList } from "../../output.ts";
import { t } from "../../text.ts";
import { describeCoverage, eventColumns, eventItemSchema, toEventItem } from "./event-lines.ts";
import { namedEndpoint } from "../fleet/audiences.ts";

// Options of all event commands that select events.

const endpointOptions = {
  endpoint: text("<endpoint>", ($) => $.cli.events.endpoint),
};

const spanOptions = { since: moment(($) => $.cli.events.from), until: moment(($) => $.cli.events.until) };

const types: Value<string[] | undefined> = {
  placeholder: "<type...>",
  description: t(($) => $.cli.events.type),
  variadic: true,
};

const eventOptions = {
  ...endpointOptions,
  sim: text("<id>", ($) => $.cli.events.sim),
  organisation: text("<id>", ($) => $.cli.events.organisation),
  user: text("<id>", ($) => $.cli.events.user),
  filter: text("<q>", ($) => $.cli.events.filter),
  ...spanOptions,
  severity: choices("<severity...>", ($) => $.cli.events.severity, severitySchema.options),
  type: types,
  search: text("<text>", ($) => $.cli.events.search),
};
type EventOptions = Partial<ValuesOf<typeof eventOptions>>;

/** All events, unless one of the four options is set. */
function scopeOfOptions(options: EventOptions): EventScope {
  const named = (["endpoint", "sim", "organisation", "user"] as const).flatMap((of) => {
    const id = options[of];
    return id === undefined ? [] : [{ of, id }];
  });
  if (named.length > 1) throw usageError(t(($) => $.cli.events.oneScope));
  const empty = named.find(({ id }) => id.trim() === "");
  if (empty !== undefined) throw usageError(t(($) => $.cli.events.emptyScope, { option: empty.of }));
  return named[0] ?? { of: "all" };
}

/** Replaces the named endpoint by its id. Throws the errors of `namedEndpoint`, and `invalid-usage` for two scopes. */
async function withEndpointId<T extends EventOptions>(
  call: Parameters<typeof namedEndpoint>[0] & Pick<Call<unknown, unknown>, "signal">,
  options: T,
): Promise<T> {
  const scope = scopeOfOptions(options);
  if (scope.of !== "endpoint") return options;
  const named = await namedEndpoint(
    call,
    scope.id,
    call.signal,
    t(($) => $.cli.events.notContacted),
  );
  return { ...options, endpoint: named };
}

type EventQuery = Omit<Parameters<FleetClient["events"]["facets"]>[0], "connection" | "scope">;

/** Filters on the cached events of a scope and time span. */
function eventQueryOf({ filter = "", search, severity, type, since, until }: EventOptions): EventQuery {
  return { filter, search, severity, type, from: since, until };
}

// The commands.

const largestPage = 1000;
/** A time span is read completely, up to this number of events. */
const mostInSpan = 100_000;

const listOptions = {
  ...eventOptions,
  ...paging(($) => $.cli.events.limit, 50),
  cached: flag(($) => $.cli.events.cached),
  live: flag(($) => $.cli.events.live),
  sort: text("<fields>", ($) => $.cli.events.sort),
  page: parsed("<n>", ($) => $.cli.events.page, parseInteger(t(($) => $.cli.events.pageValue))),
  follow: flag(($) => $.cli.events.followOption),
  duration: parsed("<time>", ($) => $.cli.events.duration, parseDuration),
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
  prepare: ({ options, context }) => validate(options, context.globals().output),
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

function validate(
  { cached, live, sort, page, follow, duration, until, limit, ...options }: Options,
  output: string,
): void {
  scopeOfOptions(options);
  if (cached && (live || follow)) throw usageError(t(($) => $.cli.events.cachedAlone));
  if (live && follow) throw usageError(t(($) => $.cli.events.liveOrFollow));
  if ((live || follow) && (options.all || options.cursor !== undefined))
    throw usageError(t(($) => $.cli.events.pagingCached));
  const hasColumns = "columns" in options && options.columns !== undefined;
  if (follow && (output === "csv" || hasColumns)) throw usageError(t(($) => $.cli.events.followFormats));
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
  args: { id: argument(($) => $.cli.program.argument.event) },
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
    out: requiredText("<file>", ($) => $.cli.events.out),
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

const history = defineList({
  path: "event history",
  summary: t(($) => $.cli.events.history),
  options: {
    ...endpointOptions,
    ...spanOptions,
    ...paging(($) => $.cli.events.limit, 50),
    source: parsed("<sources>", ($) => $.cli.events.sources, parseSources),
  },
  examples: [
    "fleetdesk event history --endpoint 70001 --since 7d",
    "fleetdesk event history --endpoint 70001 --source event,sms --json",
  ],
  prepare: ({ options: { endpoint } }) => {
    if (endpoint === undefined) throw usageError(t(($) => $.cli.events.endpointMissing));
  },
  run: async (call) => {
    const { client, signal, scope, options } = call;
    const { endpoint = "" } = await withEndpointId(call, { endpoint: options.endpoint });
    const query = { ...scope, endpoint, from: options.since, until: options.until, sources: options.source };
    return pagedList({ ...options, largestPage: 500 }, (page) => client.events.history({ ...query, ...page }, signal), {
      rest: ({ coverage }) => ({ coverage }),
      footer: (_count, _hasMore, first) => (first === undefined ? undefined : describeHistoryCoverage(first.coverage)),
    });
  },
  columns: {
    at: ({ at }) => iso(at),
    source: ({ source }) => source,
    description: describeItem,
  },
  id: ({ key }) => key,
  item: historyItemSchema,
  envelope: contract.operations.history.output.pick({ coverage: true }),
  widest: 100,
});

type HistoryCoverage = Awaited<ReturnType<FleetClient["events"]["history"]>>["coverage"];

function describeHistoryCoverage({ events, sms, changes }: HistoryCoverage): string {
  const messages =
    sms === undefined
      ? t(($) => $.cli.events.messagesNeverRead)
      : t(($) => $.cli.events.messagesReadAt, { time: iso(sms.asOf) ?? "" });
  const between =
    changes === undefined
      ? t(($) => $.cli.events.changesNever)
      : changes.from === changes.until
        ? t(($) => $.cli.events.changesOnce, { time: iso(changes.until) ?? "" })
        : t(($) => $.cli.events.changesBetween, { from: iso(changes.from) ?? "", until: iso(changes.until) ?? "" });
  return t(($) => $.cli.events.inPeriod, { events: describeCoverage(events), messages, changes: between });
}

function describeItem(item: HistoryItem): string {
  switch (item.source) {
    case "event":
      return `${item.event.severity}: ${[item.event.type?.label, item.event.description].filter((text) => text !== undefined).join(", ")}`;
    case "sms":
      return `${labelOf(item.message.direction)}, ${item.message.delivery}: ${item.message.payload ?? ""}`;
    case "change":
      return [labelOf(item.change.kind), ...item.change.changes.map(({ field }) => field)].join(" ");
  }
}

function parseSources(text: string): HistorySource[] {
  const names = text.split(",").map((name) => name.trim());
  const sources = names.flatMap((name) => historySourceSchema.options.filter((source) => source === name));
  if (sources.length !== names.length) throw badValue(t(($) => $.cli.events.badSources));
  return sources;
}

export const eventCommands = [list, history, get, exportCommand];

// --follow: the newest events, then new ones, until Ctrl-C or the time limit.

interface FollowOptions extends EventOptions {
  /** Maximum number of existing events. */
  readonly limit: number;
  /** Minutes; undefined: no limit. */
  readonly duration?: number;
}

const pollIntervalMs = 1000;
const renewEveryMs = 20_000;
const mostAtOnce = 1000;

/** Ctrl-C ends normally. Throws the error that ended the polling, such as `not-offered`. */
async function followEvents(
  { client, signal, scope: connection, context }: Call<unknown, unknown>,
  options: FollowOptions,
): Promise<void> {
  const { clock } = context;
  const { events } = client;
  const scope = { ...connection, scope: scopeOfOptions(options) };
  const query = { ...scope, ...eventQueryOf(options) };
  let { mark } = await events.arrivals(query, signal);
  const { items } = await events.list({ ...query, limit: Math.min(options.limit, mostAtOnce) }, signal);
  for (const event of items.toReversed()) write(context, event);
  // Events that arrived between the mark and the list are in both.
  const printedKeys = new Set(items.map(({ key }) => key));
  let state = await events.follow(scope, signal);
  const endsAt =
    options.duration === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() + options.duration * 60_000;
  // Leases are renewed by the monotonic clock: a change of the system time must not let one expire.
  let renewedAt = clock.monotonic();
  try {
    context.progress.printLine(t(($) => $.cli.events.follow.started));
    for (;;) {
      const news = await events.arrivals({ ...query, after: mark, limit: mostAtOnce }, signal);
      for (const event of news.items) if (!printedKeys.has(event.key)) write(context, event);
      ({ mark } = news);
      if (context.terminal.outIsClosed()) break;
      if (news.more) continue;
      if (clock.monotonic() >= endsAt && (state.asOf !== undefined || state.state !== "polling")) break;
      await sleep(clock, pollIntervalMs, signal);
      // The state is read in every round until the first successful poll, and after the time limit.
      if (state.asOf === undefined || clock.monotonic() >= endsAt || clock.monotonic() - renewedAt >= renewEveryMs) {
        const now = await events.follow({ ...scope, lease: state.lease }, signal);
        reportState(context, state, now);
        state = now;
        renewedAt = clock.monotonic();
      }
    }
    // The output may lack events, so the command ends with an error.
    if (state.state === "failing") throw cliError(state.code ?? "internal", failureText(state));
  } catch (error) {
    if (!isAppError(error, "aborted")) throw error;
  } finally {
    await events.unfollow({ lease: state.lease });
  }
}

function failureText({ message, asOf }: FollowState): string {
  const since =
    asOf === undefined
      ? t(($) => $.cli.events.follow.nothingRead)
      : t(($) => $.cli.events.follow.readAt, { time: iso(asOf) ?? "" });
  return `${message === undefined ? t(($) => $.cli.events.follow.failed) : formatText(message)} ${since}`;
}

function reportState({ progress }: CliContext, before: FollowState, now: FollowState): void {
  if (now.state === "ended")
    throw now.message === undefined
      ? cliError(
          now.code ?? "internal",
          t(($) => $.cli.events.follow.ended),
        )
      : new AppError(now.code ?? "internal", now.message);
  if (now.state === "failing" && before.code !== now.code)
    progress.printLine(
      t(($) => $.cli.events.follow.retrying, { reason: now.message === undefined ? "" : formatText(now.message) }),
    );
  if (now.state === "polling" && before.state === "failing") progress.printLine(t(($) => $.cli.events.follow.again));
}

/** One event per line, without columns: the width of later events is unknown. */
function write(context: CliContext, event: FleetEvent): void {
  const { terminal } = context;
  const { output } = context.globals();
  if (isJson(context)) terminal.out(`${formatJson(documentOf(eventItemSchema, toEventItem(event)))}\n`);
  if (output === "ids") terminal.out(`${event.key}\n`);
  if (output !== "table") return;
  const cells = Object.values(eventColumns).map((cell) => (cell(event) ?? "").replace(/\s+/g, " "));
  terminal.out(`${cells.filter((cell) => cell !== "").join("  ")}\n`);
}
