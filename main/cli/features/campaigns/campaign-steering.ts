/** campaign pause, cancel, update, stop, recall, reconcile, retry, delete. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { quotaChangeSchema } from "#shared/contract/quotas/quotas.ts";
import { describeStatus, statusJson } from "./campaign-text.ts";
import type { CliContext } from "../../context.ts";
import { isoTimes } from "../../iso-times.ts";
import { parseRate, parseWhole } from "../../option-values.ts";
import { addCampaignRetry } from "./campaign-retry.ts";
import { formatNumber } from "#shared/format.ts";
import { formatTable, printJson } from "../../output.ts";
import { usageError } from "../../usage-error.ts";

export function addCampaignSteering(campaign: Command, context: CliContext): void {
  addStops(campaign, context);
  addSpeed(campaign, context);
  addRecall(campaign, context);
  addRepairs(campaign, context);
  addCampaignRetry(campaign, context);
}

function printStatus(context: CliContext, status: CampaignStatus): void {
  if (context.globals().json) printJson(context.terminal, statusJson(status));
  else context.terminal.out(describeStatus(status));
}

function addStops(campaign: Command, context: CliContext): void {
  const verbs = {
    pause: t(($) => $.cli.campaigns.pause.summary),
    cancel: t(($) => $.cli.campaigns.cancel.summary),
  } as const;
  for (const verb of ["pause", "cancel"] as const) {
    campaign
      .command(`${verb} <id>`)
      .description(verbs[verb])
      .addHelpText("after", helpText({ examples: [`fleetdesk campaign ${verb} 1`] }))
      .action(async (campaignId: string) => {
        await context.withCore(async ({ client }, signal) =>
          printStatus(context, await client.campaigns[verb]({ campaignId }, signal)),
        );
      });
  }
  campaign
    .command("stop")
    .description(t(($) => $.cli.campaigns.stop.summary))
    .requiredOption(
      "--all",
      t(($) => $.cli.campaigns.stop.all),
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.campaigns.stop.help),
        examples: ["fleetdesk campaign stop --all"],
      }),
    )
    .action(async () => {
      await context.withCore(({ client }, signal) => stopAll(context, client, signal));
    });
}

/** Stops campaigns and quota changes concurrently; a failure of one does not prevent the other. */
async function stopAll(context: CliContext, client: FleetClient, signal: AbortSignal): Promise<void> {
  const [campaigns, quotas] = await Promise.allSettled([
    client.campaigns.stopAll({}, signal),
    client.quotas.stopAll({}, signal),
  ]);
  const { stopped, messages } = campaigns.status === "fulfilled" ? campaigns.value : { stopped: [], messages: 0 };
  const quotaChanges = quotas.status === "fulfilled" ? quotas.value.stopped : [];
  if (context.globals().json) {
    printJson(context.terminal, {
      stopped: stopped.map(statusJson),
      messages,
      quotaChanges: quotaChanges.map((change) => isoTimes(quotaChangeSchema, change)),
    });
  } else {
    for (const status of stopped) context.terminal.out(describeStatus(status));
    if (messages > 0) context.terminal.out(t(($) => $.cli.campaigns.stop.singleMessages, { count: messages }));
    for (const { change, title } of quotaChanges)
      context.terminal.out(t(($) => $.cli.campaigns.stop.quotaChange, { change, title: formatText(title) }));
    const none = stopped.length + messages + quotaChanges.length === 0;
    if (none && campaigns.status === "fulfilled" && quotas.status === "fulfilled")
      context.terminal.out(t(($) => $.cli.campaigns.stop.nothing));
  }
  for (const outcome of [campaigns, quotas]) if (outcome.status === "rejected") throw outcome.reason;
}

function addSpeed(campaign: Command, context: CliContext): void {
  campaign
    .command("update <id>")
    .description(t(($) => $.cli.campaigns.speed.summary))
    .option(
      "--rate <rate>",
      t(($) => $.cli.campaigns.speed.rate),
      parseRate,
    )
    .option(
      "--concurrency <n>",
      t(($) => $.cli.campaigns.concurrency),
      parseWhole(
        t(($) => $.cli.campaigns.concurrencyValue),
        1,
        512,
      ),
    )
    .addHelpText(
      "after",
      helpText({ examples: ["fleetdesk campaign update 1 --rate 2/s", "fleetdesk campaign update 1 --rate none"] }),
    )
    .action(async (campaignId: string, { rate, concurrency }: { rate?: number; concurrency?: number }) => {
      if (rate === undefined && concurrency === undefined) throw usageError(t(($) => $.cli.campaigns.speed.missing));
      const speed = { rate, concurrency };
      await context.withCore(async ({ client }, signal) => {
        printStatus(context, await client.campaigns.setSpeed({ campaignId, ...speed }, signal));
      });
    });
}

function addRecall(campaign: Command, context: CliContext): void {
  campaign
    .command("recall <id>")
    .description(t(($) => $.cli.campaigns.recall.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign recall 1 --json"] }))
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { requested, cancelled, results } = await client.campaigns.recall({ campaignId }, signal);
        if (context.globals().json) {
          printJson(context.terminal, { requested, cancelled, results });
          return;
        }
        const rows = results.map((result) => [
          result.endpoint,
          result.smsId,
          result.cancelled ? t(($) => $.cli.campaigns.text.cancelled) : result.delivery,
          result.message,
        ]);
        context.terminal.out(
          formatTable(
            [
              t(($) => $.cli.headings.endpoint),
              t(($) => $.cli.headings.sms),
              t(($) => $.cli.headings.result),
              t(($) => $.cli.headings.message),
            ],
            rows,
            80,
          ),
        );
        context.terminal.out(
          t(($) => $.cli.campaigns.recall.result, {
            cancelled: formatNumber(cancelled),
            requested: formatNumber(requested),
            skipped: formatNumber(results.length - requested),
          }),
        );
      });
    });
}

function addRepairs(campaign: Command, context: CliContext): void {
  campaign
    .command("reconcile <id>")
    .description(t(($) => $.cli.campaigns.reconcile.summary))
    .option(
      "--wait",
      t(($) => $.cli.campaigns.reconcile.wait),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign reconcile 1 --wait"] }))
    .action(async (campaignId: string, { wait = false }: { readonly wait?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.campaigns.reconcile({ campaignId, wait }, signal);
        if (result.unknown > 0) context.endWith("unknown");
        if (context.globals().json) printJson(context.terminal, result);
        else
          context.terminal.out(
            t(($) => $.cli.campaigns.reconcile.result, {
              accepted: formatNumber(result.accepted),
              pending: formatNumber(result.pending),
              unknown: formatNumber(result.unknown),
            }),
          );
      });
    });

  campaign
    .command("delete <id>")
    .description(t(($) => $.cli.campaigns.remove.summary))
    .requiredOption(
      "--yes",
      t(($) => $.cli.campaigns.remove.yes),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign delete 1 --yes"] }))
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.campaigns.remove({ campaignId }, signal);
        if (context.globals().json) printJson(context.terminal, result);
        else context.terminal.out(t(($) => $.cli.campaigns.remove.removed, { campaign: campaignId }));
      });
    });
}
