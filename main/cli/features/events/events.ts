/** event list: events of the service, loaded into the cache and listed from it; `event-subcommands.ts` adds the rest of the group. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import type { Coverage, FleetEvent } from "#shared/contract/events/event-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { parseMinutes } from "../campaigns/campaign-plan-waves.ts";
import type { CliContext } from "../../context.ts";
import { addEventSubcommands } from "./event-subcommands.ts";
import { followEvents } from "./events-follow.ts";
import { coverageJson, describeCoverage, eventHeader, eventJson, eventRow } from "./events-lines.ts";
import {
  addEventOptions,
  addLimitOption,
  eventQueryOfOptions,
  scopeOfOptions,
  spanOfOptions,
  withEndpointId,
  type EventOptions,
} from "./events-options.ts";
import { parseInteger } from "../../option-values.ts";
import { formatNumber } from "#shared/format.ts";
import { formatTable, iso, printJsonItems } from "../../output.ts";
import { mapPages, readPages } from "../../read-pages.ts";
import { usageError } from "../../usage-error.ts";

interface Options extends EventOptions {
  readonly limit: number;
  readonly cached?: boolean;
  readonly live?: boolean;
  readonly sort?: string;
  readonly page?: number;
  readonly follow?: boolean;
  readonly duration?: number;
}

const largestPage = 1000;
/** A time span is read completely, up to this number of events. */
const mostInSpan = 100_000;

const help = helpText({
  text: t(($) => $.cli.events.help),
  examples: [
    "fleetdesk event list --endpoint 70001",
    "fleetdesk event list --filter severity:2 --since 2031-04-02 --until 2031-04-03",
    "fleetdesk event list --endpoint 70001 --follow",
    "fleetdesk event list --cached --severity critical --json",
  ],
});

export function addEventCommands(program: Command, context: CliContext): void {
  const group = program.command("event").description(t(($) => $.cli.events.summary));
  addLimitOption(addEventOptions(group.command("list").description(t(($) => $.cli.events.list))))
    .option(
      "--cached",
      t(($) => $.cli.events.cached),
    )
    .option(
      "--live",
      t(($) => $.cli.events.live),
    )
    .option(
      "--sort <fields>",
      t(($) => $.cli.events.sort),
    )
    .option(
      "--page <n>",
      t(($) => $.cli.events.page),
      parseInteger(t(($) => $.cli.events.pageValue)),
    )
    .option(
      "--follow",
      t(($) => $.cli.events.followOption),
    )
    .option(
      "--duration <time>",
      t(($) => $.cli.events.duration),
      parseDuration,
    )
    .addHelpText("after", help)
    .action(async (input: Options) => {
      validateOptions(input);
      await context.withCore(async (core, signal) => {
        const { client } = core;
        const options = await withEndpointId(client, context, input, signal);
        if (options.live === true) {
          await showLive(context, client, options, signal);
          return;
        }
        const read = options.cached === true ? 0 : await load(context, client, options, signal);
        if (options.follow === true)
          await followEvents(context, core, { ...options, duration: options.duration }, signal);
        else await show(context, client, { ...options, read }, signal);
      });
    });
  addEventSubcommands(group, context);
}

function parseDuration(text: string): number {
  return /^0[smhd]?$/.test(text.trim()) ? 0 : parseMinutes(text);
}

function validateOptions({ cached, live, sort, page, follow, duration, until, ...options }: Options): void {
  scopeOfOptions(options);
  if (cached === true && (live === true || follow === true)) {
    throw usageError(t(($) => $.cli.events.cachedAlone));
  }
  if (live === true && follow === true) throw usageError(t(($) => $.cli.events.liveOrFollow));
  if (sort !== undefined && live !== true) throw usageError(t(($) => $.cli.events.sortNeedsLive));
  if (page !== undefined && live !== true) throw usageError(t(($) => $.cli.events.pageNeedsLive));
  if (duration !== undefined && follow !== true) throw usageError(t(($) => $.cli.events.durationNeedsFollow));
  if (follow === true && until !== undefined) throw usageError(t(($) => $.cli.events.followWithoutUntil));
  if (live === true && [options.severity, options.type, options.search].some((one) => one !== undefined)) {
    throw usageError(t(($) => $.cli.events.liveFilters));
  }
}

/** Without dates it loads the newest events, with dates the whole span. Resolves with the number of events read. */
async function load(context: CliContext, client: FleetClient, options: Options, signal: AbortSignal): Promise<number> {
  const span = spanOfOptions(options);
  const hasSpan = span.from !== undefined || span.until !== undefined;
  const query = { ...context.scope(), scope: scopeOfOptions(options), filter: options.filter ?? "", ...span };
  const limit = hasSpan ? mostInSpan : Math.min(mostInSpan, Math.max(options.limit, 100));
  const { read, complete, reason } = await client.events.load({ ...query, limit }, signal);
  if (hasSpan && !complete)
    context.progress.printLine(
      t(($) => $.cli.events.incomplete, { reason: reason === undefined ? "" : formatText(reason) }),
    );
  return read;
}

async function show(
  context: CliContext,
  client: FleetClient,
  options: Options & { readonly read: number },
  signal: AbortSignal,
): Promise<void> {
  const query = {
    ...context.scope(),
    scope: scopeOfOptions(options),
    ...eventQueryOfOptions(options),
    ...spanOfOptions(options),
  };
  const seen: { coverage?: Coverage; more: boolean } = { more: false };
  async function* pages(): AsyncGenerator<readonly FleetEvent[]> {
    const read = readPages({ limit: options.limit, largestPage }, (page) =>
      client.events.list({ ...query, ...page }, signal),
    );
    for await (const { items, coverage, nextCursor } of read) {
      yield items;
      seen.coverage ??= coverage;
      seen.more = nextCursor !== undefined;
    }
  }
  if (context.globals().json) {
    const items = mapPages(pages(), eventJson);
    await printJsonItems(context.terminal, "items", items, () => ({
      more: seen.more,
      coverage: seen.coverage === undefined ? null : coverageJson(seen.coverage),
    }));
    return;
  }
  const count = await printEvents(context, pages());
  context.terminal.out(t(($) => (seen.more ? $.cli.events.countAndMore : $.cli.events.countLine), { count }));
  if (count === 0 && options.read > 0) {
    context.terminal.err(t(($) => $.cli.events.noneInPeriod, { count: options.read }));
  }
  if (seen.coverage !== undefined) context.terminal.out(describeCoverage(seen.coverage));
}

async function showLive(
  context: CliContext,
  client: FleetClient,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  if (options.limit > largestPage) throw usageError(t(($) => $.cli.events.liveLimit, { limit: largestPage }));
  const dates = [options.since, options.until].map((text) =>
    text === undefined ? undefined : spanOfOptions({ since: text }).from,
  );
  const [from, until] = dates.map((at) => (at === undefined ? undefined : (iso(at) ?? "").replace(/\.\d+Z/, "Z")));
  if ((from === undefined) !== (until === undefined)) throw usageError(t(($) => $.cli.events.fromAndUntil));
  const filter = [options.filter ?? "", ...(from === undefined ? [] : [`from:${from}`, `until:${until ?? ""}`])];
  const answer = await client.events.livePage(
    {
      ...context.scope(),
      scope: scopeOfOptions(options),
      filter: filter.filter((part) => part !== "").join(","),
      sort: options.sort ?? "",
      page: options.page ?? 1,
      perPage: options.limit,
    },
    signal,
  );
  const one = (async function* () {
    yield answer.items;
  })();
  if (context.globals().json) {
    const { total, asOf, page, totalPages } = answer;
    const warnings = answer.warnings.map((warning) => formatText(warning));
    const rest = { total: total ?? null, asOf: iso(asOf), page, totalPages, warnings };
    await printJsonItems(context.terminal, "items", mapPages(one, eventJson), () => rest);
    return;
  }
  for (const warning of answer.warnings)
    context.terminal.err(t(($) => $.cli.program.warning, { warning: formatText(warning) }));
  const count = await printEvents(context, one);
  context.terminal.out(
    t(($) => $.cli.events.asOf, { total: countedOf(count, answer.total), time: iso(answer.asOf) ?? "" }),
  );
}

/** "2 of 7 events"; a total below the count is attributed to the service. */
function countedOf(count: number, total: number | undefined): string {
  if (total === undefined) return t(($) => $.cli.events.count, { count });
  if (total < count) return t(($) => $.cli.events.countBeyondTotal, { count, total: formatNumber(total) });
  return t(($) => $.cli.events.countOfTotal, { visible: formatNumber(count), count: total });
}

async function printEvents(context: CliContext, pages: AsyncIterable<readonly FleetEvent[]>): Promise<number> {
  let count = 0;
  for await (const page of pages) {
    if (page.length > 0) context.terminal.out(formatTable(eventHeader, page.map(eventRow), 60));
    count += page.length;
  }
  return count;
}
