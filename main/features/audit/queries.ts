/** The chain in the database; these functions run in the store's thread. */
import type { AuditVerdict } from "#contract/audit-words.ts";
import { canonicalJson, chainHash, chainStart } from "../../hash-chain.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../store/db.ts";
import { columnsOf, type Draft, type Link, type LinkColumns } from "./entry.ts";

export interface StoredQuestion {
  readonly connection: string | undefined;
  /** In small letters; empty for none. */
  readonly search: string;
  readonly kind: readonly string[] | undefined;
  readonly outcome: readonly string[] | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly targetKind: string | undefined;
  readonly targetId: string | undefined;
  /** Of this program: its questions without an answer are under way, those of others have none any more. */
  readonly run: string;
}

/** One call: the link that asked, and its answer. Entries are canonical JSON. */
export interface StoredCall {
  readonly seq: number;
  readonly entry: string;
  readonly answer: string | null;
  readonly outcome: string;
}

export interface StoredLink {
  readonly seq: number;
  readonly entry: string;
  readonly hash: string;
}

interface Row extends StoredLink, LinkColumns {}

const columnNames = "type, at, kind, connection, target_kind, target_id, outcome, asked, run, sought".split(", ");
const insertSql = `INSERT INTO audit_entry (seq, ${columnNames.join(", ")}, entry, hash)
  VALUES (?, ${columnNames.map(() => "?").join(", ")}, ?, ?)`;
const outcomeSql = `COALESCE(h.outcome, a.outcome, CASE WHEN h.run = ? THEN 'under-way' ELSE 'unknown' END)`;

/** Appends in order; answers the numbers of the new links. */
function append(db: WriteDb, drafts: readonly Draft[]): number[] {
  return db.transaction(() => {
    let head = lastLink(db)?.hash ?? chainStart;
    // A number is never given twice: where the end was taken away, a gap stays.
    let seq = lastNumber(db);
    return drafts.map((draft) => {
      seq += 1;
      const link: Link = { ...draft, seq };
      const entry = canonicalJson(link);
      head = chainHash(head, entry);
      const columns = columnsOf(link) as unknown as Readonly<Record<string, SqlValue>>;
      db.run(insertSql, seq, ...columnNames.map((name) => columns[name] ?? null), entry, head);
      return seq;
    });
  });
}

function lastLink(db: ReadDb): { readonly seq: number; readonly hash: string } | undefined {
  return db.get("SELECT seq, hash FROM audit_entry ORDER BY seq DESC LIMIT 1");
}

/** The highest number ever given, also when its link is gone. */
function lastNumber(db: ReadDb): number {
  return db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'audit_entry'")?.seq ?? 0;
}

/** Calls before the link `before`, newest first. */
function list(
  db: ReadDb,
  question: StoredQuestion,
  page: { readonly before: number | undefined; readonly limit: number },
): StoredCall[] {
  const { sql, values } = conditions(question);
  return db.all<StoredCall>(
    `SELECT h.seq, h.entry, a.entry AS answer, ${outcomeSql} AS outcome
     FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq
     WHERE h.type IN ('asked', 'call') AND h.seq < ?${sql} ORDER BY h.seq DESC LIMIT ?`,
    question.run,
    page.before ?? Number.MAX_SAFE_INTEGER,
    ...values,
    page.limit,
  );
}

function conditions(question: StoredQuestion): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const { connection, search, kind, outcome, from, until, targetKind, targetId, run } = question;
  const parts: { readonly sql: string; readonly values: readonly SqlValue[] }[] = [
    ...equal("h.connection", connection),
    ...equal("h.target_kind", targetKind),
    ...equal("h.target_id", targetId),
    ...(kind === undefined ? [] : [{ sql: `h.kind IN (${marks(kind)})`, values: kind }]),
    ...(outcome === undefined ? [] : [{ sql: `${outcomeSql} IN (${marks(outcome)})`, values: [run, ...outcome] }]),
    ...(from === undefined ? [] : [{ sql: "h.at >= ?", values: [from] }]),
    ...(until === undefined ? [] : [{ sql: "h.at < ?", values: [until] }]),
    ...(search === ""
      ? []
      : [{ sql: "(instr(h.sought, ?) > 0 OR instr(COALESCE(a.sought, ''), ?) > 0)", values: [search, search] }]),
  ];
  return { sql: parts.map(({ sql }) => ` AND ${sql}`).join(""), values: parts.flatMap(({ values }) => values) };
}

function equal(column: string, value: string | undefined): { readonly sql: string; readonly values: SqlValue[] }[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** Every name that a link bears. */
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

function call(db: ReadDb, seq: number, run: string): StoredCall | undefined {
  return db.get<StoredCall>(
    `SELECT h.seq, h.entry, a.entry AS answer, ${outcomeSql} AS outcome
     FROM audit_entry h LEFT JOIN audit_entry a ON a.asked = h.seq
     WHERE h.seq = ? AND h.type IN ('asked', 'call')`,
    run,
    seq,
  );
}

/** The link of a call, and that of its answer. */
function linksOf(db: ReadDb, seq: number): StoredLink[] {
  return db.all("SELECT seq, entry, hash FROM audit_entry WHERE seq = ? OR asked = ? ORDER BY seq", seq, seq);
}

/** Links after `after` in their order, for an export of all. */
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

/** Checks up to `limit` links after a link that holds; `seq` 0 and the start of the chain to begin. */
function check(db: ReadDb, from: { readonly seq: number; readonly hash: string }, limit: number): Checked {
  const rows = db.all<Row>("SELECT * FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ?", from.seq, limit);
  let { seq, hash } = from;
  for (const [links, row] of rows.entries()) {
    const problem = flawOf(row, { seq, hash });
    if (problem !== undefined) return { links, seq, hash, ended: true, flaw: { problem, at: seq + 1 } };
    ({ seq, hash } = row);
  }
  const stand = { links: rows.length, seq, hash };
  if (rows.length === limit) return { ...stand, ended: false };
  if (lastNumber(db) === seq) return { ...stand, ended: true };
  return { ...stand, ended: true, flaw: { problem: "The end of the audit was taken away.", at: seq + 1 } };
}

function flawOf(row: Row, before: { readonly seq: number; readonly hash: string }): string | undefined {
  if (row.seq !== before.seq + 1) return "An entry was taken away here.";
  if (row.hash !== chainHash(before.hash, row.entry)) {
    return "This entry, or the one before it, was changed, removed, added or moved: the hash does not fit.";
  }
  let link: Link;
  try {
    link = JSON.parse(row.entry) as Link;
    if (canonicalJson(link) !== row.entry || link.seq !== row.seq) return "This entry is not in its own form.";
    const columns = columnsOf(link) as unknown as Readonly<Record<string, SqlValue>>;
    const told = row as unknown as Readonly<Record<string, SqlValue>>;
    const other = columnNames.find((name) => columns[name] !== told[name]);
    return other === undefined ? undefined : `What the database tells beside this entry was changed (${other}).`;
  } catch {
    return "This entry cannot be read.";
  }
}

export const auditQueries = { append, list, connectionNames, call, linksOf, linksAfter, check };
