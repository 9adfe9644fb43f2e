/** campaign get, list, recipients, export. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { resolve } from "node:path";
import type { Command } from "commander";
import {
  outcomeSchema,
  type CampaignStatus,
  type Recipient,
  type RecipientOutcome,
} from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { describeCounts, describeState, describeStatus, statusJson } from "./campaign-text.ts";
import { choiceOption, labelOf } from "../../choices.ts";
import { withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { formatTable, iso, printJson, printJsonItems } from "../../output.ts";

export function addCampaignReports(campaign: Command, context: CliContext): void {
  campaign
    .command("get <id>")
    .description(t(($) => $.cli.campaigns.status.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign get 1", "fleetdesk campaign get 1 --json"] }))
    .action(async (campaignId: string) => {
      await context.withCore(async ({ client }, signal) => {
        const status = await client.campaigns.status({ campaignId }, signal);
        if (context.globals().json) printJson(context.terminal, statusJson(status));
        else context.terminal.out(describeStatus(status));
      });
    });

  campaign
    .command("list")
    .description(t(($) => $.cli.campaigns.list.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign list --connection office"] }))
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        printCampaigns(context, (await client.campaigns.list(context.scope(), signal)).campaigns);
      });
    });

  addRecipients(campaign, context);
  addExport(campaign, context);
}

function printCampaigns(context: CliContext, campaigns: readonly CampaignStatus[]): void {
  if (context.globals().json) printJson(context.terminal, { campaigns: campaigns.map(statusJson) });
  else if (campaigns.length === 0) context.terminal.out(t(($) => $.cli.campaigns.list.empty));
  else {
    const rows = campaigns.map((status) => [
      status.campaignId,
      status.name,
      describeState(status),
      describeCounts(status.counts),
    ]);
    context.terminal.out(
      formatTable(
        [
          t(($) => $.cli.headings.id),
          t(($) => $.cli.headings.name),
          t(($) => $.cli.headings.state),
          t(($) => $.cli.headings.recipients),
        ],
        rows,
        100,
      ),
    );
  }
}

interface RecipientOptions {
  readonly outcome?: RecipientOutcome;
  readonly limit: number;
}

const pageSize = 1000;

function addRecipients(campaign: Command, context: CliContext): void {
  campaign
    .command("recipients <id>")
    .description(t(($) => $.cli.campaigns.recipients.summary))
    .addOption(
      choiceOption(
        "--outcome <outcome>",
        t(($) => $.cli.campaigns.recipients.outcome),
        outcomeSchema.options,
      ),
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.campaigns.recipients.limit),
      parseWhole(
        t(($) => $.cli.campaigns.limitValue),
        1,
        100_000_000,
      ),
      Number.POSITIVE_INFINITY,
    )
    .addHelpText(
      "after",
      helpText({
        examples: ["fleetdesk campaign recipients 1 --outcome rejected", "fleetdesk campaign recipients 1 --json"],
      }),
    )
    .action(async (campaignId: string, options: RecipientOptions) => {
      await context.withCore(async ({ client }, signal) => {
        const pages = readRecipients(client, campaignId, options, signal);
        if (context.globals().json) await printJsonItems(context.terminal, "items", mapTimes(pages));
        else await printRecipients(context, pages);
      });
    });
}

async function* readRecipients(
  client: FleetClient,
  campaignId: string,
  { outcome, limit }: RecipientOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly Recipient[]> {
  let after: number | undefined;
  let left = limit;
  do {
    const only = {
      outcome: outcome === undefined ? undefined : [outcome],
      after,
    };
    const page = await client.campaigns.recipients({ campaignId, limit: Math.min(left, pageSize), ...only }, signal);
    yield page.items;
    left -= page.items.length;
    after = page.next;
  } while (after !== undefined && left > 0);
}

async function* mapTimes(pages: AsyncIterable<readonly Recipient[]>): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) {
    yield page.map((recipient) => ({
      ...recipient,
      intentAt: iso(recipient.intentAt),
      outcomeAt: iso(recipient.outcomeAt),
      unconfirmedAt: iso(recipient.unconfirmedAt),
    }));
  }
}

async function printRecipients(context: CliContext, pages: AsyncIterable<readonly Recipient[]>): Promise<void> {
  let printedCount = 0;
  for await (const page of pages) {
    const rows = page.map((recipient) => {
      const { message, reason } = recipient;
      const why =
        message === undefined
          ? (reason ?? recipient.code ?? "")
          : reason === undefined
            ? message
            : `${reason} (${message})`;
      const outcome = labelOf(recipient.outcome);
      const delivery = recipient.delivery === undefined ? outcome : `${outcome}, ${recipient.delivery}`;
      const { source, sourceRow } = recipient;
      const place = source === 0 ? String(sourceRow) : `${sourceRow}/${source + 1}`;
      return [place, recipient.endpoint ?? "", recipient.identifier, delivery, recipient.smsId ?? "", why];
    });
    if (rows.length > 0)
      context.terminal.out(
        formatTable(
          [
            t(($) => $.cli.headings.row),
            t(($) => $.cli.headings.endpoint),
            t(($) => $.cli.headings.identifier),
            t(($) => $.cli.headings.outcome),
            t(($) => $.cli.headings.sms),
            t(($) => $.cli.headings.reason),
          ],
          rows,
          60,
        ),
      );
    printedCount += page.length;
  }
  context.terminal.out(`${t(($) => $.common.recipientCount, { count: printedCount })}\n`);
}

interface ExportOptions {
  readonly out: string;
  readonly evidence?: boolean;
  readonly overwrite?: boolean;
}

function addExport(campaign: Command, context: CliContext): void {
  campaign
    .command("export <id>")
    .description(t(($) => $.cli.campaigns.export.summary))
    .requiredOption(
      "--out <file>",
      t(($) => $.cli.program.outFile),
    )
    .option(
      "--overwrite",
      t(($) => $.cli.program.overwrite),
    )
    .option(
      "--evidence",
      t(($) => $.cli.campaigns.export.evidence),
    )
    .addHelpText(
      "after",
      helpText({
        examples: [
          "fleetdesk campaign export 1 --out reboot.csv",
          "fleetdesk campaign export 1 --out reboot.evidence.jsonl --evidence",
        ],
      }),
    )
    .action(async (campaignId: string, { out, evidence = false, overwrite = false }: ExportOptions) => {
      await context.withCore(async ({ client }, signal) => {
        const format = evidence ? "evidence" : "csv";
        const request = { campaignId, file: resolve(out), format, overwrite } as const;
        const result = await withConfirmOption(client.campaigns.export(request, signal));
        if (context.globals().json) printJson(context.terminal, result);
        else {
          const written = { count: result.rows, file: result.file };
          context.terminal.out(
            result.head === undefined
              ? t(($) => $.cli.program.rowsWritten, written)
              : t(($) => $.cli.campaigns.export.evidenceWritten, { ...written, head: result.head }),
          );
        }
      });
    });
}
