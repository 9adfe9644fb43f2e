/** The journal's table; these functions run in the store thread. */
import { type CodedText, decodeText, encodeText } from "#shared/texts/coded-text.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { ReadDb, WriteDb } from "../store/db.ts";
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

export const journalQueries = {
  /** Stores a change before its request is sent; or, as `applied`, a state that an operator recorded. */
  begin(
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
  },

  /** Records how the attempt ended. */
  end(db: WriteDb, change: number, { state, at, subject, code, message }: ChangeEnding): void {
    db.transaction(() => {
      db.run(
        `UPDATE change SET state = ?1, ended = ?2, subject = coalesce(?3, subject), code = ?4, message = ?5,
          previous_ids = iif(?3 IS NULL, previous_ids, NULL) WHERE change = ?6 AND state = 'sending'`,
        state,
        at,
        subject ?? null,
        code ?? null,
        message === undefined ? null : encodeText(message),
        change,
      );
      prune(db, change);
    });
  },

  /** Records the outcome of a change whose answer was lost; false where it is resolved already or belongs to another connection. */
  resolve(
    db: WriteDb,
    connection: number,
    change: number,
    { state, at, subject, code, message }: ChangeEnding,
  ): boolean {
    return db.transaction(() => {
      const { changes } = db.run(
        `UPDATE change SET state = ?1, resolved = ?2, subject = coalesce(?3, subject), code = ?4, message = ?5,
          previous_ids = iif(?3 IS NULL, previous_ids, NULL) WHERE change = ?6 AND connection = ?7 AND state = 'unknown'`,
        state,
        at,
        subject ?? null,
        code ?? null,
        message === undefined ? null : encodeText(message),
        change,
        connection,
      );
      prune(db, change);
      return changes > 0;
    });
  },

  /** Adds the id of a created object that the answer did not contain. */
  identify: (db: WriteDb, change: number, subject: string): void => {
    db.run("UPDATE change SET subject = ?, previous_ids = NULL WHERE change = ? AND subject IS NULL", subject, change);
  },

  /** Changes of some resources, oldest first. */
  list: (db: ReadDb, connection: number, resources: readonly string[]): Change[] =>
    db
      .all<Row>(
        `SELECT * FROM change WHERE connection = ? AND resource IN (${resources.map(() => "?").join(", ")}) ORDER BY change`,
        connection,
        ...resources,
      )
      .map(toChange),

  get(db: ReadDb, change: number): Change | undefined {
    const row = db.get<Row>("SELECT * FROM change WHERE change = ?", change);
    return row === undefined ? undefined : toChange(row);
  },

  /**
   * Marks requests in flight at the end of the former process as unknown. The grace period of every unknown change starts again, because
   * no clock tells reliably how long the process was not running. Returns every change with an unknown outcome, and each created object with an unknown id.
   */
  recover(db: WriteDb, now: number, message: CodedText): readonly number[] {
    return db.transaction(() => {
      db.run("UPDATE change SET message = ? WHERE state = 'sending'", encodeText(message));
      db.run("UPDATE change SET state = 'unknown', ended = ? WHERE state IN ('sending', 'unknown')", now);
      return db
        .all<{ change: number }>(
          "SELECT change FROM change WHERE state = 'unknown' OR (state = 'applied' AND subject IS NULL)",
        )
        .map(({ change }) => change);
    });
  },

  deleteConnectionData: (db: WriteDb, connection: number): void => {
    db.run("DELETE FROM change WHERE connection = ?", connection);
  },
};

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

export function workOf(change: number): string {
  return `change ${change}`;
}
