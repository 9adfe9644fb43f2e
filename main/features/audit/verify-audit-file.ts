/** Checks an exported audit without a database: every hash of the file, and of the chain wherever two links follow each other. */
import { z } from "zod";
import { Flaw, readSealed } from "../../files/chain-file.ts";
import { canonicalJson, chainHash, chainStart } from "../../hash-chain.ts";
import { auditFormat, auditVersion } from "./export-audit.ts";

export interface AuditFileVerdict {
  readonly valid: boolean;
  /** Links that hold. */
  readonly entries: number;
  /** Hash of the last line; only when valid. */
  readonly head?: string;
  readonly problem?: string;
  /** Counted from 1. */
  readonly line?: number;
}

const headerSchema = z.looseObject({
  type: z.literal("header"),
  format: z.literal(auditFormat),
  version: z.literal(auditVersion),
});
const linkSchema = z.looseObject({
  type: z.literal("link"),
  seq: z.number().int(),
  hash: z.string(),
  link: z.looseObject({ seq: z.number().int() }),
});

/** Answers with the first flaw and its line; throws only when the file cannot be read at all (`file-not-found`, `file-unreadable`). */
export async function verifyAuditFile(file: string): Promise<AuditFileVerdict> {
  let stage: "header" | "links" | "ended" = "header";
  let entries = 0;
  let before = { seq: 0, hash: chainStart };
  const takeLink = (entry: Readonly<Record<string, unknown>>): void => {
    const link = linkSchema.safeParse(entry);
    if (!link.success || link.data.link.seq !== link.data.seq) throw new Flaw("This line is not an entry of an audit.");
    const { seq, hash } = link.data;
    if (seq === before.seq + 1 && hash !== chainHash(before.hash, canonicalJson(entry["link"]))) {
      throw new Flaw("This entry does not follow on the one before it: one of them was changed before the export.");
    }
    before = { seq, hash };
    entries += 1;
  };
  const take = (entry: Readonly<Record<string, unknown>>, previous: string): void => {
    if (stage === "ended") throw new Flaw("There is something after the end of the audit.");
    if (stage === "header") {
      if (!headerSchema.safeParse(entry).success) {
        throw new Flaw("This is not the beginning of an audit that this version of Fleetdesk can read.");
      }
      stage = "links";
    } else if (entry["type"] === "footer") {
      if (entry["entries"] !== entries || entry["previous"] !== previous) {
        throw new Flaw("The number at the end is not that of the entries above.");
      }
      stage = "ended";
    } else takeLink(entry);
  };
  const end = (): void => {
    if (stage !== "ended") throw new Flaw("The file ends before the audit does.");
  };
  const { problem, line, head } = await readSealed(file, take, end);
  return problem === undefined ? { valid: true, entries, head } : { valid: false, entries, problem, line };
}
