/** campaign pause, cancel, speed, stop, recall, reconcile, retry, remove. */
import type { Command } from "commander";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { FleetClient } from "#contract/index.ts";
import { describeStatus, statusJson } from "./campaign-text.ts";
import type { CliContext } from "./context.ts";
import { parseRate, parseWhole } from "./option-values.ts";
import { addCampaignRetry } from "./campaign-retry.ts";
import { formatCount, formatCounted, formatTable, printJson } from "./output.ts";
import { usageError } from "./usage-error.ts";

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
    pause: "stop starting new requests; what is in flight is settled",
    cancel: "end a campaign; recipients not sent to are marked cancelled",
  } as const;
  for (const verb of ["pause", "cancel"] as const) {
    campaign
      .command(`${verb} <id>`)
      .description(verbs[verb])
      .addHelpText("after", `\nExample:\n  $ fleetdesk campaign ${verb} 1`)
      .action(async (campaignId: string) => {
        await context.withCore(async ({ client }, signal) =>
          printStatus(context, await client.campaigns[verb]({ campaignId }, signal)),
        );
      });
  }
  campaign
    .command("stop")
    .description("panic stop: abort everything in flight, pause every campaign and quota change that would send later")
    .requiredOption("--all", "said out loud, since it stops all of them")
    .addHelpText(
      "after",
      "\nReaches campaigns that run, wait (gate, quiet hours, no connection, unknown recipients) or are scheduled. Nothing continues" +
        "\nuntil it is resumed.\n\nExample:\n  $ fleetdesk campaign stop --all",
    )
    .action(async () => {
      await context.withCore(({ client }, signal) => stopAll(context, client, signal));
    });
}

/** Neither waits for the other, and neither is kept back by the other's failure. */
async function stopAll(context: CliContext, client: FleetClient, signal: AbortSignal): Promise<void> {
  const [campaigns, quotas] = await Promise.allSettled([
    client.campaigns.stopAll({}, signal),
    client.quotas.stopAll({}, signal),
  ]);
  const { stopped, messages } = campaigns.status === "fulfilled" ? campaigns.value : { stopped: [], messages: 0 };
  const quotaChanges = quotas.status === "fulfilled" ? quotas.value.stopped : [];
  if (context.globals().json) {
    printJson(context.terminal, { stopped: stopped.map(statusJson), messages, quotaChanges });
  } else {
    for (const status of stopped) context.terminal.out(describeStatus(status));
    if (messages > 0) context.terminal.out(`${formatCounted(messages, "single SMS", "single SMS")} aborted.\n`);
    for (const { change, title } of quotaChanges) context.terminal.out(`Quota change ${change} "${title}" stopped.\n`);
    const none = stopped.length + messages + quotaChanges.length === 0;
    if (none && campaigns.status === "fulfilled" && quotas.status === "fulfilled")
      context.terminal.out("Nothing was sending.\n");
  }
  for (const outcome of [campaigns, quotas]) if (outcome.status === "rejected") throw outcome.reason;
}

function addSpeed(campaign: Command, context: CliContext): void {
  campaign
    .command("speed <id>")
    .description("change the speed of a campaign, running or not")
    .option("--rate <rate>", "5/s, 300/min, a number per second, or none", parseRate)
    .option("--concurrency <n>", "requests at the same time", parseWhole("The concurrency", 1, 512))
    .addHelpText(
      "after",
      "\nExamples:\n  $ fleetdesk campaign speed 1 --rate 2/s\n  $ fleetdesk campaign speed 1 --rate none",
    )
    .action(async (campaignId: string, { rate, concurrency }: { rate?: number; concurrency?: number }) => {
      if (rate === undefined && concurrency === undefined) throw usageError("Give --rate, --concurrency or both.");
      const speed = { ...(rate === undefined ? {} : { rate }), ...(concurrency === undefined ? {} : { concurrency }) };
      await context.withCore(async ({ client }, signal) => {
        printStatus(context, await client.campaigns.setSpeed({ campaignId, ...speed }, signal));
      });
    });
}

function addRecall(campaign: Command, context: CliContext): void {
  campaign
    .command("recall <id>")
    .description("cancel what is still buffered of a campaign that is not running")
    .addHelpText("after", "\nExample:\n  $ fleetdesk campaign recall 1 --json")
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { asked, cancelled, results } = await client.campaigns.recall({ campaignId }, signal);
        if (context.globals().json) {
          printJson(context.terminal, { asked, cancelled, results });
          return;
        }
        const rows = results.map((result) => [
          result.endpoint,
          result.smsId,
          result.cancelled ? "cancelled" : result.delivery,
          result.message,
        ]);
        context.terminal.out(formatTable(["ENDPOINT", "SMS", "RESULT", ""], rows, 80));
        context.terminal.out(
          `${formatCount(cancelled)} of ${formatCount(asked)} cancelled; ${formatCount(results.length - asked)} not asked for\n`,
        );
      });
    });
}

function addRepairs(campaign: Command, context: CliContext): void {
  campaign
    .command("reconcile <id>")
    .description("look up recipients whose answer was lost, in the endpoints' own SMS lists")
    .option("--wait", "look again until each outcome is proven or waits for a decision; Ctrl-C stops")
    .addHelpText("after", "\nExample:\n  $ fleetdesk campaign reconcile 1 --wait")
    .action(async (campaignId: string, { wait = false }: { readonly wait?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.campaigns.reconcile({ campaignId, wait }, signal);
        if (result.unknown > 0) context.endWith("unknown");
        if (context.globals().json) printJson(context.terminal, result);
        else
          context.terminal.out(
            `${formatCount(result.accepted)} accepted, ${formatCount(result.pending)} proven not sent, ${formatCount(result.unknown)} still unknown\n`,
          );
      });
    });

  campaign
    .command("remove <id>")
    .description("forget a campaign that was never started; what one has sent stays written down")
    .requiredOption("--yes", "said out loud, since its plan is gone")
    .addHelpText("after", "\nExample:\n  $ fleetdesk campaign remove 1 --yes")
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.campaigns.remove({ campaignId }, signal);
        if (context.globals().json) printJson(context.terminal, result);
        else context.terminal.out(`Campaign ${campaignId} is gone.\n`);
      });
    });
}
