/** campaign watch and replies: delivery status and replies of devices. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import {
  replySchema,
  type CampaignStatus,
  type Recipient,
  type Reply,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { isAppError } from "#shared/failure.ts";
import { sleep } from "../../../core/wait.ts";
import { parseMinutes } from "./campaign-plan-waves.ts";
import { describeStatus, statusJson } from "./campaign-text.ts";
import { choiceOption, labelOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { formatTable, iso, printJson, printJsonItems } from "../../output.ts";

export function addCampaignWatch(campaign: Command, context: CliContext): void {
  campaign
    .command("watch <id>")
    .description(t(($) => $.cli.campaigns.watch.summary))
    .option(
      "--duration <time>",
      t(($) => $.cli.campaigns.watch.for),
      parseForMinutes,
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.campaigns.watch.help),
        examples: ["fleetdesk campaign watch 1", "fleetdesk campaign watch 1 --duration 10m"],
      }),
    )
    .action(async (campaignId: string, { duration }: { duration?: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const status = await watch(context, client, { campaignId, minutes: duration, signal });
        if (context.globals().json) printJson(context.terminal, statusJson(status));
        else context.terminal.out(describeStatus(status));
      });
    });

  campaign
    .command("replies <id>")
    .description(t(($) => $.cli.campaigns.replies.summary))
    .addOption(
      choiceOption(
        "--reply <reply>",
        t(($) => $.cli.campaigns.replies.reply),
        replySchema.options,
      ),
    )
    .addHelpText(
      "after",
      helpText({ examples: ["fleetdesk campaign replies 1 --reply no-reply", "fleetdesk campaign replies 1 --json"] }),
    )
    .action(async (campaignId: string, { reply }: { reply?: Reply }) => {
      await context.withCore(async ({ client }, signal) => {
        const pages = readReplies(client, campaignId, reply, signal);
        if (context.globals().json) await printJsonItems(context.terminal, "items", replyJson(pages));
        else await printReplies(context, pages);
      });
    });
}

function parseForMinutes(text: string): number {
  return /^0[smhd]?$/.test(text.trim()) ? 0 : parseMinutes(text);
}

interface WatchInput {
  readonly campaignId: string;
  readonly minutes: number | undefined;
  readonly signal: AbortSignal;
}

const longestWaitMs = 60_000;
const shortestWaitMs = 1_000;

/** Ends when no status is open, after the time limit, or with Ctrl-C; prints the last known result in each case. */
async function watch(
  { clock, progress }: CliContext,
  { campaigns }: FleetClient,
  { campaignId, minutes, signal }: WatchInput,
): Promise<CampaignStatus> {
  const until = minutes === undefined ? Number.POSITIVE_INFINITY : clock.now() + minutes * 60_000;
  try {
    for (let dueOnly = false; ; dueOnly = true) {
      const { open, nextAt } = await campaigns.checkDelivery({ campaignId, dueOnly }, signal);
      const { counts } = await campaigns.status({ campaignId }, signal);
      const { accepted } = counts;
      progress.show({
        label: t(($) => $.cli.campaigns.follow.campaign, { campaign: campaignId }),
        done: accepted - open,
        total: accepted,
        note: t(($) => $.cli.campaigns.watch.open, { count: open }),
      });
      const leftMs = until - clock.now();
      if (open === 0 || leftMs <= 0) break;
      const dueInMs = Math.max(shortestWaitMs, (nextAt ?? 0) - clock.now());
      await sleep(clock, Math.min(longestWaitMs, leftMs, dueInMs), signal);
    }
  } catch (error) {
    if (!isAppError(error, "aborted")) throw error;
  } finally {
    progress.end();
  }
  return campaigns.status({ campaignId });
}

async function* readReplies(
  { campaigns }: FleetClient,
  campaignId: string,
  reply: Reply | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly Recipient[]> {
  const only = reply === undefined ? { outcome: ["accepted" as const] } : { reply: [reply] };
  let after: number | undefined;
  do {
    const query = { campaignId, limit: 1000, ...only, after };
    const page = await campaigns.recipients(query, signal);
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}

/** A reply without data is unknown, not absent. */
function replyOf({ reply }: Recipient): Reply {
  return reply ?? "unknown";
}

async function* replyJson(pages: AsyncIterable<readonly Recipient[]>): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) {
    yield page.map((recipient) => ({
      row: recipient.row,
      endpoint: recipient.endpoint,
      name: recipient.name ?? null,
      smsId: recipient.smsId ?? null,
      delivery: recipient.delivery ?? "unknown",
      reply: replyOf(recipient),
      replyText: recipient.replyText ?? null,
      replyAt: iso(recipient.replyAt) ?? null,
    }));
  }
}

async function printReplies(context: CliContext, pages: AsyncIterable<readonly Recipient[]>): Promise<void> {
  let printedCount = 0;
  for await (const page of pages) {
    const rows = page.map((recipient) => [
      String(recipient.row),
      recipient.endpoint ?? "",
      recipient.delivery ?? t(($) => $.cli.values.unknown),
      labelOf(replyOf(recipient)),
      iso(recipient.replyAt) ?? "",
      recipient.replyText ?? "",
    ]);
    if (rows.length > 0)
      context.terminal.out(
        formatTable(
          [
            t(($) => $.cli.headings.row),
            t(($) => $.cli.headings.endpoint),
            t(($) => $.cli.headings.delivery),
            t(($) => $.cli.headings.reply),
            t(($) => $.cli.headings.replied),
            t(($) => $.cli.headings.text),
          ],
          rows,
          60,
        ),
      );
    printedCount += page.length;
  }
  context.terminal.out(`${t(($) => $.common.recipientCount, { count: printedCount })}\n`);
}
