/** quota set, add and delete: one endpoint immediately, many through a planned change. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { type Command, Option } from "commander";
import { quotaAnswerSchema } from "#shared/contract/quotas/quotas.ts";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { confirmInput, withConfirmOption } from "../campaigns/confirm-option.ts";
import type { CliContext } from "../../context.ts";
import type { Core } from "../../core.ts";
import { iso } from "../../output.ts";
import { concludeChange, followChange } from "./quota-follow.ts";
import {
  addFields,
  addType,
  addTargetOptions,
  expiryOf,
  parseVolume,
  settingsOf,
  sourceOf,
  type FieldOptions,
  type TargetOptions,
} from "./quota-options.ts";
import { formatQuotaState } from "./quota-text.ts";
import { reportOutcome } from "../../report-outcome.ts";

type WriteOptions = FieldOptions & TargetOptions;

const manyHelp = t(($) => $.cli.quotas.manyHelp);

export function addQuotaWrites(quota: Command, context: CliContext): void {
  const set = quota
    .command("set [endpoint]")
    .description(t(($) => $.cli.quotas.set.summary))
    .option(
      "--volume <number>",
      t(($) => $.cli.quotas.set.volume),
      parseVolume,
    )
    .option(
      "--confirm-zero",
      t(($) => $.cli.quotas.set.confirmZero),
    );
  addTargetOptions(addFields(addType(set)))
    .addHelpText(
      "after",
      helpText({
        text: manyHelp,
        examples: [
          "fleetdesk quota set 70001 --volume 50 --expires 2031-12-31",
          "fleetdesk quota set --type sms --audience trackers --volume 100 --expires 2031-12-31 --threshold 20",
          "fleetdesk quota set --filter 'name:van*' --threshold 10 --confirm 240",
        ],
      }),
    )
    .action(async (endpoint: string | undefined, options: WriteOptions) => {
      const { volume } = options;
      const settings = settingsOf(options);
      await write(
        context,
        endpoint,
        options,
        volume === undefined ? { op: "change", ...settings } : { op: "set", volume, ...settings },
      );
    });

  const add = quota
    .command("add [endpoint]")
    .description(t(($) => $.cli.quotas.add.summary))
    .requiredOption(
      "--volume <number>",
      t(($) => $.cli.quotas.add.volume),
      parseVolume,
    )
    .addOption(
      new Option(
        "--if-no-quota <action>",
        t(($) => $.cli.quotas.add.whereNone),
      )
        .choices(["skip", "set"])
        .default("skip"),
    );
  addTargetOptions(addFields(addType(add)))
    .addHelpText(
      "after",
      helpText({
        text: manyHelp,
        examples: [
          "fleetdesk quota add 70001 --volume 20",
          "fleetdesk quota add --ids-file empty.txt --volume 50 --yes",
        ],
      }),
    )
    .action(async (endpoint: string | undefined, options: WriteOptions) => {
      const { volume = 0, ifNoQuota: whereNone = "skip" } = options;
      await write(context, endpoint, options, { op: "add", volume, whereNone, ...settingsOf(options) });
    });

  addTargetOptions(addType(quota.command("delete [endpoint]").description(t(($) => $.cli.quotas.delete.summary))))
    .option(
      "--confirm-zero",
      t(($) => $.cli.quotas.delete.confirmZero),
    )
    .addHelpText("after", helpText({ text: manyHelp, examples: ["fleetdesk quota delete 70001 --type sms"] }))
    .action(async (endpoint: string | undefined, options: WriteOptions) => {
      await write(context, endpoint, options, { op: "delete" });
    });
}

async function write(
  context: CliContext,
  endpoint: string | undefined,
  options: WriteOptions,
  operation: QuotaOperation,
): Promise<void> {
  await context.withCore(async (core, signal) => {
    const { client } = core;
    const source = await sourceOf({ client, context, signal }, endpoint, options);
    const { type: kind, confirmZero = false, confirmPast = false, allowUnresolved = false } = options;
    const input = { ...context.scope(), kind, operation, confirmZero, confirmPast, allowUnresolved: allowUnresolved };
    if (options.expires !== undefined) {
      const time = iso(expiryOf(options.expires)) ?? "";
      context.terminal.err(t(($) => $.cli.quotas.write.expiry, { time }));
    }
    if (source === undefined) {
      await writeOne(context, core, { ...input, endpoint: endpoint ?? "" }, signal);
      return;
    }
    const plan = await followChange(
      context,
      core,
      await withConfirmOption(client.quotas.plan({ ...input, source }, signal)),
      signal,
    );
    const { yes = false, confirm } = options;
    if (plan.state !== "planned" || plan.counts.planned === 0 || (!yes && confirm === undefined)) {
      await concludeChange(context, core, plan, signal);
      return;
    }
    const request = client.quotas.start(
      { change: plan.change, allowUnresolved: allowUnresolved, ...confirmInput(options) },
      signal,
    );
    const started = await withConfirmOption(request);
    await concludeChange(context, core, await followChange(context, core, started, signal), signal);
  });
}

async function writeOne(
  context: CliContext,
  { client }: Core,
  input: Parameters<Core["client"]["quotas"]["change"]>[0],
  signal: AbortSignal,
): Promise<void> {
  const answer = await withConfirmOption(client.quotas.change(input, signal));
  const { outcome, reading, change } = answer;
  const quota = reading?.state === undefined ? undefined : formatQuotaState(input.kind, reading.state);
  const isSent = outcome === "set" || outcome === "deleted" || outcome === "differs";
  const next = [
    ...(quota === undefined ? [] : [t(($) => $.cli.quotas.write.current, { quota })]),
    ...(change === undefined || !isSent ? [] : [t(($) => $.cli.quotas.write.undo, { change })]),
  ];
  const hints = outcome === "unsettled" ? [t(($) => $.cli.quotas.write.allowUnresolved)] : next;
  const message = formatText(answer.message);
  const success = [t(($) => $.cli.quotas.write.outcome, { outcome, message }), ...next].join(" ");
  reportOutcome(context, quotaAnswerSchema, answer, { success, hint: hints.map((hint) => ` ${hint}`).join("") });
  if (!context.globals().json) {
    for (const warning of answer.warnings) context.terminal.err(`${formatText(warning)}\n`);
  }
}
