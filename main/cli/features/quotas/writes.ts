/** quota get, set, add and delete: one endpoint immediately, many through a planned change. */
import { z } from "zod";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { endpointQuotasSchema, quotaAnswerSchema, quotaChangeSchema } from "#shared/contract/quotas/quotas.ts";
import { formatText } from "#shared/texts/text.ts";
import { withConfirmOption } from "../../confirm-option.ts";
import { isJson } from "../../context.ts";
import {
  argument,
  type Call,
  choice,
  defineCommand,
  flag,
  optionalArgument,
  parsed,
  required,
  withDefault,
} from "../../define-command.ts";
import { iso, reportOutcome } from "../../output.ts";
import { t } from "../../text.ts";
import { concludeChange, followChange } from "./changes.ts";
import {
  expiryOf,
  fieldOptions,
  isConfirmed,
  parseVolume,
  settingsOf,
  sourceOf,
  targetOptions,
  typeOption,
} from "./quota-options.ts";
import { describeEndpoint, formatQuotaState } from "./quota-text.ts";

const get = defineCommand({
  path: "quota get",
  summary: t(($) => $.cli.quotas.get.summary),
  args: { endpoint: argument(($) => $.cli.program.argument.endpoint) },
  options: { cached: flag(($) => $.cli.quotas.get.cached) },
  examples: ["fleetdesk quota get 70001", "fleetdesk quota get 70001 --cached --json"],
  run: ({ client, signal, scope, args, options }) =>
    client.quotas[options.cached ? "get" : "read"]({ ...scope, ...args }, signal),
  json: endpointQuotasSchema,
  render: describeEndpoint,
});

const args = { endpoint: optionalArgument(($) => $.cli.program.argument.oneEndpoint) };
const help = t(($) => $.cli.quotas.manyHelp);
/** The answer for one endpoint, or the change of many. */
const json = z.union([quotaAnswerSchema, quotaChangeSchema]);

const set = defineCommand({
  path: "quota set",
  summary: t(($) => $.cli.quotas.set.summary),
  args,
  options: {
    volume: parsed("<number>", ($) => $.cli.quotas.set.volume, parseVolume),
    confirmZero: flag(($) => $.cli.quotas.set.confirmZero),
    ...typeOption,
    ...fieldOptions,
    ...targetOptions,
  },
  help,
  examples: [
    "fleetdesk quota set 70001 --volume 50 --expires 2031-12-31",
    "fleetdesk quota set --type sms --audience trackers --volume 100 --expires 2031-12-31 --threshold 20",
    "fleetdesk quota set --filter 'name:van*' --threshold 10 --confirm 240",
  ],
  run: (call) => {
    const { volume } = call.options;
    const settings = settingsOf(call.options);
    return write(call, volume === undefined ? { op: "change", ...settings } : { op: "set", volume, ...settings });
  },
  json,
});

const add = defineCommand({
  path: "quota add",
  summary: t(($) => $.cli.quotas.add.summary),
  args,
  options: {
    volume: required(parsed("<number>", ($) => $.cli.quotas.add.volume, parseVolume)),
    ifNoQuota: withDefault(
      choice("<action>", ($) => $.cli.quotas.add.whereNone, ["skip", "set"]),
      "skip",
    ),
    ...typeOption,
    ...fieldOptions,
    ...targetOptions,
  },
  help,
  examples: ["fleetdesk quota add 70001 --volume 20", "fleetdesk quota add --ids-file empty.txt --volume 50 --yes"],
  run: (call) => {
    const { volume, ifNoQuota: whereNone } = call.options;
    return write(call, { op: "add", volume, whereNone, ...settingsOf(call.options) });
  },
  json,
});

const remove = defineCommand({
  path: "quota delete",
  summary: t(($) => $.cli.quotas.delete.summary),
  args,
  options: { ...typeOption, ...targetOptions, confirmZero: flag(($) => $.cli.quotas.delete.confirmZero) },
  help,
  examples: ["fleetdesk quota delete 70001 --type sms"],
  run: (call) => write(call, { op: "delete" }),
  json,
});

type WriteOptions = typeof typeOption &
  typeof targetOptions &
  Partial<Pick<typeof fieldOptions, "expires" | "confirmPast"> & { readonly confirmZero: ReturnType<typeof flag> }>;

async function write(call: Call<typeof args, WriteOptions>, operation: QuotaOperation): Promise<void> {
  const {
    client,
    signal,
    scope,
    args: { endpoint },
    options,
    context,
  } = call;
  const source = await sourceOf(call, endpoint, options);
  const { type: kind, confirmZero = false, confirmPast = false, allowUnresolved, confirm, expires } = options;
  const input = { ...scope, kind, operation, confirmZero, confirmPast, allowUnresolved };
  if (expires !== undefined)
    context.terminal.err(t(($) => $.cli.quotas.write.expiry, { time: iso(expiryOf(expires)) }));
  if (source === undefined) {
    await writeOne(call, { ...input, endpoint: endpoint ?? "" });
    return;
  }
  const plan = await followChange(call, await withConfirmOption(client.quotas.plan({ ...input, source }, signal)));
  if (plan.state !== "planned" || plan.counts.planned === 0 || !isConfirmed(options)) {
    await concludeChange(call, plan);
    return;
  }
  const request = client.quotas.start({ change: plan.change, allowUnresolved, confirm }, signal);
  await concludeChange(call, await followChange(call, await withConfirmOption(request)));
}

async function writeOne(
  { client, signal, context }: Call<typeof args, WriteOptions>,
  input: Parameters<typeof client.quotas.change>[0],
): Promise<void> {
  const answer = await withConfirmOption(client.quotas.change(input, signal));
  const { outcome, reading, change } = answer;
  const quota = reading?.state === undefined ? undefined : formatQuotaState(input.kind, reading.state);
  const isSent = outcome === "set" || outcome === "deleted" || outcome === "differs";
  const next = [
    ...(quota === undefined ? [] : [t(($) => $.cli.quotas.write.current, { quota })]),
    ...(change === undefined || !isSent ? [] : [t(($) => $.cli.quotas.write.undo, { change })]),
    ...(change === undefined || outcome !== "unknown" ? [] : [t(($) => $.cli.quotas.write.resolve, { change })]),
  ];
  const hints = outcome === "unsettled" ? [t(($) => $.cli.quotas.write.allowUnresolved)] : next;
  const message = formatText(answer.message);
  const success = [t(($) => $.cli.quotas.write.outcome, { outcome, message }), ...next].join(" ");
  reportOutcome(context, quotaAnswerSchema, answer, { success, hint: hints.map((hint) => ` ${hint}`).join("") });
  if (isJson(context)) return;
  for (const warning of answer.warnings) context.terminal.err(`${formatText(warning)}\n`);
}

export const writeCommands = [get, set, add, remove];
