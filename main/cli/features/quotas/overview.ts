/** quota overview, list, history, usage and refresh: cached quotas of all endpoints, and reading them again from the service. */
import {
  quotaGroupSchema,
  quotaHistoryPointSchema,
  quotaItemSchema,
  quotaRefreshSchema,
  quotaUsageDaySchema,
  type QuotaGroup,
  type QuotaItem,
} from "#shared/contract/quotas/quota-overview.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { quotas } from "#shared/contract/quotas/quotas.ts";
import { formatNumber } from "#shared/format.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { AppError } from "#shared/failure.ts";
import { sleep } from "../../../core/wait.ts";
import { findChoice, labelOf, labelsOf, parseNumber, badValue, usageError } from "../../option-values.ts";
import {
  argument,
  type Call,
  choice,
  defineCommand,
  defineList,
  paging,
  parsed,
  text,
  type Value,
  type ValuesOf,
  whole,
  withDefault,
} from "../../define-command.ts";
import { formatItems, iso, pagedList } from "../../output.ts";
import { t } from "../../text.ts";
import { findAudience } from "../fleet/audiences.ts";
import { typeOption } from "./quota-options.ts";
import { formatQuotaState, formatVolume } from "./quota-text.ts";

const queryOptions = {
  ...typeOption,
  below: withDefault(
    parsed(
      "<percent>",
      ($) => $.cli.quotas.overview.below,
      parseNumber(($) => $.cli.quotas.options.percentValue, 0, 100),
    ),
    20,
  ),
  expiresWithin: withDefault(
    whole("<days>", ($) => $.cli.quotas.overview.days, [t(($) => $.cli.quotas.overview.daysValue), 1, 3650]),
    14,
  ),
  search: text("<text>", ($) => $.cli.quotas.overview.search),
  profile: text("<id>", ($) => $.cli.quotas.overview.profile),
  audience: text("<name>", ($) => $.cli.quotas.overview.audience),
};

type QuotaQuery = Parameters<FleetClient["quotas"]["overview"]>[0];

async function queryOf<A>({ client, signal, scope, options }: Call<A, typeof queryOptions>): Promise<QuotaQuery> {
  const { type: kind, below: belowPercent, expiresWithin: expiringDays, search, profile, audience: named } = options;
  const audience = named === undefined ? undefined : (await findAudience(client, scope, named, signal)).id;
  return { ...scope, kind, belowPercent, expiringDays, search, profile, audience };
}

const overview = defineCommand({
  path: "quota overview",
  summary: t(($) => $.cli.quotas.overview.summary),
  options: queryOptions,
  help: t(($) => $.cli.quotas.overview.help),
  examples: ["fleetdesk quota overview --type sms --below 10"],
  run: async (call) => await call.client.quotas.overview(await queryOf(call), call.signal),
  json: quotas.operations.overview.output,
  render: (result, { options }) => describeOverview(options, result),
});

type Overview = Awaited<ReturnType<FleetClient["quotas"]["overview"]>>;

function describeOverview(
  { type: kind, below, expiresWithin }: Pick<ValuesOf<typeof queryOptions>, "type" | "below" | "expiresWithin">,
  { groups, histogram, outside: outOfRange, oldest, newest }: Overview,
): string {
  const groupLabels: Readonly<Record<QuotaGroup, string>> = {
    checked: t(($) => $.cli.quotas.overview.checked),
    empty: t(($) => $.cli.quotas.overview.empty),
    below: t(($) => $.cli.quotas.overview.belowLimit, { percent: below }),
    none: t(($) => $.cli.quotas.overview.none),
    expiring: t(($) => $.cli.quotas.overview.expiring, { count: expiresWithin }),
    expired: t(($) => $.cli.quotas.overview.expired),
    blocked: t(($) => $.cli.quotas.overview.blocked),
    unreadable: t(($) => $.cli.quotas.overview.unreadable),
    never: t(($) => $.cli.quotas.overview.never),
  };
  const table = formatItems<QuotaGroup>(
    {
      group: labelOf,
      endpoints: (group) => formatNumber(groups[group]),
      meaning: (group) => groupLabels[group],
    },
    quotaGroupSchema.options,
  );
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
  return `${overviewTitle(kind, iso(oldest), iso(newest))}\n${table}\n${bars.join("")}${outside}\n`;
}

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

interface Sort {
  readonly field: (typeof sorts)[number];
  readonly descending: boolean;
}

const group: Value<QuotaGroup> = {
  description: labelsOf(quotaGroupSchema.options),
  parse: parseGroup,
  standard: ["checked", labelOf("checked")],
};

const list = defineList({
  path: "quota list",
  summary: t(($) => $.cli.quotas.list.summary),
  args: { group },
  options: {
    sort: withDefault<Sort>(
      parsed(
        "<field>",
        t(($) => $.cli.quotas.list.sort, { fields: sorts.join(", ") }),
        parseSort,
      ),
      { field: "endpoint", descending: false },
      "endpoint",
    ),
    ...paging(($) => $.cli.quotas.list.limit, 50),
    ...queryOptions,
  },
  examples: ["fleetdesk quota list below --below 10 --sort=-percent"],
  run: async (call) => {
    const { client, signal, args, options } = call;
    const { field: sort, descending } = options.sort;
    const query = { ...(await queryOf(call)), ...args, sort, descending };
    return pagedList({ ...options, largestPage: 1000 }, (page) => client.quotas.list({ ...query, ...page }, signal), {
      total: async () => (await client.quotas.overview(query, signal)).groups[args.group],
    });
  },
  columns: ({ options: { type } }) => ({
    endpoint: ({ endpoint }) => endpoint,
    name: ({ name }) => name,
    quota: (item: QuotaItem) => quotaText(type, item),
    enforced: ({ enforced }) => enforced,
    asOf: ({ asOf }) => iso(asOf),
  }),
  id: ({ endpoint }) => endpoint,
  item: quotaItemSchema,
  widest: 80,
});

function quotaText(kind: QuotaKind, { state, problem }: QuotaItem): string {
  if (state !== undefined) return formatQuotaState(kind, state);
  return problem === undefined ? t(($) => $.cli.quotas.list.notLoaded) : formatText(problem.message);
}

/** Parses the name of a field; a leading minus means descending order. */
function parseSort(input: string): Sort {
  const descending = input.startsWith("-");
  const field = sorts.find((one) => one === (descending ? input.slice(1) : input));
  if (field !== undefined) return { field, descending };
  throw badValue(t(($) => $.cli.quotas.list.badSort, { fields: sorts.join(", ") }));
}

function parseGroup(input: string): QuotaGroup {
  const match = findChoice(quotaGroupSchema.options, input);
  if (match !== undefined) return match;
  throw badValue(t(($) => $.cli.quotas.list.badGroup, { groups: labelsOf(quotaGroupSchema.options) }));
}

const periodOptions = {
  ...typeOption,
  days: withDefault(
    whole("<days>", ($) => $.cli.quotas.history.days, [t(($) => $.cli.quotas.overview.daysValue), 1, 90]),
    30,
  ),
};

const history = defineList({
  path: "quota history",
  summary: t(($) => $.cli.quotas.history.summary),
  args: { endpoint: argument(($) => $.cli.program.argument.endpoint) },
  options: periodOptions,
  help: t(($) => $.cli.quotas.history.help),
  examples: ["fleetdesk quota history 70001 --days 7"],
  run: async ({ client, signal, scope, args, options: { type: kind, days } }) => ({
    pages: (await client.quotas.history({ ...scope, ...args, kind, days }, signal)).readings,
  }),
  columns: ({ options: { type } }) => ({
    at: ({ at }) => iso(at),
    volume: ({ volume }) => (volume === undefined ? t(($) => $.cli.quotas.text.none) : formatVolume(type, volume)),
  }),
  id: ({ at }) => iso(at),
  item: quotaHistoryPointSchema,
});

const usage = defineList({
  path: "quota usage",
  summary: t(($) => $.cli.quotas.history.usage),
  options: periodOptions,
  help: t(($) => $.cli.quotas.history.usageHelp),
  examples: ["fleetdesk quota usage --type sms --days 90"],
  run: async ({ client, signal, scope, options: { type: kind, days } }) => ({
    pages: (await client.quotas.usage({ ...scope, kind, days }, signal)).days,
  }),
  columns: ({ options: { type } }) => ({
    day: ({ day }) => iso(day).slice(0, 10),
    used: ({ used }) => formatVolume(type, used),
    balance: ({ balance }) => formatVolume(type, balance),
    endpoints: ({ endpoints }) => formatNumber(endpoints),
  }),
  id: ({ day }) => iso(day).slice(0, 10),
  item: quotaUsageDaySchema,
});

const pollIntervalMs = 200;

const refresh = defineCommand({
  path: "quota refresh",
  summary: t(($) => $.cli.quotas.refresh.summary),
  options: {
    type: choice("<type>", ($) => $.cli.quotas.refresh.kind, ["data", "sms"]),
    filter: text("<q>", ($) => $.cli.quotas.refresh.filter),
    audience: text("<name>", ($) => $.cli.quotas.options.audience),
    olderThan: whole("<minutes>", ($) => $.cli.quotas.refresh.olderThan, [
      t(($) => $.cli.quotas.refresh.minutesValue),
      0,
      10_000_000,
    ]),
  },
  examples: ["fleetdesk quota refresh --type sms --older-than 60"],
  run: async (call) => {
    const { client, signal, scope, options, context } = call;
    const kinds = options.type === undefined ? undefined : [options.type];
    const query = { ...scope, source: await sourceOf(call), kinds, olderThanMinutes: options.olderThan };
    let state = await client.quotas.refresh(query, signal);
    try {
      while (state.state === "running") {
        await sleep(context.clock, pollIntervalMs, signal);
        state = (await client.quotas.refreshState(scope, signal)).refresh ?? state;
        context.progress.show({ label: t(($) => $.cli.quotas.refresh.label), done: state.done, total: state.total });
      }
    } finally {
      context.progress.end();
      if (signal.aborted) await client.quotas.cancelRefresh(scope);
    }
    return state;
  },
  json: quotaRefreshSchema,
  render: ({ done, failed }) => t(($) => $.cli.quotas.refresh.result, { count: done, failed }),
  conclude: ({ state, done, failed, failures, code, message }) => {
    if (state === "failed") throw new AppError(code ?? "refresh-failed", message ?? codedText("quota-refresh-failed"));
    if (failed === 0) return;
    const reasons = failures.map(({ code: cause, message: text, count }) =>
      t(($) => $.cli.quotas.refresh.reason, { code: cause, message: formatText(text), count }),
    );
    const unread = { count: failed, total: done, reasons: reasons.join(" ") };
    throw new AppError("quotas-unread", codedText("quotas-unread-reasons", unread));
  },
});

async function sourceOf({
  client,
  signal,
  scope,
  options: { audience, filter },
}: Pick<
  Call<unknown, Pick<typeof queryOptions, "audience"> & { readonly filter: ReturnType<typeof text> }>,
  "client" | "signal" | "scope" | "options"
>): Promise<{ readonly audience: number } | { readonly filter: string } | undefined> {
  if (audience !== undefined && filter !== undefined) throw usageError(t(($) => $.cli.quotas.refresh.oneSource));
  if (audience !== undefined) return { audience: (await findAudience(client, scope, audience, signal)).id };
  return filter === undefined ? undefined : { filter };
}

export const overviewCommands = [overview, list, history, usage, refresh];
