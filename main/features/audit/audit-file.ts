/**
 * The file of an exported audit: read from the store page by page, written completely or not at all; verified without a database by every
 * hash of the file, and of the audit's chain wherever two links are consecutive.
 */
import { hasFields } from "#shared/defined-fields.ts";
import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import type { EvidenceVerdict } from "#shared/contract/campaigns/campaigns.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { open } from "node:fs/promises";
import { z } from "zod";
import { createChainWriter, Flaw, readChainFile } from "../../core/files/chain-file.ts";
import { readError } from "../../core/files/file-errors.ts";
import { canonicalJson, chainHash, chainStart } from "../../core/hash-chain.ts";
import { writeFileAtomically } from "../../core/files/atomic-file.ts";
import { type CsvRow, writeCsvFile } from "../../core/files/export-file.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { entryOf, findCalls } from "./read-calls.ts";
import type { AuditStore, StoredLink } from "./queries.ts";
import type { CallPlace, StoredCall, StoredQuestion } from "./stored-question.ts";

const auditFormat = "fleetdesk-audit";
const auditVersion = 1;

const rowsPerPage = 500;

export interface ExportRequest {
  readonly file: string;
  readonly question: StoredQuestion;
  /** The requested filters as plain JSON; empty for all. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly signal: AbortSignal;
}

async function* calls(store: AuditStore, { question, signal }: ExportRequest): AsyncGenerator<readonly StoredCall[]> {
  let before: CallPlace | undefined;
  for (;;) {
    const page = await findCalls(store, question, { before, limit: rowsPerPage, signal });
    if (page.length > 0) yield page;
    if (page.length < rowsPerPage) return;
    before = page.at(-1);
  }
}

/** Newest first. Returns the number of calls. Throws `file-unwritable` or `disk-full`. */
export async function writeAuditCsv(store: AuditStore, request: ExportRequest): Promise<{ readonly rows: number }> {
  const titles = columns.map(([title]) => title);
  return {
    rows: await writeCsvFile(request.file, { titles, pages: csvPages(store, request), signal: request.signal }),
  };
}

async function* csvPages(store: AuditStore, request: ExportRequest): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of calls(store, request)) yield page.map(csvRow);
}

type CsvEntry = AuditEntry & { readonly before?: unknown; readonly after?: unknown };

function csvRow(call: StoredCall): readonly string[] {
  const { before, after } = JSON.parse(call.entry) as CsvEntry;
  const entry: CsvEntry = { ...entryOf(call), before, after };
  return columns.map(([, cell]) => cell(entry) ?? "");
}

const columns: readonly (readonly [title: string, cell: (entry: CsvEntry) => string | undefined])[] = [
  ["time", ({ at }) => iso(at)],
  ["kind", ({ kind }) => kind],
  ["outcome", ({ outcome }) => outcome],
  ["operation", ({ operation }) => operation],
  ["target_kind", ({ target }) => target?.kind],
  ["target_id", ({ target }) => target?.id],
  ["before", ({ before }) => (before === undefined ? undefined : JSON.stringify(before))],
  ["after", ({ after }) => (after === undefined ? undefined : JSON.stringify(after))],
  ["connection", ({ connection }) => connection],
  ["service", ({ service }) => service],
  ["user", ({ actor }) => actor.user],
  ["signed_in_by", ({ actor }) => actor.signIn],
  ["organisation", ({ actor }) => actor.organisation?.name ?? actor.organisation?.id],
  ["system_user", ({ actor }) => actor.system],
  ["method", ({ method }) => method],
  ["path", ({ path }) => path],
  ["answered", ({ answer }) => (answer === undefined ? undefined : iso(answer.at))],
  ["status", ({ answer }) => answer?.status?.toString()],
  ["service_code", ({ answer }) => answer?.serviceCode?.toString()],
  ["code", ({ answer }) => answer?.code],
  ["words", ({ answer }) => answer?.words],
  ["created", ({ answer, resolution }) => answer?.created ?? resolution?.created],
  ["settled", ({ resolution }) => (resolution === undefined ? undefined : iso(resolution.at))],
  ["found_out", ({ resolution }) => resolution?.message],
  ["id", ({ id }) => id],
  ["links", ({ chain }) => chain.join(" ")],
];

function iso(time: number): string {
  return new Date(time).toISOString();
}

/**
 * Writes links in chain order, each hashed into the chain of the file: a header with the requested filters, one line per link, a footer
 * with the number of links. Without filters the file holds the whole chain. Returns the hash of the last line and, for the whole chain, the
 * hash of its last link, which equals the head that a verification of the audit reports.
 */
export async function writeAuditChain(
  store: AuditStore,
  request: ExportRequest,
): Promise<{ readonly rows: number; readonly head: string; readonly chainHead?: string }> {
  const chain = createChainWriter();
  let rows = 0;
  let lastLink: string | undefined;
  async function* pieces(): AsyncGenerator<string> {
    yield chain.line({
      type: "header",
      format: auditFormat,
      version: auditVersion,
      exportedAt: iso(request.at),
      asked: request.query,
    });
    for await (const page of links(store, request)) {
      rows += page.length;
      lastLink = page.at(-1)?.hash ?? lastLink;
      yield page
        .map(({ seq, entry, hash }) => chain.line({ type: "link", seq, hash, link: JSON.parse(entry) as unknown }))
        .join("");
    }
    yield chain.line({ type: "footer", entries: rows, previous: chain.head() });
  }
  await writeFileAtomically(request.file, pieces(), request.signal);
  const isWhole = !hasFields(request.query);
  return { rows, head: chain.head(), chainHead: isWhole && lastLink !== undefined ? lastLink : undefined };
}

async function* links(store: AuditStore, request: ExportRequest): AsyncGenerator<readonly StoredLink[]> {
  if (!hasFields(request.query)) {
    let after = 0;
    for (;;) {
      throwIfStopped(request.signal);
      const page = await store.linksAfter(after, rowsPerPage);
      if (page.length > 0) yield page;
      if (page.length < rowsPerPage) return;
      after = page.at(-1)?.seq ?? after;
    }
  }
  // Links of matching calls and of their answers, newest first. SMS of one link are consecutive.
  let last: number | undefined;
  for await (const page of calls(store, request)) {
    const numbers = [...new Set(page.map(({ seq }) => seq))].filter((seq) => seq !== last);
    last = page.at(-1)?.seq;
    yield (await Promise.all(numbers.map((seq) => store.linksOf(seq)))).flat();
  }
}

// Verification.

type AuditFileVerdict = Omit<EvidenceVerdict, "about"> & {
  /** Hash of the last link in the audit's own chain; only if the file is valid and holds the whole chain. */
  readonly chainHead?: string;
};

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
    if (isWhole && seq !== before.seq + 1) throw new Flaw(codedText("audit-entry-missing"));
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
