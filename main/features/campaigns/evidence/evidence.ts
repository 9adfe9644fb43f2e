/**
 * Evidence of a campaign: a text file of JSON lines, each `{"entry":…,"hash":…}` in canonical form, whose hash covers the entry and
 * the previous hash.
 * The file has a header, one line per recipient, and a footer with the counts and the head, which is the hash of the line before the
 * footer.
 * The chain detects any change to a part of the file. It is not a signature: anyone who can rewrite the whole file can forge it, unless
 * the head was noted elsewhere at export.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { type Counts, outcomeSchema, type RecipientOutcome } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { EvidenceVerdict } from "#shared/contract/campaigns/campaigns.ts";
import { AppError } from "#shared/failure.ts";
import { writeFileAtomically } from "../../../core/files/atomic-file.ts";
import { createChainWriter, Flaw, readChainFile } from "../../../core/files/chain-file.ts";
import { canonicalJson } from "../../../core/hash-chain.ts";
import { z } from "zod";

export const evidenceFormat = "fleetdesk-campaign-evidence";
/**
 * Version 3 names the fields of a recipient like the contract (`identifier`, `wave`, `outcomeAt`, `unconfirmedAt`); before, they were `given`,
 * `ring`, `settledAt` and `doubtAt`. Version 2 stores messages as codes with parameters; version 1 stored sentences.
 */
export const evidenceVersion = 3;

/** Facts about the campaign as plain JSON, without secrets. The caller defines the shape of `campaign`, `connection` and `plan`. */
interface EvidenceHeader {
  readonly campaign: Readonly<Record<string, unknown>>;
  readonly connection: Readonly<Record<string, unknown>>;
  readonly plan: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly exportedAt: string;
}

/** One recipient with its history; additional members are written unchanged. */
export interface EvidenceRecipient {
  readonly row: number;
  readonly outcome: RecipientOutcome;
  readonly [field: string]: unknown;
}

export interface EvidenceSource {
  readonly header: EvidenceHeader;
  /** In row order, in batches. */
  readonly recipients: AsyncIterable<readonly EvidenceRecipient[]>;
  /** The ledger's counters; the export is rejected when the recipient lines do not add up to them. */
  readonly counts: Counts;
}

export interface EvidenceSummary {
  /** Number of recipient lines. */
  readonly entries: number;
  /** Hash of the last line; noting it elsewhere makes forgery detectable. */
  readonly head: string;
}

/**
 * Writes the evidence file atomically. Throws `file-unwritable`, `disk-full`, or `evidence-inconsistent` when the recipients do not
 * add up to the counts.
 */
export async function writeEvidence(file: string, source: EvidenceSource): Promise<EvidenceSummary> {
  const chain = createChainWriter();
  let entries = 0;
  async function* lines(): AsyncGenerator<string> {
    yield chain.line({ type: "header", format: evidenceFormat, version: evidenceVersion, ...source.header });
    const counts = emptyCounts();
    for await (const batch of source.recipients) {
      let text = "";
      for (const recipient of batch) {
        addOutcome(counts, recipient.outcome);
        text += chain.line({ ...recipient, type: "recipient" });
      }
      entries += batch.length;
      yield text;
    }
    assertSameCounts(counts, source.counts);
    yield chain.line({ type: "footer", counts, entries, previous: chain.head() });
  }
  await writeFileAtomically(file, lines());
  return { entries, head: chain.head() };
}

/** Mutable counts, accumulated line by line. */
export type CountsSoFar = { -readonly [K in keyof Counts]: number };

export function emptyCounts(): CountsSoFar {
  return { planned: 0, excluded: 0, pending: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, cancelled: 0 };
}

export function addOutcome(counts: CountsSoFar, outcome: RecipientOutcome): void {
  counts.planned += 1;
  counts[outcome] += 1;
}

function assertSameCounts(added: Counts, expected: Counts): void {
  if (canonicalJson(added) === canonicalJson({ ...emptyCounts(), ...expected })) return;
  throw new AppError("evidence-inconsistent", codedText("evidence-inconsistent"), {
    details: { added, expected: expected },
  });
}

// Verifies an evidence file without a database: every hash, the order of lines, the end, and the recounted totals.

type EvidenceAbout = NonNullable<EvidenceVerdict["about"]>;

const named = z.looseObject({ name: z.string() });
const headerSchema = z.looseObject({
  format: z.literal(evidenceFormat),
  version: z.number().int().min(1).max(evidenceVersion),
  campaign: named,
  connection: named,
  exportedAt: z.string(),
});
const recipientSchema = z.looseObject({ row: z.number().int(), outcome: outcomeSchema });

/**
 * Verifies the file. Returns the first flaw with its line; throws only when the file cannot be read at all (`file-not-found`,
 * `file-unreadable`).
 */
export async function verifyEvidence(file: string): Promise<EvidenceVerdict> {
  const check = createCheck();
  const { problem, line, head } = await readChainFile(file, check.take, check.end);
  const summary = { entries: check.entries(), ...check.about() };
  return problem === undefined ? { valid: true, head, ...summary } : { valid: false, problem, line, ...summary };
}

interface Check {
  readonly take: (entry: Readonly<Record<string, unknown>>, previous: string) => void;
  readonly end: () => void;
  readonly entries: () => number;
  readonly about: () => { readonly about?: EvidenceAbout };
}

function createCheck(): Check {
  const counts: CountsSoFar = emptyCounts();
  let stage: "header" | "recipients" | "ended" = "header";
  let about: EvidenceAbout | undefined;
  return {
    take: (entry, previous) => {
      if (stage === "ended") throw new Flaw(codedText("evidence-continues"));
      if (stage === "header") {
        about = takeHeader(entry);
        stage = "recipients";
      } else if (entry["type"] === "footer") {
        takeFooter(entry, counts, previous);
        stage = "ended";
      } else takeRecipient(entry, counts);
    },
    end: () => {
      if (stage !== "ended") throw new Flaw(codedText("evidence-incomplete"));
    },
    entries: () => counts.planned,
    about: () => (about === undefined ? {} : { about: stage === "ended" ? { ...about, counts } : about }),
  };
}

function takeHeader(entry: Readonly<Record<string, unknown>>): EvidenceAbout {
  const header = headerSchema.safeParse(entry);
  if (entry["type"] !== "header" || !header.success) {
    throw new Flaw(codedText("evidence-header-invalid"));
  }
  const { campaign, connection, exportedAt } = header.data;
  return { campaign: campaign.name, connection: connection.name, exportedAt };
}

function takeRecipient(entry: Readonly<Record<string, unknown>>, counts: CountsSoFar): void {
  const recipient = recipientSchema.safeParse(entry);
  if (entry["type"] !== "recipient" || !recipient.success) throw new Flaw(codedText("evidence-recipient-invalid"));
  addOutcome(counts, recipient.data.outcome);
}

function takeFooter(entry: Readonly<Record<string, unknown>>, counts: CountsSoFar, head: string): void {
  const footer = { counts: entry["counts"], entries: entry["entries"], previous: entry["previous"] };
  if (canonicalJson(footer) !== canonicalJson({ counts, entries: counts.planned, previous: head })) {
    throw new Flaw(codedText("evidence-counts-differ"));
  }
}
