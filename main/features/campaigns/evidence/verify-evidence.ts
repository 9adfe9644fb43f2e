/** Verifies an evidence file without a database: every hash, the order of lines, the end, and the recounted totals. */
import { z } from "zod";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { outcomeSchema, type Counts } from "#shared/contract/campaigns/campaign-schemas.ts";
import { Flaw, readChainFile } from "../../../core/files/chain-file.ts";
import { canonicalJson } from "../../../core/hash-chain.ts";
import { addOutcome, emptyCounts, evidenceFormat, evidenceVersion, type CountsSoFar } from "./evidence.ts";

export interface EvidenceVerdict {
  readonly valid: boolean;
  /** Number of valid recipient lines; all of them when `valid`. */
  readonly entries: number;
  /** Hash of the last line, to compare with the one noted at export; only when `valid`. */
  readonly head?: string;
  /** A complete sentence. */
  readonly problem?: string;
  /** Line of the problem, counted from 1. */
  readonly line?: number;
  /** Facts from the header; `counts` only once the footer was verified. */
  readonly about?: EvidenceAbout;
}

export interface EvidenceAbout {
  readonly campaign: string;
  readonly connection: string;
  readonly exportedAt: string;
  readonly counts?: Counts;
}

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
      if (stage === "ended") throw flaw("evidence-continues");
      if (stage === "header") {
        about = takeHeader(entry);
        stage = "recipients";
      } else if (entry["type"] === "footer") {
        takeFooter(entry, counts, previous);
        stage = "ended";
      } else takeRecipient(entry, counts);
    },
    end: () => {
      if (stage !== "ended") throw flaw("evidence-incomplete");
    },
    entries: () => counts.planned,
    about: () => (about === undefined ? {} : { about: stage === "ended" ? { ...about, counts } : about }),
  };
}

function takeHeader(entry: Readonly<Record<string, unknown>>): EvidenceAbout {
  const header = headerSchema.safeParse(entry);
  if (entry["type"] !== "header" || !header.success) {
    throw flaw("evidence-header-invalid");
  }
  const { campaign, connection, exportedAt } = header.data;
  return { campaign: campaign.name, connection: connection.name, exportedAt };
}

function takeRecipient(entry: Readonly<Record<string, unknown>>, counts: CountsSoFar): void {
  const recipient = recipientSchema.safeParse(entry);
  if (entry["type"] !== "recipient" || !recipient.success) throw flaw("evidence-recipient-invalid");
  addOutcome(counts, recipient.data.outcome);
}

function takeFooter(entry: Readonly<Record<string, unknown>>, counts: CountsSoFar, head: string): void {
  const footer = { counts: entry["counts"], entries: entry["entries"], previous: entry["previous"] };
  if (canonicalJson(footer) !== canonicalJson({ counts, entries: counts.planned, previous: head })) {
    throw flaw("evidence-counts-differ");
  }
}

type FlawCode =
  | "evidence-continues"
  | "evidence-incomplete"
  | `evidence-${"header" | "recipient"}-invalid`
  | "evidence-counts-differ";

function flaw(code: FlawCode): Flaw {
  return new Flaw(formatText(codedText(code)));
}
