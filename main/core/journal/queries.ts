/**
 * The journal's table; these functions run in the store thread.
 *
 * Invariant: a link of the audit is stored in the transaction of what it reports, so that neither is ever stored alone.
 */
import { type CodedText, decodeText, encodeText } from "#shared/texts/coded-text.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { AuditDraft } from "../api/caller.ts";
import type { ReadDb, SqlValue, WriteDb } from "../store/db.ts";
import { placeholders } from "../store/sql.ts";
import type { Change, ChangeState, NewChange } from "./change.ts";

/** Number of finished changes retained per connection and kind, in addition to those that are still needed. */
const retained = 100;

interface Row {
  readonly change: number;
  readonly resource: string;
  readonly action: string;
  readonly state: ChangeState;
  readonly at: number;
  readonly ended: number | null;
  readonly resolved: number | null;
  readonly subject: string | null;
  readonly name: string | null;
  readonly request: string;
  readonly before: string | null;
  readonly previous_ids: string | null;
  readonly undo_of: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly work: string | null;
}

export interface ChangeEnding {
  readonly state: Exclude<ChangeState, "sending">;
  readonly at: number;
  readonly subject?: string;
  readonly code?: string;
  readonly message?: CodedText;
}

/** Appends to the chain of the audit, in the transaction of the caller; returns the numbers of the links, 0 for one without new information. */
export type AppendToAudit = (db: WriteDb, links: readonly AuditDraft[]) => readonly number[];

export type JournalQueries = ReturnType<typeof createJournalQueries>;

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- `JournalQueries` derives the client's type from it
export function createJournalQueries(appendToAudit: AppendToAudit) {
  return {
    /** Stores a change with the audit's link of its request, before the request is sent; or, as `applied`, a state that an operator recorded. */
    begin(
      db: WriteDb,
      connection: number,
      change: NewChange & { readonly at: number; readonly state: "sending" | "applied" },
      request?: AuditDraft,
    ): { readonly change: number; readonly link?: number } {
      return db.transaction(() => {
        const id = insert(db, connection, change);
        const [link] = request === undefined ? [] : appendToAudit(db, [{ ...request, work: workOf(id) }]);
        return { change: id, link };
      });
    },

    /** Records how the attempt ended, with the audit's link of the answer. */
    end(db: WriteDb, change: number, ending: ChangeEnding, answers: readonly AuditDraft[] = []): void {
      db.transaction(() => {
        db.run(
          `UPDATE change SET state = ?1, ended = ?2, ${outcome} WHERE change = ?6 AND state = 'sending'`,
          ...outcomeValues(change, ending),
        );
        appendToAudit(db, answers);
        prune(db, change);
      });
    },

    /**
     * Records the outcome of a change whose answer was lost, with the audit's link of it; false where it is resolved already or belongs to
     * another connection.
     */
    resolve(db: WriteDb, connection: number, change: number, ending: ChangeEnding, resolution?: AuditDraft): boolean {
      return db.transaction(() => {
        const { changes } = db.run(
          `UPDATE change SET state = ?1, resolved = ?2, ${outcome} WHERE change = ?6 AND connection = ?7 AND state = 'unknown'`,
          ...outcomeValues(change, ending),
          connection,
        );
        if (changes > 0) appendResolution(db, change, resolution);
        prune(db, change);
        return changes > 0;
      });
    },

    /** Adds the id of a created object that the answer did not contain, with the audit's link of it. */
    identify(db: WriteDb, change: number, subject: string, resolution: AuditDraft): void {
      db.transaction(() => {
        const { changes } = db.run(
          "UPDATE change SET subject = ?, previous_ids = NULL WHERE change = ? AND subject IS NULL",
          subject,
          change,
        );
        if (changes > 0) appendResolution(db, change, resolution);
      });
    },

    /** Changes of some resources, oldest first. */
    list: (db: ReadDb, connection: number, resources: readonly string[]): Change[] =>
      db
        .all<Row>(
          `SELECT * FROM change WHERE connection = ? AND resource IN (${placeholders(resources)}) ORDER BY change`,
          connection,
          ...resources,
        )
        .map(toChange),

    get,

    /** The time of the newest change, in epoch milliseconds; 0 without any. */
    newestAt: (db: ReadDb): number =>
      db.get<{ newest: number }>(
        "SELECT coalesce(max(max(at, ifnull(ended, 0), ifnull(resolved, 0))), 0) AS newest FROM change",
      )?.newest ?? 0,

    /**
     * Marks requests in flight at the end of the former process as unknown. The grace period of every unknown change starts again, because
     * no clock tells reliably how long the process was not running. Returns the changes that may still be accepted (the outcome is unknown, or only a reading proved it), and those whose created object is unknown.
     */
    recover(db: WriteDb, now: number, message: CodedText): readonly number[] {
      return db.transaction(() => {
        db.run("UPDATE change SET message = ? WHERE state = 'sending'", encodeText(message));
        db.run("UPDATE change SET state = 'unknown', ended = ? WHERE state IN ('sending', 'unknown')", now);
        return db
          .all<{ change: number }>(
            "SELECT change FROM change WHERE state = 'unknown' OR (state = 'applied' AND (subject IS NULL OR resolved IS NOT NULL))",
          )
          .map(({ change }) => change);
      });
    },

    deleteConnectionData: (db: WriteDb, connection: number): void => {
      db.run("DELETE FROM change WHERE connection = ?", connection);
    },
  };

  function appendResolution(db: WriteDb, change: number, resolution: AuditDraft | undefined): void {
    if (resolution !== undefined) appendToAudit(db, [{ ...resolution, work: get(db, change)?.work }]);
  }
}

function get(db: ReadDb, change: number): Change | undefined {
  const row = db.get<Row>("SELECT * FROM change WHERE change = ?", change);
  return row === undefined ? undefined : toChange(row);
}

function insert(
  db: WriteDb,
  connection: number,
  change: NewChange & { readonly at: number; readonly state: "sending" | "applied" },
): number {
  const { resource, action, state, at, subject, name, request, before, previousIds, undoOf } = change;
  return db.run(
    `INSERT INTO change (connection, resource, action, state, at, ended, subject, name, request, before, previous_ids, undo_of)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    connection,
    resource,
    action,
    state,
    at,
    state === "applied" ? at : null,
    subject ?? null,
    name ?? null,
    JSON.stringify(request),
    before === undefined ? null : JSON.stringify(before),
    previousIds === undefined ? null : JSON.stringify(previousIds),
    undoOf ?? null,
  ).lastInsertRowid;
}

/** The columns of an ending; parameters 1 to 6 are state, time, subject, code, message and the number of the change. */
const outcome = `subject = coalesce(?3, subject), code = ?4, message = ?5,
  previous_ids = iif(?3 IS NULL, previous_ids, NULL)`;

function outcomeValues(change: number, { state, at, subject, code, message }: ChangeEnding): readonly SqlValue[] {
  return [state, at, subject ?? null, code ?? null, message === undefined ? null : encodeText(message), change];
}

/**
 * Removes old finished changes of the same kind. The last applied change of an object stays, because it may be the only source of its
 * state; a deletion stays only as long as the creation of its object.
 */
function prune(db: WriteDb, change: number): void {
  db.run(
    `DELETE FROM change WHERE change IN (
      SELECT c.change FROM change k JOIN change c USING (connection, resource, action)
      WHERE k.change = ?1 AND c.state NOT IN ('sending', 'unknown')
        AND NOT (c.state = 'applied' AND c.action <> 'delete' AND NOT EXISTS (
          SELECT 1 FROM change n WHERE n.connection = c.connection AND n.resource = c.resource AND n.subject = c.subject
            AND n.state = 'applied' AND n.change > c.change))
        AND NOT (c.state = 'applied' AND c.action = 'delete' AND EXISTS (
          SELECT 1 FROM change n WHERE n.connection = c.connection AND n.resource = c.resource AND n.subject = c.subject
            AND n.state = 'applied' AND n.change < c.change))
        AND c.change NOT IN (
          SELECT r.change FROM change r WHERE r.connection = k.connection AND r.resource = k.resource AND r.action = k.action
            AND r.state NOT IN ('sending', 'unknown') ORDER BY r.change DESC LIMIT ?2))`,
    change,
    retained,
  );
}

function toChange(row: Row): Change {
  const { change, resource, action, state, at, request, before, previous_ids: previousIds, message } = row;
  return definedFields<Change>({
    change,
    resource,
    action,
    state,
    at,
    endedAt: row.ended ?? undefined,
    resolvedAt: row.resolved ?? undefined,
    subject: row.subject ?? undefined,
    name: row.name ?? undefined,
    request: JSON.parse(request) as unknown,
    before: before === null ? undefined : (JSON.parse(before) as unknown),
    previousIds: previousIds === null ? undefined : (JSON.parse(previousIds) as string[]),
    undoOf: row.undo_of ?? undefined,
    code: row.code ?? undefined,
    message: message === null ? undefined : decodeText(message),
    work: row.work ?? workOf(change),
  });
}

function workOf(change: number): string {
  return `change ${change}`;
}
