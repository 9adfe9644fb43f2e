/** quota set, add and delete: one endpoint at once, many by way of a plan. */
import { type Command, Option } from "commander";
import { quotaAnswerSchema } from "#contract/quotas.ts";
import type { QuotaOperation } from "#contract/quota-words.ts";
import { confirmInput, withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "./context.ts";
import type { Core } from "./core.ts";
import { iso } from "./output.ts";
import { concludeChange, followChange } from "./quota-follow.ts";
import {
  addFields,
  addKind,
  addWho,
  expiryOf,
  parseVolume,
  settingsOf,
  sourceOf,
  type FieldOptions,
  type WhoOptions,
} from "./quota-options.ts";
import { sayStand } from "./quota-text.ts";
import { reportOutcome } from "./report-outcome.ts";

type WriteOptions = FieldOptions & WhoOptions;

const manyHelp = `
For many endpoints the old values are read first and the plan is shown; nothing is sent without --yes or --confirm.
What there was is kept: fleetdesk quota undo CHANGE puts it back.`;

export function addQuotaWrites(quota: Command, context: CliContext): void {
  const set = quota
    .command("set [endpoint]")
    .description("set how much is left from now on; without --volume only the other fields change")
    .option("--volume <number>", "megabytes, or messages", parseVolume)
    .option("--confirm-zero", "a volume of 0 is meant");
  addWho(addFields(addKind(set)))
    .addHelpText(
      "after",
      `${manyHelp}\n\nExamples:\n  $ fleetdesk quota set 70001 --volume 50 --expires 2031-12-31\n` +
        "  $ fleetdesk quota set --kind sms --audience trackers --volume 100 --expires 2031-12-31 --threshold 20\n" +
        "  $ fleetdesk quota set --filter 'name:van*' --threshold 10 --confirm 240",
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
    .description("add to what is left: read, add, set")
    .requiredOption("--volume <number>", "megabytes, or messages", parseVolume)
    .addOption(
      new Option("--where-none <what>", "what becomes of endpoints without a quota")
        .choices(["skip", "set"])
        .default("skip"),
    );
  addWho(addFields(addKind(add)))
    .addHelpText(
      "after",
      `${manyHelp}\n\nExamples:\n  $ fleetdesk quota add 70001 --volume 20\n` +
        "  $ fleetdesk quota add --ids-file empty.txt --volume 50 --yes",
    )
    .action(async (endpoint: string | undefined, options: WriteOptions) => {
      const { volume = 0, whereNone = "skip" } = options;
      await write(context, endpoint, options, { op: "add", volume, whereNone, ...settingsOf(options) });
    });

  addWho(addKind(quota.command("delete [endpoint]").description("delete the quota, where the service offers it")))
    .option("--confirm-zero", "to be left without a quota is meant, also where that blocks")
    .addHelpText("after", `${manyHelp}\n\nExample:\n  $ fleetdesk quota delete 70001 --kind sms`)
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
    const { kind, confirmZero = false, confirmPast = false, allowUnsettled = false } = options;
    const wanted = { ...context.scope(), kind, operation, confirmZero, confirmPast, allowUnsettled };
    if (options.expires !== undefined) context.terminal.err(`Expiry: ${iso(expiryOf(options.expires)) ?? ""}\n`);
    if (source === undefined) {
      await writeOne(context, core, { ...wanted, endpoint: endpoint ?? "" }, signal);
      return;
    }
    const plan = await followChange(
      context,
      core,
      await withConfirmOption(client.quotas.plan({ ...wanted, source }, signal)),
      signal,
    );
    const { yes = false, confirm } = options;
    if (plan.state !== "planned" || plan.counts.planned === 0 || (!yes && confirm === undefined)) {
      await concludeChange(context, core, plan, signal);
      return;
    }
    const begun = client.quotas.start({ change: plan.change, allowUnsettled, ...confirmInput(options) }, signal);
    const started = await withConfirmOption(begun);
    await concludeChange(context, core, await followChange(context, core, started, signal), signal);
  });
}

async function writeOne(
  context: CliContext,
  { client }: Core,
  wanted: Parameters<Core["client"]["quotas"]["change"]>[0],
  signal: AbortSignal,
): Promise<void> {
  const answer = await withConfirmOption(client.quotas.change(wanted, signal));
  const { outcome, message, reading, change } = answer;
  const now = reading?.stand === undefined ? "" : ` Now: ${sayStand(wanted.kind, reading.stand)}.`;
  const isSent = outcome === "set" || outcome === "deleted" || outcome === "differs";
  const undo = change === undefined || !isSent ? "" : ` Undo with: fleetdesk quota undo ${change}`;
  const hint = outcome === "unsettled" ? " Use --allow-unsettled to send it anyway." : `${now}${undo}`;
  reportOutcome(context, quotaAnswerSchema, answer, { success: `${outcome}: ${message}${now}${undo}`, hint });
  if (!context.globals().json) for (const warning of answer.warnings) context.terminal.err(`${warning}\n`);
}
