/** quota overview, list and refresh: all quotas that are kept, and asking the service again. */
import { type Command, Option } from "commander";
import {
  quotaGroupSchema,
  quotaItemSchema,
  quotaRefreshSchema,
  type QuotaGroup,
  type QuotaItem,
} from "#contract/quota-overview.ts";
import { quotas } from "#contract/quotas.ts";
import type { QuotaKind } from "#contract/quota-words.ts";
import { AppError } from "../failure.ts";
import { sleep } from "../wait.ts";
import { findAudience } from "./audience.ts";
import type { CliContext } from "./context.ts";
import type { Core } from "./core.ts";
import { isoTimes } from "./iso-times.ts";
import { parseNumber, parseWhole } from "./option-values.ts";
import { formatCount, formatCounted, formatTable, iso, printAnswer, printJsonItems } from "./output.ts";
import { addKind } from "./quota-options.ts";
import { sayStand } from "./quota-text.ts";
import { badValue } from "./usage-error.ts";

interface LookOptions {
  readonly kind: QuotaKind;
  readonly below: number;
  readonly days: number;
  readonly search?: string;
  readonly profile?: string;
  readonly audience?: string;
}

type Look = Parameters<Core["client"]["quotas"]["overview"]>[0];

export function addQuotaOverview(quota: Command, context: CliContext): void {
  addLook(addKind(quota.command("overview").description("count who is empty, low, without a quota, or expiring")))
    .addHelpText(
      "after",
      "\nCounts what is kept; ask the service with: fleetdesk quota refresh\n\nExample:\n  $ fleetdesk quota overview --kind sms --below 10",
    )
    .action(async (options: LookOptions) => {
      await context.withCore(async (core, signal) => {
        const look = await lookOf(context, core, options, signal);
        const found = await core.client.quotas.overview(look, signal);
        if (context.globals().json) printAnswer(context.terminal, quotas.operations.overview.output, found);
        else context.terminal.out(describeOverview(options, found));
      });
    });
  addList(quota, context);
  addRefresh(quota, context);
}

function addLook(command: Command): Command {
  return command
    .option("--below <percent>", "what counts as low", parseNumber("Per cent", 0, 100), 20)
    .option("--days <n>", "what counts as expiring", parseWhole("The days", 1, 3650), 14)
    .option("--search <text>", "only endpoints whose name or id holds it")
    .option("--profile <id>", "only endpoints of a service profile")
    .option("--audience <name>", "only endpoints of a kept audience");
}

async function lookOf(context: CliContext, { client }: Core, options: LookOptions, signal: AbortSignal): Promise<Look> {
  const { kind, below, days, search, profile, audience } = options;
  return {
    ...context.scope(),
    kind,
    belowPercent: below,
    expiringDays: days,
    ...(search === undefined ? {} : { search }),
    ...(profile === undefined ? {} : { profile }),
    ...(audience === undefined ? {} : { audience: (await findAudience(client, context, audience, signal)).id }),
  };
}

type Overview = Awaited<ReturnType<Core["client"]["quotas"]["overview"]>>;

function describeOverview(
  { kind, below, days }: LookOptions,
  { groups, histogram, beside, oldest, newest }: Overview,
): string {
  const words: Readonly<Record<QuotaGroup, string>> = {
    asked: "asked",
    empty: "nothing left",
    below: `below ${below} %`,
    none: "no quota set",
    expiring: `expiring within ${days} days`,
    expired: "expired",
    blocked: "blocked by an enforced quota",
    unreadable: "could not be read",
    never: "never asked",
  };
  const rows = quotaGroupSchema.options.map((group) => [group, formatCount(groups[group]), words[group]]);
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  const bars = histogram.map(
    ({ from, to, count }) =>
      `${`${from}-${to} %`.padStart(8)}  ${"█".repeat(Math.round((count / most) * 30)).padEnd(30)} ${formatCount(count)}\n`,
  );
  const outside = `nothing left ${formatCount(beside.empty)}, more than last added ${formatCount(beside.over)}, not known ${formatCount(beside.unknown)}`;
  const when = oldest === undefined ? "never read" : `read between ${iso(oldest)} and ${iso(newest)}`;
  const what = kind === "data" ? "Data quotas" : "SMS quotas";
  return `${what}, ${when}\n${formatTable(["GROUP", "ENDPOINTS", "MEANING"], rows)}\n${bars.join("")}${outside}\n`;
}

const sorts = ["endpoint", "volume", "percent", "expiresAt", "asOf"] as const;

interface ListOptions extends LookOptions {
  readonly sort: (typeof sorts)[number];
  readonly descending?: boolean;
  readonly limit: number;
}

function addList(quota: Command, context: CliContext): void {
  const list = quota
    .command("list")
    .description("list the endpoints of a group of the overview")
    .argument("[group]", quotaGroupSchema.options.join(", "), parseGroup, "asked")
    .addOption(new Option("--sort <field>", "in this order").choices(sorts).default("endpoint"))
    .option("--descending", "the other way round; what is not known stays last")
    .option("--limit <n>", "at most so many", parseWhole("The limit", 1, 10_000_000), 50);
  addLook(addKind(list))
    .addHelpText("after", "\nExample:\n  $ fleetdesk quota list below --below 10 --sort percent")
    .action(async (group: QuotaGroup, options: ListOptions) => {
      await context.withCore(async (core, signal) => {
        const look = await lookOf(context, core, options, signal);
        const pages = pagesOf(core, { ...look, group }, options, signal);
        if (context.globals().json) await printJsonItems(context.terminal, "items", mapped(pages));
        else
          for await (const page of pages) {
            const rows = page.map((item) => cellsOf(options.kind, item));
            context.terminal.out(formatTable(["ENDPOINT", "NAME", "QUOTA", "ENFORCED", "AS OF"], rows, 80));
          }
      });
    });
}

function parseGroup(text: string): QuotaGroup {
  const found = quotaGroupSchema.options.find((group) => group === text);
  if (found !== undefined) return found;
  throw badValue(`The group is one of ${quotaGroupSchema.options.join(", ")}.`);
}

async function* pagesOf(
  { client }: Core,
  look: Look & { readonly group: QuotaGroup },
  { sort, descending = false, limit }: ListOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly QuotaItem[]> {
  let cursor: string | undefined;
  let left = limit;
  do {
    const page = await client.quotas.list(
      { ...look, sort, descending, limit: Math.min(left, 1000), ...(cursor === undefined ? {} : { cursor }) },
      signal,
    );
    yield page.items;
    left -= page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && left > 0);
}

async function* mapped(pages: AsyncIterable<readonly QuotaItem[]>): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield page.map((item) => isoTimes(quotaItemSchema, item));
}

function cellsOf(kind: QuotaKind, { endpoint, name, stand, asOf, problem, enforced }: QuotaItem): string[] {
  const said = stand === undefined ? (problem?.message ?? "never asked") : sayStand(kind, stand);
  return [endpoint, name ?? "", said, enforced, iso(asOf) ?? ""];
}

const lookEveryMs = 200;

interface RefreshOptions {
  readonly kind?: QuotaKind;
  readonly filter?: string;
  readonly audience?: string;
  readonly olderThan?: number;
}

function addRefresh(quota: Command, context: CliContext): void {
  quota
    .command("refresh")
    .description("ask the service for the quotas of many endpoints, behind everything else")
    .addOption(new Option("--kind <kind>", "which quota (default: both)").choices(["data", "sms"]))
    .option("--filter <q>", "endpoints of the local copy that match (default: all of them)")
    .option("--audience <name>", "endpoints of a kept audience")
    .option("--older-than <minutes>", "leave out what was asked since", parseWhole("The minutes", 0, 10_000_000))
    .addHelpText("after", "\nExample:\n  $ fleetdesk quota refresh --kind sms --older-than 60")
    .action(async (options: RefreshOptions) => {
      await context.withCore((core, signal) => refresh(context, core, options, signal));
    });
}

async function refresh(
  context: CliContext,
  { client }: Core,
  { kind, filter, audience, olderThan }: RefreshOptions,
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
      ...(kind === undefined ? {} : { kinds: [kind] }),
      ...(olderThan === undefined ? {} : { olderThanMinutes: olderThan }),
    },
    signal,
  );
  while (state.state === "running") {
    await sleep(context.clock, lookEveryMs, signal);
    state = (await client.quotas.refreshState(context.scope(), signal)).refresh ?? state;
    context.progress.show({ label: "Quotas", done: state.done, total: state.total });
  }
  context.progress.end();
  const { done, failed, code, message } = state;
  if (context.globals().json) printAnswer(context.terminal, quotaRefreshSchema, state);
  else context.terminal.out(`${formatCounted(done, "endpoint")} asked, ${formatCount(failed)} could not be read.\n`);
  if (state.state === "failed") throw new AppError(code ?? "refresh-failed", message ?? "The refresh failed.");
  if (failed === 0) return;
  const reasons = state.failures.map(({ code: why, message: words, count }) => `${why}: ${words} (${count}x)`);
  throw new AppError("quotas-unread", `${failed} of ${done} endpoints could not be read. ${reasons.join(" ")}`);
}
