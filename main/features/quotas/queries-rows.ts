/** Rows of changes: adding, selecting and updating them. Plain functions that run in the store thread. */
import { definedFields } from "#shared/defined-fields.ts";
import { decodeText, encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import { quotaStateSchema, type QuotaState, type QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaRow, QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import type { AuditDraft } from "../../core/api/caller.ts";
import type { AppendToAudit } from "../../core/journal/queries.ts";
import type { ReadDb, SqlValue, WriteDb } from "../../core/store/db.ts";
import { placeholders } from "../../core/store/sql.ts";
import type { SentMoment } from "../../core/wait.ts";
import { leavesNothing } from "./operations.ts";
import { keyOf, saveReading, type QuotaReadResult } from "./queries-readings.ts";
import { createChange, type NewChange, restoredEndpointsSql } from "./queries-changes.ts";
import { nextRowState, type RowEvent } from "./transitions.ts";

/** The fields of a row that a run needs. */
export interface WorkRow extends Omit<QuotaRow, "name" | "readAt" | "resolvedAt" | "code" | "message"> {
  /** For an undo: the quota to restore, and the quota expected now. */
  readonly target: QuotaState | undefined;
  readonly expected: QuotaState | undefined;
  /** The row was requeued although its answer was lost. */
  readonly isUnconfirmed: boolean;
  readonly sentAt: number | undefined;
  readonly sentUptime: number | undefined;
}

export function addRows(db: WriteDb, change: number, from: number, endpoints: readonly string[]): void {
  db.transaction(() => {
    for (const [index, endpoint] of endpoints.entries()) {
      db.run(
        "INSERT INTO quota_row (change, row, endpoint, state) VALUES (?, ?, ?, 'waiting')",
        change,
        from + index,
        keyOf(endpoint),
      );
    }
  });
}

/**
 * Adds a row for each row that the change `of` set and no undo has restored, with the earlier quota as target. Returns
 * the number of rows.
 */
export function addUndoRows(db: WriteDb, change: number, of: number): number {
  return db.run(
    `INSERT INTO quota_row (change, row, endpoint, state, target, expected)
      SELECT ?, row_number() OVER (ORDER BY row), endpoint, 'waiting', before, after FROM quota_row
      WHERE change = ? AND state = 'set' AND before IS NOT NULL AND endpoint NOT IN (${restoredEndpointsSql("?")})`,
    change,
    of,
    of,
    of,
  ).changes;
}

export interface RowMove {
  readonly row: number;
  readonly event: RowEvent;
  /** Keys that are present replace the stored values; `undefined` clears them. */
  readonly before?: QuotaState;
  readonly after?: QuotaState;
  readonly readAt?: number;
  readonly sentAt?: number;
  readonly sentUptime?: number;
  readonly isUnconfirmed?: boolean;
  /** Cleared unless present. */
  readonly current?: QuotaState;
  readonly code?: string;
  readonly message?: CodedText;
  readonly resolvedAt?: number;
}

export interface RowStep {
  readonly connection: number;
  readonly change: number;
  /** Missing where only links are stored. */
  readonly move?: RowMove;
  readonly reading?: QuotaReadResult;
  /** Links of the audit that report the step. */
  readonly links?: readonly AuditDraft[];
}

export interface SingleRow extends SentMoment {
  readonly endpoint: string;
  readonly before: QuotaState;
  readonly after: QuotaState;
}

/** The moves of rows. A link of the audit is stored in the transaction of what it reports, so that neither is ever stored alone. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- `QuotaQueries` derives the client's type from it
export function createRowMoves(appendToAudit: AppendToAudit) {
  return {
    /**
     * Applies one event to each row and saves the reading it is based on, in one transaction. Returns for each step the number of its last
     * link (0 without links), or undefined where the state of the row has changed in between, so that the row stays as it is.
     */
    moveRows: (db: WriteDb, steps: readonly RowStep[]): readonly (number | undefined)[] =>
      db.transaction(() =>
        steps.map(({ connection, change, move, reading, links = [] }) => {
          if (reading !== undefined) saveReading(db, connection, reading);
          if (move !== undefined && !moveRow(db, change, move)) return undefined;
          return appendToAudit(db, links).at(-1) ?? 0;
        }),
      ),

    /** Creates a change of one endpoint with its row in state `sending`, and the link of the request that is about to be sent. */
    beginSingle: (
      db: WriteDb,
      change: NewChange,
      { endpoint, before, after, sentAt, sentUptime }: SingleRow,
      request: AuditDraft,
    ): { readonly change: number; readonly link: number } =>
      db.transaction(() => {
        const id = createChange(db, change, true);
        db.run(
          `INSERT INTO quota_row (change, row, endpoint, state, had, to_zero, before, after, read_at, sent_at, sent_uptime)
            VALUES (?, 1, ?, 'sending', ?, ?, ?, ?, ?, ?, ?)`,
          id,
          keyOf(endpoint),
          before.state,
          Number(leavesNothing(before, after)),
          JSON.stringify(before),
          JSON.stringify(after),
          change.now,
          sentAt,
          sentUptime,
        );
        const [link = 0] = appendToAudit(db, [{ ...request, work: workOfRow(id, 1) }]);
        return { change: id, link };
      }),
  };
}

/** Audit reference of a row. Every attempt has the same reference; a resolution applies to the last attempt. */
export function workOfRow(change: number, row: number): string {
  return `quota ${change}.${row}`;
}

function moveRow(db: WriteDb, change: number, move: RowMove): boolean {
  const stored = db.get<{ state: QuotaRowState; before: string | null; after: string | null }>(
    "SELECT state, before, after FROM quota_row WHERE change = ? AND row = ?",
    change,
    move.row,
  );
  const state = stored === undefined ? undefined : nextRowState(stored.state, move.event);
  if (stored === undefined || state === undefined) return false;
  const before = "before" in move ? move.before : decodeQuotaState(stored.before);
  const after = "after" in move ? move.after : decodeQuotaState(stored.after);
  db.run(
    `UPDATE quota_row SET state = ?, had = ?, to_zero = ?, before = ?, after = ?, current = ?, code = ?, message = ?,
       settled_at = ?, doubt = ?, read_at = coalesce(?, read_at), sent_at = coalesce(?, sent_at),
       sent_uptime = coalesce(?, sent_uptime) WHERE change = ? AND row = ?`,
    state,
    before?.state ?? null,
    Number(after !== undefined && leavesNothing(before, after)),
    textOf(before),
    textOf(after),
    textOf(move.current),
    move.code ?? null,
    move.message === undefined ? null : encodeText(move.message),
    move.resolvedAt ?? null,
    Number(move.isUnconfirmed ?? false),
    move.readAt ?? null,
    move.sentAt ?? null,
    move.sentUptime ?? null,
    change,
    move.row,
  );
  return true;
}

/** The columns of a `StoredRow`, from the table or alias `of`. */
function workColumns(of: string): string {
  const columns = [
    "row",
    "endpoint",
    "state",
    "before",
    "after",
    "current",
    "target",
    "expected",
    "doubt",
    "sent_at",
    "sent_uptime",
  ];
  return columns.map((column) => `${of}.${column}`).join(", ");
}

interface StoredRow {
  readonly row: number;
  readonly endpoint: string | number;
  readonly state: QuotaRowState;
  readonly before: string | null;
  readonly after: string | null;
  readonly current: string | null;
  readonly target: string | null;
  readonly expected: string | null;
  readonly doubt: number;
  readonly sent_at: number | null;
  readonly sent_uptime: number | null;
}

/** Rows in one state with a number above `after`. */
export function rowsToWork(
  db: ReadDb,
  change: number,
  state: QuotaRowState,
  after: number,
  limit: number,
): readonly WorkRow[] {
  return db
    .all<StoredRow>(
      `SELECT ${workColumns("r")} FROM quota_row r WHERE change = ? AND state = ? AND row > ? ORDER BY row LIMIT ?`,
      change,
      state,
      after,
      limit,
    )
    .map(storedWorkRow);
}

function storedWorkRow(row: StoredRow): WorkRow {
  return {
    row: row.row,
    endpoint: String(row.endpoint),
    state: row.state,
    before: decodeQuotaState(row.before),
    after: decodeQuotaState(row.after),
    current: decodeQuotaState(row.current),
    target: decodeQuotaState(row.target),
    expected: decodeQuotaState(row.expected),
    isUnconfirmed: row.doubt === 1,
    sentAt: row.sent_at ?? undefined,
    sentUptime: row.sent_uptime ?? undefined,
  };
}

export interface RowsQuery {
  readonly change: number;
  readonly states: readonly QuotaRowState[] | undefined;
  readonly had: "quota" | "none" | undefined;
  readonly limit: number;
  readonly after: number;
}

/** Rows in the form of the contract, without endpoint names. */
export function listRows(db: ReadDb, { change, states, had, limit, after }: RowsQuery): readonly QuotaRow[] {
  const conditions = ["change = ?", "row > ?"];
  const values: SqlValue[] = [change, after];
  if (states !== undefined) {
    conditions.push(`state IN (${placeholders(states) || "NULL"})`);
    values.push(...states);
  }
  if (had !== undefined) {
    conditions.push("had = ?");
    values.push(had === "quota" ? "set" : "none");
  }
  return db
    .all<
      StoredRow & { read_at: number | null; settled_at: number | null; code: string | null; message: string | null }
    >(`SELECT * FROM quota_row WHERE ${conditions.join(" AND ")} ORDER BY row LIMIT ?`, ...values, limit)
    .map((row) => {
      const {
        target: _target,
        expected: _expected,
        isUnconfirmed: _unconfirmed,
        sentAt: _sent,
        sentUptime: _uptime,
        ...fields
      } = storedWorkRow(row);
      return definedFields<QuotaRow>({
        ...fields,
        readAt: row.read_at ?? undefined,
        code: row.code ?? undefined,
        message: row.message === null ? undefined : decodeText(row.message),
        resolvedAt: row.settled_at ?? undefined,
      });
    });
}

function decodeQuotaState(text: string | null): QuotaState | undefined {
  return text === null ? undefined : quotaStateSchema.parse(JSON.parse(text));
}

function textOf(quotaState: QuotaState | undefined): string | null {
  return quotaState === undefined ? null : JSON.stringify(quotaState);
}

export interface UnconfirmedRow extends WorkRow {
  readonly change: number;
  readonly title: CodedText;
  readonly code: string | undefined;
  /** A later change of the same quota was sent, so later readings prove nothing about this row. */
  readonly overtaken: boolean;
}

/** Rows of one quota, oldest first: those whose answer was lost, and those requeued since. */
export function unconfirmedRows(
  db: ReadDb,
  connection: number,
  kind: QuotaKind,
  endpoint: string,
): readonly UnconfirmedRow[] {
  return db
    .all<
      StoredRow & {
        readonly change: number;
        readonly title: string;
        readonly code: string | null;
        readonly overtaken: number;
      }
    >(
      `SELECT r.change, c.title, r.code, ${workColumns("r")}, EXISTS (
          SELECT 1 FROM quota_row l JOIN quota_change k ON k.change = l.change
          WHERE l.endpoint = r.endpoint AND k.connection = c.connection AND k.kind = c.kind
            AND (l.state IN ('sending', 'set', 'unknown', 'moved') OR l.doubt = 1)
            AND (l.sent_at > r.sent_at OR (l.sent_at = r.sent_at AND (l.change, l.row) > (r.change, r.row)))
        ) AS overtaken
        FROM quota_row r JOIN quota_change c ON c.change = r.change
        WHERE r.endpoint = ? AND (r.state = 'unknown' OR (r.state = 'planned' AND r.doubt = 1))
          AND c.connection = ? AND c.kind = ? ORDER BY r.change, r.row`,
      keyOf(endpoint),
      connection,
      kind,
    )
    .map((row) => ({
      ...storedWorkRow(row),
      change: row.change,
      title: decodeText(row.title),
      code: row.code ?? undefined,
      overtaken: row.overtaken === 1,
    }));
}
