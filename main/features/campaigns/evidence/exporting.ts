/** Passes a campaign's recipients to the file writers, in row order and in batches. */
import { definedFields } from "#shared/defined-fields.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import { placeOf } from "../planning/plan-table.ts";
import { type EvidenceRecipient, writeEvidence } from "./evidence.ts";
import type { RecipientQuestion } from "../ledger/queries-recipients.ts";
import type { RecipientRow, RowStep } from "../ledger/queries-rows.ts";
import { type CsvRow, writeCsvFile } from "../../../core/files/export-file.ts";
import { rowPages } from "../../../core/store/cursor.ts";

const pageRows = 1000;

export async function exportCampaign(
  deps: CampaignDeps,
  campaign: StoredCampaign,
  target: {
    readonly file: string;
    readonly format: "csv" | "evidence";
    /** CSV only: exports the matching recipients. */
    readonly question?: RecipientQuestion;
  },
): Promise<{ file: string; rows: number; head?: string }> {
  if (target.format === "csv") {
    const { rows } = await exportCsv(target.file, recipients(deps, campaign.id, target.question));
    return { file: target.file, rows };
  }
  const connection = (await deps.connections.names()).get(campaign.connection);
  const { entries, head } = await writeEvidence(target.file, {
    header: {
      exportedAt: iso(deps.clock.now()),
      campaign: {
        id: String(campaign.id),
        name: campaign.name,
        state: campaign.state,
        matchedByText: campaign.matchedByText,
        ...times(campaign),
      },
      connection: { name: connection ?? String(campaign.connection) },
      plan: {
        from: campaign.sourceAddress,
        text: campaign.template,
        segments: (await deps.store.segmentTotals(campaign.id)).segments,
        options: campaign.options,
        steps: (await deps.store.campaignSteps(campaign.id)).map((step) => ({ ...step, at: iso(step.at) })),
      },
    },
    recipients: histories(deps, campaign.id),
    counts: campaign.counts,
  });
  return { file: target.file, rows: entries, head };
}

/** Converts a ledger row to the contract's recipient. */
export function toRecipient(row: RecipientRow): Recipient {
  const { reason, detail, message, ...rest } = row;
  const text = message ?? detail;
  const fields = { ...rest, ...placeOf(rest.row), reason, message: text === undefined ? undefined : formatText(text) };
  return definedFields(fields) as Recipient;
}

function pages(
  { store }: CampaignDeps,
  campaign: number,
  question: RecipientQuestion = { campaign },
): AsyncGenerator<readonly RecipientRow[]> {
  return rowPages(pageRows, (page) => store.pageRecipients({ question, skip: 0, fromEnd: false, ...page }));
}

async function* recipients(
  deps: CampaignDeps,
  campaign: number,
  question: RecipientQuestion | undefined,
): AsyncGenerator<readonly Recipient[]> {
  for await (const rows of pages(deps, campaign, question)) yield rows.map(toRecipient);
}

async function* histories(deps: CampaignDeps, campaign: number): AsyncGenerator<readonly EvidenceRecipient[]> {
  for await (const rows of pages(deps, campaign)) {
    const steps = await deps.store.rowSteps({ campaign, from: rows[0]?.row ?? 0, until: rows.at(-1)?.row ?? 0 });
    const byRow = Map.groupBy(steps, ({ row }) => row);
    yield rows.map((row) => evidenceOf(row, byRow.get(row.row) ?? []));
  }
}

/** A recipient's line: the recipient of the contract with its history, times as ISO 8601. */
function evidenceOf(row: RecipientRow, steps: readonly RowStep[]): EvidenceRecipient {
  const { intentAt, outcomeAt, deliveryAt, replyAt, unconfirmedAt, message: _, ...recipient } = toRecipient(row);
  return {
    ...recipient,
    message: row.message ?? row.detail,
    intentAt: isoOf(intentAt),
    outcomeAt: isoOf(outcomeAt),
    deliveryAt: isoOf(deliveryAt),
    replyAt: isoOf(replyAt),
    unconfirmedAt: isoOf(unconfirmedAt),
    steps: steps.map(({ at, kind, code, detail }) => ({ at: iso(at), kind, code, detail })),
  };
}

function times({ createdAt, startedAt, finishedAt }: StoredCampaign): Record<string, string | null> {
  return {
    createdAt: iso(createdAt),
    startedAt: isoOf(startedAt) ?? null,
    finishedAt: isoOf(finishedAt) ?? null,
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function isoOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : iso(time);
}

// Derives a file name from a name entered by an operator.

/** Letters and digits of any script, everything else as single hyphens; never empty. */
export function toFileName(name: string): string {
  const hyphenated = name.normalize("NFC").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const trimmed = hyphenated.replaceAll(/^-+|-+$/g, "").slice(0, 80);
  return trimmed === "" ? "campaign" : trimmed;
}

// Exports recipients and their outcomes as a CSV that is safe to open in spreadsheets.

const columns = [
  "row",
  "identifier",
  "endpoint",
  "outcome",
  "reason",
  "sms_id",
  "code",
  "message",
  "delivery",
  "delivery_at",
  "reply",
  "reply_at",
  "reply_text",
  "wave",
  "attempts",
  "segments",
  "requested_at",
  "outcome_at",
  "text",
  "source",
  "source_row",
  "unconfirmed_at",
] as const;

/** Writes the file atomically; returns the number of recipients. Times are ISO 8601 in UTC. Throws `file-unwritable` or `disk-full`. */
export async function exportCsv(
  file: string,
  recipients: AsyncIterable<readonly Recipient[]>,
): Promise<{ readonly rows: number }> {
  async function* pages(): AsyncGenerator<readonly CsvRow[]> {
    for await (const batch of recipients) yield batch.map(toCells);
  }
  return { rows: await writeCsvFile(file, { titles: columns, pages: pages() }) };
}

function toCells(recipient: Recipient): readonly (string | number)[] {
  const { row, identifier, endpoint, outcome, reason, smsId, code, message, delivery, attempts, segments, text } =
    recipient;
  const resultCells = [row, identifier, endpoint, outcome, reason, smsId, code, message];
  const watched = [
    delivery,
    isoOf(recipient.deliveryAt),
    recipient.reply,
    isoOf(recipient.replyAt),
    recipient.replyText,
    recipient.wave,
  ];
  const attemptCells = [attempts, segments, isoOf(recipient.intentAt), isoOf(recipient.outcomeAt), text];
  // With several sources of the audience, a row number alone does not identify the source row.
  const place = [recipient.source + 1, recipient.sourceRow, isoOf(recipient.unconfirmedAt)];
  return [...resultCells, ...watched, ...attemptCells, ...place].map((cell) => cell ?? "");
}
