/** Verifies an exported audit without a database: every hash of the file, and of the audit's chain wherever two links are consecutive. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { open } from "node:fs/promises";
import { z } from "zod";
import { readError } from "../../core/files/file-errors.ts";
import { Flaw, readChainFile } from "../../core/files/chain-file.ts";
import { canonicalJson, chainHash, chainStart } from "../../core/hash-chain.ts";
import { auditFormat, auditVersion } from "./export-audit.ts";

export interface AuditFileVerdict {
  readonly valid: boolean;
  /** Number of valid links. */
  readonly entries: number;
  /** Hash of the last line; only if the file is valid. */
  readonly head?: string;
  /** Hash of the last link in the audit's own chain; only if the file is valid and holds the whole chain. */
  readonly chainHead?: string;
  readonly problem?: CodedText;
  /** Counted from 1. */
  readonly line?: number;
}

const headerSchema = z.looseObject({
  type: z.literal("header"),
  format: z.literal(auditFormat),
  version: z.literal(auditVersion),
  asked: z.record(z.string(), z.unknown()).optional(),
});
const linkSchema = z.looseObject({
  type: z.literal("link"),
  seq: z.number().int(),
  hash: z.string(),
  link: z.looseObject({ seq: z.number().int() }),
});

/** Returns the first error with its line; throws only if the file cannot be read (`file-not-found`, `file-unreadable`). */
export async function verifyAuditFile(file: string): Promise<AuditFileVerdict> {
  let stage: "header" | "links" | "ended" = "header";
  let entries = 0;
  let before = { seq: 0, hash: chainStart };
  let isWhole = false;
  const takeLink = (entry: Readonly<Record<string, unknown>>): void => {
    const link = linkSchema.safeParse(entry);
    if (!link.success || link.data.link.seq !== link.data.seq) throw new Flaw(codedText("audit-line-invalid"));
    const { seq, hash } = link.data;
    if (seq === before.seq + 1 && hash !== chainHash(before.hash, canonicalJson(entry["link"]))) {
      throw new Flaw(codedText("audit-entry-out-of-chain"));
    }
    before = { seq, hash };
    entries += 1;
  };
  const take = (entry: Readonly<Record<string, unknown>>, previous: string): void => {
    if (stage === "ended") throw new Flaw(codedText("audit-trailing-data"));
    if (stage === "header") {
      const header = headerSchema.safeParse(entry);
      if (!header.success) {
        throw new Flaw(codedText("audit-header-unreadable"));
      }
      isWhole = Object.keys(header.data.asked ?? {}).length === 0;
      stage = "links";
    } else if (entry["type"] === "footer") {
      if (entry["entries"] !== entries || entry["previous"] !== previous) {
        throw new Flaw(codedText("audit-count-mismatch"));
      }
      stage = "ended";
    } else takeLink(entry);
  };
  const end = (): void => {
    if (stage !== "ended") throw new Flaw(codedText("audit-file-truncated"));
  };
  const { problem, line, head } = await readChainFile(file, take, end);
  if (problem !== undefined) return { valid: false, entries, problem, line };
  return { valid: true, entries, head, chainHead: isWhole && entries > 0 ? before.hash : undefined };
}

const headBytes = 65_536;

/** Whether the file was written as an audit export, also when its first line is damaged. Throws as `verifyAuditFile` does. */
export async function isAuditFile(file: string): Promise<boolean> {
  try {
    await using handle = await open(file);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const text = buffer.toString("utf8", 0, bytesRead);
    return text.includes(auditFormat) || text.includes('"type":"link"');
  } catch (error) {
    throw readError(error, file);
  }
}
