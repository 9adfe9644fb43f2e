/** Checks an evidence file without a database: every hash, the order, the end, and the counts added up again. */
import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { z } from "zod";
import { outcomeSchema, type Counts } from "#contract/campaign-words.ts";
import { AppError } from "../../../failure.ts";
import { canonicalJson, chainHash, chainStart } from "../../../hash-chain.ts";
import { addOutcome, emptyCounts, evidenceFormat, evidenceVersion, type CountsSoFar } from "./evidence.ts";
import { readError } from "../../../files/file-errors.ts";

export interface EvidenceVerdict {
  readonly valid: boolean;
  /** Recipient lines that hold; all of them when valid. */
  readonly entries: number;
  /** Hash of the last line, to compare with the one noted at export; only when valid. */
  readonly head?: string;
  /** A whole sentence. */
  readonly problem?: string;
  /** Where, counted from 1. */
  readonly line?: number;
  /** What the beginning of the file says of itself; `counts` only when all of it holds. */
  readonly about?: EvidenceAbout;
}

export interface EvidenceAbout {
  readonly campaign: string;
  readonly connection: string;
  readonly exportedAt: string;
  readonly counts?: Counts;
}

const lineSchema = z.strictObject({ entry: z.looseObject({ type: z.string() }), hash: z.string() });
const named = z.looseObject({ name: z.string() });
const headerSchema = z.looseObject({
  format: z.literal(evidenceFormat),
  version: z.literal(evidenceVersion),
  campaign: named,
  connection: named,
  exportedAt: z.string(),
});
const recipientSchema = z.looseObject({ row: z.number().int(), outcome: outcomeSchema });

/** Thrown inside for what is wrong with the file; never leaves this module. */
class Flaw extends Error {}

const longestLine = 16 * 1024 * 1024;

/**
 * Verifies the file. Answers with the first flaw and its line; throws only when the file cannot be read at all
 * (`file-not-found`, `file-unreadable`).
 */
export async function verifyEvidence(file: string): Promise<EvidenceVerdict> {
  const check = createCheck();
  let line = 1;
  try {
    for await (const text of readLines(file)) {
      check.line(text);
      line += 1;
    }
    check.end();
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    return { valid: false, entries: check.entries(), problem: error.message, line, ...check.about() };
  }
  return { valid: true, entries: check.entries(), head: check.head(), ...check.about() };
}

interface Check {
  line(text: string): void;
  end(): void;
  entries(): number;
  head(): string;
  about(): { readonly about?: EvidenceAbout };
}

function createCheck(): Check {
  const counts: CountsSoFar = emptyCounts();
  let head = chainStart;
  let stage: "header" | "recipients" | "ended" = "header";
  let about: EvidenceAbout | undefined;
  const take = (entry: Readonly<Record<string, unknown>>): void => {
    if (stage === "header") {
      about = takeHeader(entry);
      stage = "recipients";
    } else if (entry["type"] === "footer") {
      takeFooter(entry, counts, head);
      stage = "ended";
    } else takeRecipient(entry, counts);
  };
  return {
    line: (text) => {
      if (stage === "ended") throw new Flaw("There is something after the end of the evidence.");
      const { entry, hash } = readLine(text);
      const expected = chainHash(head, canonicalJson(entry));
      if (hash !== expected) {
        throw new Flaw("This line, or the one before it, was changed, removed, added or moved: the hash does not fit.");
      }
      take(entry);
      head = expected;
    },
    end: () => {
      if (stage !== "ended") throw new Flaw("The file ends before the evidence does.");
    },
    entries: () => counts.planned,
    head: () => head,
    about: () => (about === undefined ? {} : { about: stage === "ended" ? { ...about, counts } : about }),
  };
}

function takeHeader(entry: Readonly<Record<string, unknown>>): EvidenceAbout {
  const header = headerSchema.safeParse(entry);
  if (entry["type"] !== "header" || !header.success) {
    throw new Flaw("This is not the beginning of an evidence file that this version of Fleetdesk can read.");
  }
  const { campaign, connection, exportedAt } = header.data;
  return { campaign: campaign.name, connection: connection.name, exportedAt };
}

function takeRecipient(entry: Readonly<Record<string, unknown>>, counts: CountsSoFar): void {
  const recipient = recipientSchema.safeParse(entry);
  if (entry["type"] !== "recipient" || !recipient.success) throw new Flaw("This line is not a recipient.");
  addOutcome(counts, recipient.data.outcome);
}

function takeFooter(entry: Readonly<Record<string, unknown>>, counts: CountsSoFar, head: string): void {
  const told = { counts: entry["counts"], entries: entry["entries"], previous: entry["previous"] };
  if (canonicalJson(told) !== canonicalJson({ counts, entries: counts.planned, previous: head })) {
    throw new Flaw("The counts at the end are not those of the recipients above.");
  }
}

/** A line is accepted only in the one form that it was written in, so that no byte of it can differ. */
function readLine(text: string): { readonly entry: Readonly<Record<string, unknown>>; readonly hash: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Flaw("This line is not JSON.");
  }
  const line = lineSchema.safeParse(json);
  if (!line.success || canonicalJson(json) !== text) {
    throw new Flaw("This line is not in the form that evidence is written in.");
  }
  // Not the checked copy: it leaves out a member that is named `__proto__`, which the hash covers.
  return json as z.output<typeof lineSchema>;
}

/** Lines ended by LF and nothing else; a last line without it is a flaw, as is a byte that is not UTF-8. */
async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      rest += decoder.decode(chunk as Buffer, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (rest.length > longestLine) throw new Flaw("This line is longer than any line of evidence.");
    }
    rest += decoder.decode();
  } catch (error) {
    if (error instanceof Flaw || error instanceof AppError) throw error;
    if (error instanceof TypeError) throw new Flaw("The file holds bytes that are not text.");
    throw readError(error, file);
  }
  if (rest !== "") throw new Flaw("The last line is not complete.");
}
