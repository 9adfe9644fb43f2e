/** Saved lists of endpoint ids, and lists of ids held in scratch tables for the duration of one query. */
import type { ReadDb, WriteDb } from "../../core/store/db.ts";
import { boundId } from "../../core/store/record-id.ts";

export interface AudienceRow {
  readonly id: number;
  readonly connection: number;
  readonly name: string;
  readonly size: number;
  readonly createdAt: number;
}

const whole =
  "SELECT audience AS id, connection, name, size, created_at AS createdAt FROM fleet_audience WHERE size IS NOT NULL";

/** The audiences of a connection by name. */
export function listAudiences(db: ReadDb, connection: number): readonly AudienceRow[] {
  return db.all(`${whole} AND connection = ? ORDER BY name`, connection);
}

export function readAudienceRow(db: ReadDb, audience: number): AudienceRow | undefined {
  return db.get(`${whole} AND audience = ?`, audience);
}

/**
 * Creates an empty audience; undefined when the name is taken. An audience of that name whose creation or removal was interrupted is
 * replaced.
 */
export function beginAudience(db: WriteDb, connection: number, name: string, nowMs: number): number | undefined {
  return db.transaction(() => {
    const former = db.get<{ audience: number; size: number | null }>(
      "SELECT audience, size FROM fleet_audience WHERE connection = ? AND name = ?",
      connection,
      name,
    );
    if (former !== undefined && former.size !== null) return undefined;
    if (former !== undefined) {
      db.run("DELETE FROM fleet_audience_member WHERE audience = ?", former.audience);
      removeAudienceRow(db, former.audience);
    }
    return db.run("INSERT INTO fleet_audience (connection, name, created_at) VALUES (?, ?, ?)", connection, name, nowMs)
      .lastInsertRowid;
  });
}

/** Appends ids; an id that is a member already keeps its position. */
export function addMembers(db: WriteDb, audience: number, ids: readonly string[]): void {
  db.transaction(() => {
    const last = db.get<{ position: number | null }>(
      "SELECT max(position) AS position FROM fleet_audience_member WHERE audience = ?",
      audience,
    )?.position;
    const from = last === null || last === undefined ? 0 : last + 1;
    for (const [index, id] of ids.entries()) {
      db.run(
        "INSERT OR IGNORE INTO fleet_audience_member (audience, id, position) VALUES (?, ?, ?)",
        audience,
        boundId(id),
        from + index,
      );
    }
  });
}

/** Marks the audience as complete. */
export function endAudience(db: WriteDb, audience: number): AudienceRow | undefined {
  db.run(
    "UPDATE fleet_audience SET size = (SELECT count(*) FROM fleet_audience_member WHERE audience = ?) WHERE audience = ?",
    audience,
    audience,
  );
  return readAudienceRow(db, audience);
}

export interface MemberPage {
  readonly ids: readonly string[];
  /** Where the next page begins; undefined at the end. */
  readonly next: number | undefined;
}

/** Members after a position, in the order in which they were added. */
export function readMembers(db: ReadDb, audience: number, afterPosition: number, limit: number): MemberPage {
  const rows = db.all<{ id: string | number; position: number }>(
    "SELECT id, position FROM fleet_audience_member WHERE audience = ? AND position > ? ORDER BY position LIMIT ?",
    audience,
    afterPosition,
    limit,
  );
  const next = rows.length < limit ? undefined : rows.at(-1)?.position;
  return { ids: rows.map(({ id }) => String(id)), next };
}

/** Hides the audience, so that its name is free at once; members are deleted in steps, and the row last, since the members refer to it. */
export function hideAudience(db: WriteDb, audience: number): void {
  db.run("UPDATE fleet_audience SET size = NULL WHERE audience = ?", audience);
}

/** Must be called after all members were deleted. */
export function removeAudienceRow(db: WriteDb, audience: number): void {
  db.run("DELETE FROM fleet_audience WHERE audience = ?", audience);
}

/** Deletes some members of an audience that is being removed; returns whether there may be more. */
export function dropMembers(db: WriteDb, audience: number, most: number): boolean {
  const { changes } = db.run(
    "DELETE FROM fleet_audience_member WHERE audience = ? AND id IN (SELECT id FROM fleet_audience_member WHERE audience = ? LIMIT ?)",
    audience,
    audience,
    most,
  );
  return changes === most;
}

/** Stores ids in a scratch table in memory: as a new list, or appended to one. Returns the list's number. */
export function addToSelection(db: WriteDb, selection: number | undefined, ids: readonly string[]): number {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS fleet_selection_number (selection INTEGER PRIMARY KEY AUTOINCREMENT);
    CREATE TEMP TABLE IF NOT EXISTS fleet_selection (selection INTEGER NOT NULL, id NOT NULL, PRIMARY KEY (selection, id))
      WITHOUT ROWID;`);
  const list = selection ?? db.run("INSERT INTO temp.fleet_selection_number DEFAULT VALUES").lastInsertRowid;
  for (const id of ids) {
    db.run("INSERT OR IGNORE INTO temp.fleet_selection (selection, id) VALUES (?, ?)", list, boundId(id));
  }
  return list;
}

export function dropSelection(db: WriteDb, selection: number): void {
  db.run("DELETE FROM temp.fleet_selection WHERE selection = ?", selection);
}
