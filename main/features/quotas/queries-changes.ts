/**
 * Changes of quotas: one row each, with the counts of their endpoint rows; their retention and removal. Plain functions that run in the
 * store thread.
 */
import { codedText, decodeText, encodeText, type CodedText } from "#shared/texts/coded-text.ts";
import { quotaRowStateSchema, type QuotaChangeState, type QuotaCounts } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { quotaOperationSchema, type QuotaKind, type QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { AppError } from "#shared/failure.ts";
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { retentionCutoff } from "../../core/store/retention.ts";
import { keyOf } from "./queries-readings.ts";
import { moveChange as nextState, type ChangeEvent, type ChangeState } from "./transitions.ts";

export interface NewChange {
  readonly connection: number;
  readonly kind: QuotaKind;
  readonly operation: QuotaOperation;
  readonly title: CodedText;
  readonly targets: CodedText;
  readonly confirmZero: boolean;
  readonly confirmPast: boolean;
  /** Sends even where the outcome of an earlier change of the same quota is unknown. */
  readonly allowUnresolved: boolean;
  /** Sends without a review; false by default. */
  readonly startWhenRead?: boolean;
  readonly undoOf?: number;
  readonly now: number;
}

export interface StoredChange extends Omit<QuotaChange, "change" | "connection" | "warnings"> {
  readonly id: number;
  readonly connection: number;
  readonly startWhenRead: boolean;
  readonly rules: Pick<NewChange, "confirmZero" | "confirmPast" | "allowUnresolved"> & {
    /** A quota that only use has reduced does not count as changed elsewhere. */
    readonly acceptUsage: boolean;
  };
}

/** Returns the id. A change that is not `single` is a draft until its rows are stored. */
export function createChange(db: WriteDb, change: NewChange, single = false): number {
  const { connection, kind, operation, title, targets, startWhenRead = false, undoOf, now } = change;
  return db.run(
    `INSERT INTO quota_change (connection, kind, operation, title, whom, state, confirm_zero, confirm_past, allow_unsettled,
       start_when_read, undo_of, single, created_at, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    connection,
    kind,
    JSON.stringify(operation),
    encodeText(title),
    encodeText(targets),
    single ? "running" : "draft",
    Number(change.confirmZero),
    Number(change.confirmPast),
    Number(change.allowUnresolved),
    Number(startWhenRead),
    undoOf ?? null,
    Number(single),
    now,
    single ? now : null,
  ).lastInsertRowid;
}

type Flag = "confirm_zero" | "confirm_past" | "allow_unsettled" | "accept_usage" | "start_when_read" | "single";

interface ChangeRow extends Readonly<Record<"change" | "connection" | "created_at" | Flag, number>> {
  readonly kind: QuotaKind;
  readonly operation: string;
  readonly title: string;
  readonly whom: string;
  /** Not a draft. */
  readonly state: QuotaChangeState;
  readonly code: string | null;
  readonly message: string | null;
  readonly undo_of: number | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}

/** Throws `quota-change-unknown`. */
export function readChange(db: ReadDb, id: number): StoredChange {
  const row = db.get<ChangeRow>("SELECT * FROM quota_change WHERE change = ? AND state <> 'draft'", id);
  if (row === undefined) throw new AppError("quota-change-unknown", codedText("quota-change-missing", { change: id }));
  return stored(db, row);
}

function stored(db: ReadDb, row: ChangeRow): StoredChange {
  return {
    id: row.change,
    connection: row.connection,
    kind: row.kind,
    operation: quotaOperationSchema.parse(JSON.parse(row.operation)),
    title: decodeText(row.title),
    targets: decodeText(row.whom),
    state: row.state,
    code: row.code ?? undefined,
    message: row.message === null ? undefined : decodeText(row.message),
    rules: {
      confirmZero: row.confirm_zero === 1,
      confirmPast: row.confirm_past === 1,
      allowUnresolved: row.allow_unsettled === 1,
      acceptUsage: row.accept_usage === 1,
    },
    startWhenRead: row.start_when_read === 1,
    undoOf: row.undo_of ?? undefined,
    undone: undoneOf(db, row.change),
    single: row.single === 1,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    ...countsOf(db, row.change),
  };
}

/** SQL for the endpoints whose quota was restored by an undo of `change`, unless that undo was itself undone. */
export const restoredEndpointsSql = (
  change: string,
): string => `SELECT r.endpoint FROM quota_change u JOIN quota_row r ON r.change = u.change
  WHERE u.undo_of = ${change} AND u.state <> 'draft' AND r.state IN ('set', 'unchanged') AND (u.change, r.endpoint) NOT IN
    (SELECT v.undo_of, w.endpoint FROM quota_change v JOIN quota_row w ON w.change = v.change
      WHERE v.undo_of IN (SELECT change FROM quota_change WHERE undo_of = ${change}) AND v.state <> 'draft' AND w.state IN ('set', 'unchanged'))`;

const activeStates: ReadonlySet<ChangeState> = new Set(["reading", "reading-interrupted", "running", "interrupted"]);

/** Undefined where no undo was started: drafts, plans and cancelled undos count only if they set a row. */
function undoneOf(db: ReadDb, change: number): QuotaChange["undone"] {
  const last = db.get<{ change: number; state: ChangeState }>(
    `SELECT change, state FROM quota_change u WHERE undo_of = ? AND (state NOT IN ('draft', 'planned', 'cancelled')
      OR EXISTS (SELECT 1 FROM quota_row r WHERE r.change = u.change AND r.state = 'set')) ORDER BY change DESC LIMIT 1`,
    change,
  );
  if (last === undefined) return undefined;
  const back = db.get<{ n: number }>(
    `SELECT count(DISTINCT endpoint) AS n FROM (${restoredEndpointsSql("?")})`,
    change,
    change,
  );
  return { by: last.change, back: back?.n ?? 0, isRunning: activeStates.has(last.state) };
}

function countsOf(db: ReadDb, change: number): Pick<StoredChange, "counts" | "total" | "had" | "toZero"> {
  const counts = Object.fromEntries(quotaRowStateSchema.options.map((state) => [state, 0])) as QuotaCounts;
  let [total, quota, none, toZero] = [0, 0, 0, 0];
  const groups = db.all<{ state: keyof QuotaCounts; had: string | null; zero: number; n: number }>(
    "SELECT state, had, to_zero AS zero, count(*) AS n FROM quota_row WHERE change = ? GROUP BY state, had, to_zero",
    change,
  );
  for (const { state, had, zero, n } of groups) {
    counts[state] += n;
    total += n;
    if (had === "set") quota += n;
    if (had === "none") none += n;
    if (zero === 1 && state !== "cancelled") toZero += n;
  }
  return { counts, total, had: { quota, none }, toZero };
}

export interface ChangeMove {
  readonly change: number;
  readonly event: ChangeEvent;
  readonly code?: string;
  readonly message?: CodedText;
  readonly acceptUsage?: boolean;
  readonly now: number;
}

/** Applies one event of the transition table. Throws `quota-change-state` where the event is not allowed. */
export function moveChange(db: WriteDb, { change, event, code, message, acceptUsage, now }: ChangeMove): StoredChange {
  return db.transaction(() => {
    const row = db.get<{ state: ChangeState }>("SELECT state FROM quota_change WHERE change = ?", change);
    if (row === undefined) return readChange(db, change);
    if (event === "finish" && hasRowsToSend(db, change)) throw new Error(`change ${change} has rows to send`);
    const state = nextState(row.state, event);
    db.run(
      `UPDATE quota_change SET state = ?, code = ?, message = ?, accept_usage = coalesce(?, accept_usage),
         started_at = CASE WHEN ? = 'running' THEN coalesce(started_at, ?) ELSE started_at END,
         ended_at = CASE WHEN ? IN ('finished', 'cancelled') THEN ? ELSE NULL END WHERE change = ?`,
      state,
      code ?? null,
      message === undefined ? null : encodeText(message),
      acceptUsage === undefined ? null : Number(acceptUsage),
      state,
      now,
      state,
      now,
      change,
    );
    if (event === "cancel") {
      // A requeued row that may have been sent keeps its unknown outcome.
      db.run(
        `UPDATE quota_row SET state = CASE WHEN doubt = 1 THEN 'unknown' ELSE 'cancelled' END, doubt = 0, settled_at = ?
          WHERE change = ? AND state IN ('waiting', 'planned', 'unsettled')`,
        now,
        change,
      );
    }
    return readChange(db, change);
  });
}

/** Lets the change proceed although outcomes of earlier changes of the same quotas are unknown. */
export function allowUnresolved(db: WriteDb, change: number): void {
  db.run("UPDATE quota_change SET allow_unsettled = 1 WHERE change = ?", change);
}

export interface ChangesQuery {
  readonly connection: number;
  readonly endpoint: string | undefined;
  readonly active: boolean;
  readonly limit: number;
  readonly before: number | undefined;
}

/** Being read or sent. */
const isRunningSql = "state IN ('reading', 'running')";
const isInterruptedSql = "state IN ('interrupted', 'reading-interrupted')";

/** Newest first; of the active ones, those being read or sent before interrupted ones. */
export function listChanges(db: ReadDb, { connection, endpoint, active, limit, before }: ChangesQuery): StoredChange[] {
  const activeStatesSql = [...activeStates].map((state) => `'${state}'`).join(", ");
  const inState = active ? `state IN (${activeStatesSql})` : "state <> 'draft'";
  const runningFirst = active ? `c.${isInterruptedSql},` : "";
  const upperBound = before ?? Number.MAX_SAFE_INTEGER;
  const rows =
    endpoint === undefined
      ? db.all<ChangeRow>(
          `SELECT * FROM quota_change c WHERE connection = ? AND ${inState} AND change < ? ORDER BY ${runningFirst} change DESC LIMIT ?`,
          connection,
          upperBound,
          limit,
        )
      : db.all<ChangeRow>(
          `SELECT c.* FROM quota_row r JOIN quota_change c ON c.change = r.change
            WHERE r.endpoint = ? AND r.change < ? AND c.connection = ? AND c.${inState}
            ORDER BY ${runningFirst} r.change DESC LIMIT ?`,
          keyOf(endpoint),
          upperBound,
          connection,
          limit,
        );
  return rows.map((row) => stored(db, row));
}

/** Whether a change of a connection is being read or sent. */
export function hasActiveChange(db: ReadDb, connection: number): boolean {
  return (
    db.get(`SELECT 1 FROM quota_change WHERE connection = ? AND ${isRunningSql} LIMIT 1`, connection) !== undefined
  );
}

export interface ChangeOnHold {
  readonly change: number;
  readonly title: CodedText;
  readonly count: number;
}

/**
 * Bulk changes with endpoints on hold that no later change of the same kind includes, newest first. A change that was cancelled for an
 * endpoint does not count as a later one.
 */
export function changesOnHold(db: ReadDb, connection: number): ChangeOnHold[] {
  const sql = `SELECT c.change, c.title, (SELECT count(*) FROM quota_row r WHERE r.change = c.change AND r.state = 'unsettled'
      AND NOT EXISTS (SELECT 1 FROM quota_row l JOIN quota_change k ON k.change = l.change
        WHERE l.endpoint = r.endpoint AND l.change > r.change AND k.connection = c.connection AND k.kind = c.kind
          AND k.state <> 'draft' AND l.state <> 'cancelled')) AS count
    FROM quota_change c WHERE c.connection = ? AND c.single = 0 AND c.state NOT IN ('draft', 'reading', 'cancelled')
    ORDER BY c.change DESC`;
  return db
    .all<{ change: number; title: string; count: number }>(sql, connection)
    .flatMap(({ title, ...row }) => (row.count === 0 ? [] : [{ ...row, title: decodeText(title) }]));
}

/** The clock that dates a request and the one that dates its end may differ by what the clock was set while the program ran. */
const recentChanges = "SELECT change FROM quota_change WHERE ended_at IS NULL OR ended_at > ?1 - 7 * 86400000";

/**
 * Recovers from the end of the former process: rows in flight become unknown, running changes become interrupted,
 * drafts are removed. Returns the ids of the interrupted changes.
 *
 * Times after `now` were stored before the clock was set back, and become `now`: otherwise they would delay the proof of an outcome, and
 * make a later change look like the earlier one.
 */
export function recoverChanges(db: WriteDb, message: CodedText, now: number, uptime: number): readonly number[] {
  return db.transaction(() => {
    for (const { change } of db.all<{ change: number }>("SELECT change FROM quota_change WHERE state = 'draft'")) {
      removeDraft(db, change);
    }
    const lost = { code: "interrupted", message: codedText("interrupted-before-answer"), now, uptime };
    loseRows(db, "SELECT change FROM quota_change", lost);
    // Both conditions select their rows by an index.
    for (const condition of [
      `change IN (${recentChanges})`,
      "state = 'unknown' AND change IN (SELECT change FROM quota_change)",
    ])
      db.run(`UPDATE quota_row SET sent_at = ?1 WHERE sent_at > ?1 AND ${condition}`, now);
    const worked = db.all<RunningChange>(
      "SELECT change, single FROM quota_change WHERE state IN ('reading', 'running')",
    );
    for (const change of worked) leaveRun(db, change, { message, now });
    return worked.map(({ change }) => change);
  });
}

type RunningChange = Pick<ChangeRow, "change" | "single">;

interface LostRows {
  readonly code: string;
  readonly message: CodedText;
  readonly now: number;
  readonly uptime: number;
}

/** Ends a run that could not store an answer: its rows in flight become unknown, with `lost`; the change as after the end of a process. */
export function endRun(
  db: WriteDb,
  change: number,
  reason: Pick<ChangeMove, "code" | "message">,
  lost: LostRows,
): void {
  db.transaction(() => {
    loseRows(db, "?5", lost, change);
    const running = db.get<RunningChange>(
      "SELECT change, single FROM quota_change WHERE change = ? AND state IN ('reading', 'running')",
      change,
    );
    if (running !== undefined) leaveRun(db, running, { ...reason, now: lost.now });
  });
}

function loseRows(
  db: WriteDb,
  changes: string,
  { code, message, now, uptime }: LostRows,
  ...values: readonly number[]
): void {
  // A request may have waited after its row was stored, so the latest possible time of sending is now.
  db.run(
    `UPDATE quota_row SET state = 'unknown', sent_at = ?1, sent_uptime = ?2, code = ?3, message = ?4, settled_at = ?1
       WHERE change IN (${changes}) AND state = 'sending'`,
    now,
    uptime,
    code,
    encodeText(message),
    ...values,
  );
}

/** A change of one endpoint has nothing to resume, unless its row was requeued. */
function leaveRun(db: WriteDb, { change, single }: RunningChange, move: Omit<ChangeMove, "change" | "event">): void {
  const isFinished = single === 1 && !hasRowsToSend(db, change);
  moveChange(db, isFinished ? { change, event: "finish", now: move.now } : { ...move, change, event: "interrupt" });
}

function hasRowsToSend(db: ReadDb, change: number): boolean {
  const sql = "SELECT 1 FROM quota_row WHERE change = ? AND state IN ('waiting', 'planned') LIMIT 1";
  return db.get(sql, change) !== undefined;
}

/** Removes a change whose rows were never complete. */
export function removeDraft(db: WriteDb, change: number): void {
  db.transaction(() => {
    db.run("DELETE FROM quota_row WHERE change = ?", change);
    db.run("DELETE FROM quota_change WHERE change = ? AND state = 'draft'", change);
  });
}

export interface RetentionCutoffs {
  /** Changes that ended before this time are removed, unless they can be undone (epoch milliseconds). */
  readonly after: number;
  /** Changes that can be undone are removed when they ended before this time. */
  readonly undoableAfter: number;
}

/** SQL condition on a row `o`: its outcome is unknown. */
const unconfirmedSql = "o.state IN ('unknown', 'planned', 'sending') AND (o.state <> 'planned' OR o.doubt = 1)";

/**
 * Hides the oldest change past its retention, so that its rows can be removed in batches; returns its id. Excludes
 * changes that have not ended, that have a row with an unknown outcome, or whose rows show that such a row of another
 * change was overtaken. An undo is retained as long as the change it reverts.
 */
export function hideOldChange(db: WriteDb, { after, undoableAfter }: RetentionCutoffs): number | undefined {
  return db.transaction(() => {
    const old = db.get<{ change: number }>(
      `SELECT c.change FROM quota_change c
        WHERE c.state IN ('finished', 'cancelled') AND c.ended_at < ?
          AND (c.undo_of IS NULL OR NOT EXISTS (SELECT 1 FROM quota_change o WHERE o.change = c.undo_of AND o.state <> 'draft'))
          AND NOT EXISTS (SELECT 1 FROM quota_row o WHERE o.change = c.change AND ${unconfirmedSql})
          AND NOT EXISTS (SELECT 1 FROM quota_change u WHERE u.undo_of = c.change AND u.state NOT IN ('finished', 'cancelled'))
          AND (c.ended_at < ? OR NOT EXISTS (SELECT 1 FROM quota_row r WHERE r.change = c.change AND r.state = 'set')
            OR EXISTS (SELECT 1 FROM quota_change u WHERE u.undo_of = c.change) AND NOT EXISTS (SELECT 1 FROM quota_row s
              WHERE s.change = c.change AND s.state = 'set' AND s.endpoint NOT IN (${restoredEndpointsSql("c.change")})))
          AND c.change NOT IN (SELECT r.change FROM quota_change k
            CROSS JOIN quota_row o ON o.change = k.change AND ${unconfirmedSql} CROSS JOIN quota_row r ON r.endpoint = o.endpoint)
        ORDER BY c.change LIMIT 1`,
      after,
      undoableAfter,
    )?.change;
    // Queries exclude drafts; a draft left by a former process is removed at the next start.
    if (old !== undefined) db.run("UPDATE quota_change SET state = 'draft' WHERE change = ?", old);
    return old;
  });
}

/** `hideOldChange` by the settings of the operator; unresolved and unfinished changes have no limit. */
export function hideExpiredChange(db: WriteDb, nowMs: number): number | undefined {
  return hideOldChange(db, {
    after: retentionCutoff(db, "quotaChanges", nowMs),
    undoableAfter: retentionCutoff(db, "undoableQuotaChanges", nowMs),
  });
}

/**
 * Removes up to `limit` rows of a hidden change, and the change with its last row; returns true while rows are left.
 */
export function pruneHiddenChange(db: WriteDb, change: number, limit: number): boolean {
  return db.transaction(() => {
    const { changes } = db.run(
      "DELETE FROM quota_row WHERE change = ? AND row IN (SELECT row FROM quota_row WHERE change = ? LIMIT ?)",
      change,
      change,
      limit,
    );
    if (changes === limit) return true;
    db.run("DELETE FROM quota_change WHERE change = ? AND state = 'draft'", change);
    return false;
  });
}

/** Returns true while rows may be left. */
export function deleteQuotas(db: WriteDb, connection: number, limit: number): boolean {
  return db.transaction(() => {
    const change = db.get<{ change: number }>(
      "SELECT change FROM quota_change WHERE connection = ? LIMIT 1",
      connection,
    );
    if (change !== undefined) {
      const { changes } = db.run(
        "DELETE FROM quota_row WHERE change = ? AND row IN (SELECT row FROM quota_row WHERE change = ? LIMIT ?)",
        change.change,
        change.change,
        limit,
      );
      if (changes < limit) db.run("DELETE FROM quota_change WHERE change = ?", change.change);
      return true;
    }
    db.run("DELETE FROM quota_profile WHERE connection = ?", connection);
    db.run("DELETE FROM quota_subject WHERE connection = ?", connection);
    db.run("DELETE FROM quota_day WHERE connection = ?", connection);
    const history = db.run(
      `DELETE FROM quota_history WHERE connection = ? AND (kind, endpoint, at) IN
        (SELECT kind, endpoint, at FROM quota_history WHERE connection = ? LIMIT ?)`,
      connection,
      connection,
      limit,
    );
    if (history.changes > 0) return true;
    const { changes } = db.run(
      `DELETE FROM quota_reading WHERE connection = ? AND (kind, endpoint) IN
        (SELECT kind, endpoint FROM quota_reading WHERE connection = ? LIMIT ?)`,
      connection,
      connection,
      limit,
    );
    return changes === limit;
  });
}
