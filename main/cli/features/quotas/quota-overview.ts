/** quota overview, list and refresh: cached quotas of all endpoints, and reading them again from the service. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { Argument, type Command, Option } from "commander";
import {
  quotaGroupSchema,
  quotaItemSchema,
  quotaRefreshSchema,
  type QuotaGroup,
  type QuotaItem,
} from "#shared/contract/quotas/quota-overview.ts";
import { quotas } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { AppError } from "#shared/failure.ts";
import { sleep } from "../../../core/wait.ts";
import { findAudience } from "../fleet/audience.ts";
import { findChoice, labelOf, labelsOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import type { Core } from "../../core.ts";
import { isoTimes } from "../../iso-times.ts";
import { parseNumber, parseWhole } from "../../option-values.ts";
import { formatNumber } from "#shared/format.ts";
import { formatTable, iso, printAnswer, printJsonItems } from "../../output.ts";
import { mapPages, readPages } from "../../read-pages.ts";
import { addType } from "./quota-options.ts";
import { formatQuotaState } from "./quota-text.ts";
import { badValue } from "../../usage-error.ts";

interface OverviewOptions {
  readonly type: QuotaKind;
  readonly below: number;
  readonly expiresWithin: number;
  readonly search?: string;
  readonly profile?: string;
  readonly audience?: string;
}

type OverviewQuery = Parameters<Core["client"]["quotas"]["overview"]>[0];

export function addQuotaOverview(quota: Command, context: CliContext): void {
  addOverviewOptions(addType(quota.command("overview").description(t(($) => $.cli.quotas.overview.summary))))
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.quotas.overview.help),
        examples: ["fleetdesk quota overview --type sms --below 10"],
      }),
    )
    .action(async (options: OverviewOptions) => {
      await context.withCore(async (core, signal) => {
        const query = await overviewQueryOf(context, core, options, signal);
        const overview = await core.client.quotas.overview(query, signal);
        if (context.globals().json) printAnswer(context.terminal, quotas.operations.overview.output, overview);
        else context.terminal.out(describeOverview(options, overview));
      });
    });
  addList(quota, context);
  addRefresh(quota, context);
}

function addOverviewOptions(command: Command): Command {
  return command
    .option(
      "--below <percent>",
      t(($) => $.cli.quotas.overview.below),
      parseNumber(
        t(($) => $.cli.quotas.options.percentValue),
        0,
        100,
      ),
      20,
    )
    .option(
      "--expires-within <days>",
      t(($) => $.cli.quotas.overview.days),
      parseWhole(
        t(($) => $.cli.quotas.overview.daysValue),
        1,
        3650,
      ),
      14,
    )
    .option(
      "--search <text>",
      t(($) => $.cli.quotas.overview.search),
    )
    .option(
      "--profile <id>",
      t(($) => $.cli.quotas.overview.profile),
    )
    .option(
      "--audience <name>",
      t(($) => $.cli.quotas.overview.audience),
    );
}

async function overviewQueryOf(
  context: CliContext,
  { client }: Core,
  options: OverviewOptions,
  signal: AbortSignal,
): Promise<OverviewQuery> {
  const { type, below, expiresWithin, search, profile, audience } = options;
  return {
    ...context.scope(),
    kind: type,
    belowPercent: below,
    expiringDays: expiresWithin,
    search,
    profile,
    audience: audience === undefined ? undefined : (await findAudience(client, context, audience, signal)).id,
  };
}

type Overview = Awaited<ReturnType<Core["client"]["quotas"]["overview"]>>;

function describeOverview(
  { type: kind, below, expiresWithin }: OverviewOptions,
  { groups, histogram, outside: outOfRange, oldest, newest }: Overview,
): string {
  const groupLabels: Readonly<Record<QuotaGroup, string>> = {
    asked: t(($) => $.cli.quotas.overview.checked),
    empty: t(($) => $.cli.quotas.overview.empty),
    below: t(($) => $.cli.quotas.overview.belowLimit, { percent: below }),
    none: t(($) => $.cli.quotas.overview.none),
    expiring: t(($) => $.cli.quotas.overview.expiring, { count: expiresWithin }),
    expired: t(($) => $.cli.quotas.overview.expired),
    blocked: t(($) => $.cli.quotas.overview.blocked),
    unreadable: t(($) => $.cli.quotas.overview.unreadable),
    never: t(($) => $.cli.quotas.overview.never),
  };
  const rows = quotaGroupSchema.options.map((group) => [
    labelOf(group),
    formatNumber(groups[group]),
    groupLabels[group],
  ]);
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  const bars = histogram.map(
    ({ from, to, count }) =>
      `${t(($) => $.cli.quotas.overview.step, { from, to }).padStart(8)}  ${"█".repeat(Math.round((count / most) * 30)).padEnd(30)} ${formatNumber(count)}\n`,
  );
  const outside = t(($) => $.cli.quotas.overview.outside, {
    empty: formatNumber(outOfRange.empty),
    over: formatNumber(outOfRange.over),
    unknown: formatNumber(outOfRange.unknown),
  });
  return `${overviewTitle(kind, iso(oldest), iso(newest))}\n${formatTable(overviewHead, rows)}\n${bars.join("")}${outside}\n`;
}

const overviewHead = [
  t(($) => $.cli.headings.group),
  t(($) => $.cli.headings.endpoints),
  t(($) => $.cli.headings.meaning),
];

function overviewTitle(kind: QuotaKind, oldest: string | undefined, newest = ""): string {
  const isData = kind === "data";
  if (oldest === undefined) {
    return isData ? t(($) => $.cli.quotas.overview.dataNotLoaded) : t(($) => $.cli.quotas.overview.smsNotLoaded);
  }
  return isData
    ? t(($) => $.cli.quotas.overview.data, { oldest, newest })
    : t(($) => $.cli.quotas.overview.sms, { oldest, newest });
}

const sorts = ["endpoint", "volume", "percent", "expiresAt", "asOf"] as const;
type SortField = (typeof sorts)[number];

interface ListOptions extends OverviewOptions {
  readonly sort: { readonly field: SortField; readonly descending: boolean };
  readonly limit: number;
}

const listHead = [
  t(($) => $.cli.headings.endpoint),
  t(($) => $.cli.headings.name),
  t(($) => $.cli.headings.quota),
  t(($) => $.cli.headings.enforced),
  t(($) => $.cli.headings.asOf),
];

function addList(quota: Command, context: CliContext): void {
  const list = quota
    .command("list")
    .description(t(($) => $.cli.quotas.list.summary))
    .addArgument(
      new Argument("[group]", labelsOf(quotaGroupSchema.options))
        .argParser(parseGroup)
        .default("asked", labelOf("asked")),
    )
    .addOption(
      new Option(
        "--sort <field>",
        t(($) => $.cli.quotas.list.sort, { fields: sorts.join(", ") }),
      )
        .argParser(parseSort)
        .default({ field: "endpoint", descending: false }, "endpoint"),
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.quotas.list.limit),
      parseWhole(
        t(($) => $.cli.quotas.limitValue),
        1,
        10_000_000,
      ),
      50,
    );
  addOverviewOptions(addType(list))
    .addHelpText("after", helpText({ examples: ["fleetdesk quota list below --below 10 --sort=-percent"] }))
    .action(async (group: QuotaGroup, options: ListOptions) => {
      await context.withCore(async (core, signal) => {
        const query = await overviewQueryOf(context, core, options, signal);
        const pages = pagesOf(core, { ...query, group }, options, signal);
        if (context.globals().json)
          await printJsonItems(
            context.terminal,
            "items",
            mapPages(pages, (item) => isoTimes(quotaItemSchema, item)),
          );
        else
          for await (const page of pages) {
            const rows = page.map((item) => cellsOf(options.type, item));
            context.terminal.out(formatTable(listHead, rows, 80));
          }
      });
    });
}

/** Parses the name of a field; a leading minus means descending order. */
function parseSort(text: string): ListOptions["sort"] {
  const descending = text.startsWith("-");
  const field = sorts.find((one) => one === (descending ? text.slice(1) : text));
  if (field !== undefined) return { field, descending };
  throw badValue(t(($) => $.cli.quotas.list.badSort, { fields: sorts.join(", ") }));
}

function parseGroup(text: string): QuotaGroup {
  const match = findChoice(quotaGroupSchema.options, text);
  if (match !== undefined) return match;
  throw badValue(t(($) => $.cli.quotas.list.badGroup, { groups: labelsOf(quotaGroupSchema.options) }));
}

async function* pagesOf(
  { client }: Core,
  query: OverviewQuery & { readonly group: QuotaGroup },
  { sort: { field: sort, descending }, limit }: ListOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly QuotaItem[]> {
  const pages = readPages({ limit, largestPage: 1000 }, (page) =>
    client.quotas.list({ ...query, sort, descending, ...page }, signal),
  );
  for await (const { items } of pages) yield items;
}

function cellsOf(kind: QuotaKind, { endpoint, name, state, asOf, problem, enforced }: QuotaItem): string[] {
  const unread = problem === undefined ? t(($) => $.cli.quotas.list.notLoaded) : formatText(problem.message);
  return [
    endpoint,
    name ?? "",
    state === undefined ? unread : formatQuotaState(kind, state),
    enforced,
    iso(asOf) ?? "",
  ];
}

const lookEveryMs = 200;

interface RefreshOptions {
  readonly type?: QuotaKind;
  readonly filter?: string;
  readonly audience?: string;
  readonly olderThan?: number;
}

function addRefresh(quota: Command, context: CliContext): void {
  quota
    .command("refresh")
    .description(t(($) => $.cli.quotas.refresh.summary))
    .addOption(
      new Option(
        "--type <type>",
        t(($) => $.cli.quotas.refresh.kind),
      ).choices(["data", "sms"]),
    )
    .option(
      "--filter <q>",
      t(($) => $.cli.quotas.refresh.filter),
    )
    .option(
      "--audience <name>",
      t(($) => $.cli.quotas.options.audience),
    )
    .option(
      "--older-than <minutes>",
      t(($) => $.cli.quotas.refresh.olderThan),
      parseWhole(
        t(($) => $.cli.quotas.refresh.minutesValue),
        0,
        10_000_000,
      ),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk quota refresh --type sms --older-than 60"] }))
    .action(async (options: RefreshOptions) => {
      await context.withCore((core, signal) => refresh(context, core, options, signal));
    });
}

async function refresh(
  context: CliContext,
  { client }: Core,
  { type, filter, audience, olderThan }: RefreshOptions,
  signal: AbortSignal,
): Promise<void> {
  const source =
    audience !== undefined
      ? { source: { audience: (await findAudience(client, context, audience, signal)).id } }
      : filter === undefined
        ? {}
        : { source: { filter } };
  let state = await client.quotas.refresh(
    {
      ...context.scope(),
      ...source,
      kinds: type === undefined ? undefined : [type],
      olderThanMinutes: olderThan,
    },
    signal,
  );
  while (state.state === "running") {
    await sleep(context.clock, lookEveryMs, signal);
    state = (await client.quotas.refreshState(context.scope(), signal)).refresh ?? state;
    context.progress.show({ label: t(($) => $.cli.quotas.refresh.label), done: state.done, total: state.total });
  }
  context.progress.end();
  const { done, failed, code, message } = state;
  if (context.globals().json) printAnswer(context.terminal, quotaRefreshSchema, state);
  else context.terminal.out(t(($) => $.cli.quotas.refresh.result, { count: done, failed }));
  if (state.state === "failed")
    throw new AppError(code ?? "refresh-failed", message ?? codedText("quota-refresh-failed"));
  if (failed === 0) return;
  const reasons = state.failures.map(({ code: why, message: text, count }) =>
    t(($) => $.cli.quotas.refresh.reason, { code: why, message: formatText(text), count }),
  );
  const unread = { count: failed, total: done, reasons: reasons.join(" ") };
  throw new AppError("quotas-unread", codedText("quotas-unread-reasons", unread));
}
