/** campaign get, list, recipients, replies, watch, export. */
import { resolve } from "node:path";
import {
  campaignStatusSchema,
  outcomeSchema,
  recipientSchema,
  replySchema,
  type Recipient,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import { campaigns as contract, type RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import { isAppError } from "#shared/failure.ts";
import { sleep } from "../../../core/wait.ts";
import { labelOf, parseDuration } from "../../option-values.ts";
import { withConfirmOption } from "../../confirm-option.ts";
import {
  argument,
  type Call,
  choices,
  defineCommand,
  defineList,
  flag,
  parsed,
  requiredText,
  whole,
} from "../../define-command.ts";
import { iso, type ListPages, pagedList } from "../../output.ts";
import { t } from "../../text.ts";
import { describeCounts, describeState, describeStatus } from "./campaign-text.ts";

const args = { id: argument(($) => $.cli.program.argument.campaign) };

const get = defineCommand({
  path: "campaign get",
  summary: t(($) => $.cli.campaigns.status.summary),
  args,
  examples: ["fleetdesk campaign get 1", "fleetdesk campaign get 1 --json"],
  run: ({ client, signal, args: { id: campaignId } }) => client.campaigns.status({ campaignId }, signal),
  json: campaignStatusSchema,
  render: describeStatus,
});

const list = defineList({
  path: "campaign list",
  summary: t(($) => $.cli.campaigns.list.summary),
  examples: ["fleetdesk campaign list --connection office"],
  run: async ({ client, signal, scope }) => ({
    pages: (await client.campaigns.list(scope, signal)).campaigns,
    footer: (count) => (count === 0 ? t(($) => $.cli.campaigns.list.empty) : undefined),
  }),
  columns: {
    id: ({ campaignId }) => campaignId,
    name: ({ name }) => name,
    state: describeState,
    recipients: ({ counts }) => describeCounts(counts),
  },
  id: ({ campaignId }) => campaignId,
  item: campaignStatusSchema,
  widest: 100,
});

function recipientPages(
  { client, signal, args: { id: campaignId } }: Call<typeof args, unknown>,
  filter: Partial<RecipientFilter>,
  { limit = Number.POSITIVE_INFINITY, cursor }: { readonly limit?: number; readonly cursor?: number } = {},
): ListPages<Recipient> {
  return pagedList(
    { limit, cursor: cursor?.toString(), largestPage: 1000 },
    async ({ cursor, limit: most }) => {
      const after = cursor === undefined ? undefined : Number(cursor);
      const { items, next } = await client.campaigns.recipients({ campaignId, limit: most, ...filter, after }, signal);
      return { items, nextCursor: next?.toString() };
    },
    {
      total: async () => (await client.campaigns.countRecipients({ campaignId, ...filter }, signal)).total,
      footer: (count) => `${t(($) => $.common.recipientCount, { count })}\n`,
    },
  );
}

const recipients = defineList({
  path: "campaign recipients",
  summary: t(($) => $.cli.campaigns.recipients.summary),
  args,
  options: {
    outcome: choices("<outcome...>", ($) => $.cli.campaigns.recipients.outcome, outcomeSchema.options),
    limit: whole("<n>", ($) => $.cli.campaigns.recipients.limit, [t(($) => $.cli.program.limitValue), 1, 100_000_000]),
    cursor: whole("<cursor>", ($) => $.cli.program.cursor, [t(($) => $.cli.program.cursorValue), 0]),
  },
  examples: ["fleetdesk campaign recipients 1 --outcome rejected", "fleetdesk campaign recipients 1 --json"],
  run: (call) => Promise.resolve(recipientPages(call, { outcome: call.options.outcome }, call.options)),
  columns: {
    row: ({ source, sourceRow }) => (source === 0 ? String(sourceRow) : `${sourceRow}/${source + 1}`),
    endpoint: ({ endpoint }) => endpoint,
    identifier: ({ identifier }) => identifier,
    outcome: ({ outcome, delivery }) => [labelOf(outcome), ...(delivery === undefined ? [] : [delivery])].join(", "),
    sms: ({ smsId }) => smsId,
    reason: reasonOf,
  },
  id: ({ endpoint, identifier }) => endpoint ?? identifier,
  item: recipientSchema,
  widest: 60,
});

function reasonOf({ message, reason, code }: Recipient): string | undefined {
  if (message === undefined) return reason ?? code;
  return reason === undefined ? message : `${reason} (${message})`;
}

const replies = defineList({
  path: "campaign replies",
  summary: t(($) => $.cli.campaigns.replies.summary),
  args,
  options: {
    reply: choices("<reply...>", ($) => $.cli.campaigns.replies.reply, replySchema.options),
  },
  examples: ["fleetdesk campaign replies 1 --reply no-reply", "fleetdesk campaign replies 1 --json"],
  run: (call) => {
    const { reply } = call.options;
    return Promise.resolve(recipientPages(call, reply === undefined ? { outcome: ["accepted"] } : { reply }));
  },
  columns: {
    row: ({ row }) => String(row),
    endpoint: ({ endpoint }) => endpoint,
    delivery: ({ delivery }) => delivery ?? t(($) => $.cli.values.unknown),
    // A reply without data is unknown, not absent.
    reply: ({ reply = "unknown" }) => labelOf(reply),
    replyAt: ({ replyAt }) => iso(replyAt),
    text: ({ replyText }) => replyText,
  },
  id: ({ endpoint, identifier }) => endpoint ?? identifier,
  item: recipientSchema.pick({
    row: true,
    endpoint: true,
    name: true,
    smsId: true,
    delivery: true,
    reply: true,
    replyText: true,
    replyAt: true,
  }),
  toItem: ({ delivery = "unknown", reply = "unknown", ...recipient }) => ({ ...recipient, delivery, reply }),
  widest: 60,
});

const longestWaitMs = 60_000;
const shortestWaitMs = 1_000;

const watch = defineCommand({
  path: "campaign watch",
  summary: t(($) => $.cli.campaigns.watch.summary),
  args,
  options: {
    duration: parsed("<time>", ($) => $.cli.campaigns.watch.for, parseDuration),
  },
  help: t(($) => $.cli.campaigns.watch.help),
  examples: ["fleetdesk campaign watch 1", "fleetdesk campaign watch 1 --duration 10m"],
  // Ends when no status is open, after the time limit, or with Ctrl-C; prints the last known result in each case.
  run: async ({ client: { campaigns }, signal, args: { id: campaignId }, options: { duration }, context }) => {
    const { clock, progress } = context;
    const until = duration === undefined ? Number.POSITIVE_INFINITY : clock.now() + duration * 60_000;
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
    return await campaigns.status({ campaignId });
  },
  json: campaignStatusSchema,
  render: describeStatus,
});

const exportCommand = defineCommand({
  path: "campaign export",
  summary: t(($) => $.cli.campaigns.export.summary),
  args,
  options: {
    out: requiredText("<file>", ($) => $.cli.program.outFile),
    overwrite: flag(($) => $.cli.program.overwrite),
    evidence: flag(($) => $.cli.campaigns.export.evidence),
  },
  examples: [
    "fleetdesk campaign export 1 --out reboot.csv",
    "fleetdesk campaign export 1 --out reboot.fleetdesk-evidence --evidence",
  ],
  run: ({ client, signal, args: { id: campaignId }, options: { out, overwrite, evidence } }) => {
    const format = evidence ? "evidence" : "csv";
    return withConfirmOption(client.campaigns.export({ campaignId, file: resolve(out), format, overwrite }, signal));
  },
  json: contract.operations.export.output,
  render: ({ rows, file, head }) =>
    head === undefined
      ? t(($) => $.cli.program.rowsWritten, { count: rows, file })
      : t(($) => $.cli.campaigns.export.evidenceWritten, { count: rows, file, head }),
});

export const reportCommands = [get, list, recipients, replies, watch, exportCommand];
