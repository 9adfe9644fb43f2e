/** The hash chain in the database; these functions run in the store's thread. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { AuditVerdict } from "#shared/contract/audit/audit-schemas.ts";
import { canonicalJson, chainHash, chainStart } from "../../core/hash-chain.ts";
import type { ReadDb, StoreClient, WriteDb } from "../../core/store/db.ts";
import { placeholders } from "../../core/store/sql.ts";
import {
  type AnsweredDraft,
  type Draft,
  type DraftInput,
  type Link,
  type LinkColumns,
  type RequestDraft,
  type ResolutionDraft,
  type UnmatchedResolution,
  columnsOf,
  createdTargetOf,
} from "./entry.ts";
import {
  type CallPlace,
  type StoredCall,
  type StoredQuestion,
  callsSql,
  conditionsOf,
  findMessages,
} from "./stored-question.ts";

export interface StoredLink {
  readonly seq: number;
  readonly entry: string;
  readonly hash: string;
}

interface Row extends StoredLink, LinkColumns {}

const columnNames = [
  "type",
  "at",
  "until_at",
  "kind",
  "connection",
  "target_kind",
  "target_id",
  "outcome",
  "asked",
  "settles",
  "work",
  "run",
  "sought",
] as const satisfies readonly (keyof LinkColumns)[];
const insertSql = `INSERT INTO audit_entry (seq, ${columnNames.join(", ")}, entry, hash)
  VALUES (?, ${placeholders(columnNames)}, ?, ?)`;

/** Appends in order; returns the sequence numbers of the new links, 0 for a resolution that matched no open call. */
function append(db: WriteDb, drafts: readonly DraftInput[]): number[] {
  return db.transaction(() => {
    let head = lastLink(db)?.hash ?? chainStart;
    // A sequence number is never reused: if links at the end were deleted, a gap remains.
    let seq = lastNumber(db);
    return drafts.map((one) => {
      const draft: Draft | undefined = one.type === "settling" ? matchResolution(db, one) : one;
      if (draft === undefined) return 0;
      seq += 1;
      const link: Link = { ...draft, seq };
      const entry = canonicalJson(link);
      head = chainHash(head, entry);
      const columns = columnsOf(link);
      db.run(insertSql, seq, ...columnNames.map((name) => columns[name]), entry, head);
      return seq;
    });
  });
}

function lastLink(db: ReadDb): { readonly seq: number; readonly hash: string } | undefined {
  return db.get("SELECT seq, hash FROM audit_entry ORDER BY seq DESC LIMIT 1");
}

/** The highest sequence number ever used, also when its link was deleted. */
function lastNumber(db: ReadDb): number {
  return db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'audit_entry'")?.seq ?? 0;
}

interface CallPage {
  readonly items: readonly StoredCall[];
  /** Where the next step continues; undefined when there is nothing left to read. */
  readonly next: CallPlace | undefined;
}

/** Links read per step, so that other queries of the store's thread run in between. */
const linksPerStep = 200;

interface HeadRow {
  readonly seq: number;
  readonly type: string;
  readonly entry: string;
  readonly answer: string | null;
  readonly resolution: string | null;
  readonly outcome: string;
  readonly chain: string;
}

/** Calls before a place, newest first; may return fewer than `limit` together with a place to continue from. */
function list(
  db: ReadDb,
  question: StoredQuestion,
  page: { readonly before: CallPlace | undefined; readonly limit: number },
): CallPage {
  const { sql, values } = conditionsOf(question);
  const { before } = page;
  // The link of the place may hold more SMS before it.
  const top = before === undefined ? Number.MAX_SAFE_INTEGER : before.seq + (before.index > 0 ? 1 : 0);
  const rows = db.all<HeadRow>(
    `${callsSql} AND h.seq < ?${sql} ORDER BY h.seq DESC LIMIT ?`,
    question.run,
    top,
    ...values,
    linksPerStep,
  );
  const items: StoredCall[] = [];
  for (const { type, ...row } of rows) {
    const end = row.seq === before?.seq ? before.index : undefined;
    const matches = type === "messages" ? findMessages(row, question, end) : [{ ...row, index: 0 }];
    items.push(...matches);
    if (items.length < page.limit) continue;
    const pageItems = items.slice(0, page.limit);
    const last = pageItems.at(-1);
    return { items: pageItems, next: last === undefined ? undefined : { seq: last.seq, index: last.index } };
  }
  const last = rows.length < linksPerStep ? undefined : rows.at(-1);
  return { items, next: last === undefined ? undefined : { seq: last.seq, index: 0 } };
}

/** Every connection name that occurs in a link. */
function connectionNames(db: ReadDb): string[] {
  return db
    .all<{ name: string | null }>(
      `WITH RECURSIVE names(name) AS (
         SELECT min(connection) FROM audit_entry
         UNION ALL
         SELECT (SELECT min(connection) FROM audit_entry WHERE connection > name) FROM names WHERE name IS NOT NULL
       ) SELECT name FROM names WHERE name IS NOT NULL`,
    )
    .flatMap(({ name }) => (name === null ? [] : [name]));
}

function call(db: ReadDb, { seq, index }: CallPlace, run: string): StoredCall | undefined {
  const headRow = db.get<HeadRow>(`${callsSql} AND h.seq = ?`, run, seq);
  if (headRow === undefined) return undefined;
  const { type, ...row } = headRow;
  if (type === "messages") return findMessages(row, undefined, undefined).find((one) => one.index === index);
  return index === 0 ? { ...row, index } : undefined;
}

/** The link of a call, of its answer, and of its resolution. */
function linksOf(db: ReadDb, seq: number): StoredLink[] {
  const sql = "SELECT seq, entry, hash FROM audit_entry WHERE seq = ? OR asked = ? OR settles = ? ORDER BY seq";
  return db.all(sql, seq, seq, seq);
}

/** Links after `after` in chain order, for a complete export. */
function linksAfter(db: ReadDb, after: number, limit: number): StoredLink[] {
  return db.all("SELECT seq, entry, hash FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ?", after, limit);
}

export interface Checked {
  readonly links: number;
  readonly seq: number;
  readonly hash: string;
  readonly ended: boolean;
  readonly flaw?: Pick<AuditVerdict, "problem" | "at">;
}

/** Verifies up to `limit` links after a verified one; start with `seq` 0 and the start hash of the chain. */
function check(db: ReadDb, from: { readonly seq: number; readonly hash: string }, limit: number): Checked {
  const rows = db.all<Row>("SELECT * FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ?", from.seq, limit);
  let { seq, hash } = from;
  for (const [links, row] of rows.entries()) {
    const problem = flawOf(row, { seq, hash });
    if (problem !== undefined) return { links, seq, hash, ended: true, flaw: { problem, at: seq + 1 } };
    ({ seq, hash } = row);
  }
  const progress = { links: rows.length, seq, hash };
  if (rows.length === limit) return { ...progress, ended: false };
  if (lastNumber(db) === seq) return { ...progress, ended: true };
  return { ...progress, ended: true, flaw: { problem: codedText("audit-end-missing"), at: seq + 1 } };
}

function flawOf(row: Row, before: { readonly seq: number; readonly hash: string }): CodedText | undefined {
  if (row.seq !== before.seq + 1) return codedText("audit-entry-missing");
  if (row.hash !== chainHash(before.hash, row.entry)) {
    return codedText("audit-hash-mismatch");
  }
  let link: Link;
  try {
    link = JSON.parse(row.entry) as Link;
    if (canonicalJson(link) !== row.entry || link.seq !== row.seq) return codedText("audit-entry-not-canonical");
    const columns = columnsOf(link);
    const other = columnNames.find((name) => columns[name] !== row[name]);
    return other === undefined ? undefined : codedText("audit-columns-changed", { column: other });
  } catch {
    return codedText("audit-entry-unreadable");
  }
}

export const auditQueries = { append, list, connectionNames, call, linksOf, linksAfter, check };

interface RequestRow {
  readonly seq: number;
  readonly entry: string;
  readonly answer: string | null;
  readonly resolutionSeq: number | null;
}

/** Undefined where the audit has no such call, or its outcome is known already. */
function matchResolution(
  db: ReadDb,
  { work, created, ...resolution }: UnmatchedResolution,
): ResolutionDraft | undefined {
  const row = db.get<RequestRow>(
    `SELECT h.seq, h.entry, a.entry AS answer, s.seq AS resolutionSeq
     FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq LEFT JOIN audit_entry s ON s.settles = h.seq
     WHERE h.work = ? ORDER BY h.seq DESC LIMIT 1`,
    work,
  );
  if (row === undefined || row.resolutionSeq !== null) return undefined;
  const { answer, outcome = "unknown" } = row.answer === null ? {} : (JSON.parse(row.answer) as Partial<AnsweredDraft>);
  const isNewId = outcome === "done" && created !== undefined && answer?.created === undefined;
  if (outcome !== "unknown" && !isNewId) return undefined;
  const { kind, ...request } = JSON.parse(row.entry) as RequestDraft;
  const target = request.target === undefined ? createdTargetOf(request, created) : undefined;
  return {
    ...resolution,
    type: "settled",
    settles: row.seq,
    kind,
    created,
    target,
  };
}

export type AuditStore = StoreClient<typeof auditQueries>;
