/**
 * Sealed evidence of a campaign: a text file of JSON lines, each `{"entry":…,"hash":…}` in canonical form, whose hash
 * covers the entry and the hash before it. First a header, then one line per recipient, last a footer with the counts
 * and the head, which is the hash of the line before it.
 *
 * The chain shows any change to a part of the file. It is not a signature: whoever can write all of it anew can forge
 * all of it, unless the head was noted elsewhere when it was exported.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Counts, RecipientOutcome } from "#contract/campaign-schemas.ts";
import { AppError } from "../../../failure.ts";
import { writeFileAtomically } from "../../../files/atomic-file.ts";
import { createChainWriter } from "../../../files/chain-file.ts";
import { canonicalJson } from "../../../hash-chain.ts";

export const evidenceFormat = "fleetdesk-campaign-evidence";
/** 2: messages are codes with parameters; they were sentences in 1. */
export const evidenceVersion = 2;

/** Facts about the campaign as plain JSON; no secret. `campaign`, `connection` and `plan` are the caller's to shape. */
export interface EvidenceHeader {
  readonly campaign: Readonly<Record<string, unknown>>;
  readonly connection: Readonly<Record<string, unknown>>;
  readonly plan: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly exportedAt: string;
}

/** One recipient with its whole history; further members are kept as they are. */
export interface EvidenceRecipient {
  readonly row: number;
  readonly outcome: RecipientOutcome;
  readonly [field: string]: unknown;
}

export interface EvidenceSource {
  readonly header: EvidenceHeader;
  /** In row order, in batches. */
  readonly recipients: AsyncIterable<readonly EvidenceRecipient[]>;
  /** The ledger's own counts; the file is refused when its lines do not add up to them. */
  readonly counts: Counts;
}

export interface EvidenceSummary {
  /** Recipient lines. */
  readonly entries: number;
  /** Hash of the last line: the one to note down. */
  readonly head: string;
}

/**
 * Writes the evidence file, whole or not at all. Throws `file-unwritable`, `disk-full`, or `evidence-inconsistent` when
 * the recipients do not add up to the counts.
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

/** Counts as they are added up from lines. */
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
