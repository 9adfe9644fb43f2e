/** Suppression lists outlive a change of their connection's address, and a restored backup. Plain functions of the store's thread. */
import type { ReadDb, SqlValue, WriteDb } from "./db.ts";
import { placeholders } from "./sql.ts";

/** The list of a connection with its pins, for another connection to the same fleet. */
export function copySuppressionList(db: WriteDb, { from, to }: { readonly from: number; readonly to: number }): void {
  db.run(
    `INSERT OR IGNORE INTO standing_suppression (connection, value, note, added_at)
     SELECT ?, value, note, added_at FROM standing_suppression WHERE connection = ?`,
    to,
    from,
  );
  db.run(
    `INSERT OR IGNORE INTO standing_pin (connection, value, endpoint, name, found_at)
     SELECT ?, value, endpoint, name, found_at FROM standing_pin WHERE connection = ?`,
    to,
    from,
  );
}

/** All columns of its row, of which a backup of an earlier version may have fewer. */
interface ConnectionOfList extends Readonly<Record<string, SqlValue>> {
  readonly id: number;
  readonly name: string;
  readonly organisation: string | null;
  readonly vault_key: string;
}

/** The lists of a database. */
export interface SuppressionLists {
  /** False in a backup of a version before suppression lists: it can store none, and `connections` is empty. */
  readonly hasTables: boolean;
  readonly connections: readonly ConnectionOfList[];
  readonly entries: readonly {
    readonly connection: number;
    readonly value: string;
    readonly note: string;
    readonly addedAt: number;
  }[];
  readonly pins: readonly {
    readonly connection: number;
    readonly value: string;
    readonly endpoint: string;
    readonly name: string | null;
    readonly matchedAt: number;
  }[];
}

export function readSuppressionLists(db: ReadDb): SuppressionLists {
  const tables = db.all("SELECT name FROM sqlite_schema WHERE name IN ('standing_suppression', 'standing_pin')");
  if (tables.length < 2) return { hasTables: false, connections: [], entries: [], pins: [] };
  return {
    hasTables: true,
    connections: db.all(
      "SELECT *, json_extract(identity, '$.organisationId') AS organisation FROM connection WHERE retired_at IS NULL",
    ),
    entries: db.all("SELECT connection, value, note, added_at AS addedAt FROM standing_suppression"),
    pins: db.all("SELECT connection, value, endpoint, name, found_at AS matchedAt FROM standing_pin"),
  };
}

/** Entries of the suppression lists of the current database that the backup lacks. */
export interface AddedSuppression {
  /** Added to the lists of the backup, with the connections that it lacks. */
  readonly added: number;
  /** The backup is of a version without lists, or the name of their connection belongs to another organisation there. */
  readonly lost: number;
}

/** What becomes of the entries of `current` that `backup` lacks. */
export function compareSuppressionLists(current: SuppressionLists, backup: SuppressionLists): AddedSuppression {
  const ids = matchConnections(current, backup);
  const missing = new Set(missingConnections(current, backup).map(({ id }) => id));
  const present = new Set(backup.entries.map(({ connection, value }) => `${connection} ${value}`));
  const hasTarget = (connection: number): boolean => ids.has(connection) || missing.has(connection);
  return {
    added: current.entries.filter(
      ({ connection, value }) => hasTarget(connection) && !present.has(`${ids.get(connection)} ${value}`),
    ).length,
    lost: current.entries.filter(({ connection }) => !hasTarget(connection)).length,
  };
}

/** Adds the lists of another database to those of `db`, which keep their own entries, and the connections of lists that it lacks. */
export function addSuppressionLists(db: WriteDb, from: SuppressionLists): void {
  const own = readSuppressionLists(db);
  const added = missingConnections(from, own).map(
    (connection) => [connection.id, addConnection(db, connection)] as const,
  );
  const ids = new Map([...matchConnections(from, own), ...added]);
  for (const { connection, value, note, addedAt } of from.entries) {
    const id = ids.get(connection);
    if (id !== undefined)
      db.run("INSERT OR IGNORE INTO standing_suppression VALUES (?, ?, ?, ?)", id, value, note, addedAt);
  }
  for (const { connection, value, endpoint, name, matchedAt } of from.pins) {
    const id = ids.get(connection);
    if (id !== undefined)
      db.run("INSERT OR IGNORE INTO standing_pin VALUES (?, ?, ?, ?, ?)", id, value, endpoint, name, matchedAt);
  }
}

/** Connections with a list whose names `to`, which can store lists, does not have. */
function missingConnections(from: SuppressionLists, to: SuppressionLists): readonly ConnectionOfList[] {
  if (!to.hasTables) return [];
  const names = new Set(to.connections.map(({ name }) => name));
  const listed = new Set(from.entries.map(({ connection }) => connection));
  return from.connections.filter(({ id, name }) => listed.has(id) && !names.has(name));
}

/** Its id in `db`: the same one, unless it belongs to another connection there. */
function addConnection(db: WriteDb, connection: ConnectionOfList): number {
  const { id, vault_key: key } = connection;
  const isFree = db.get("SELECT 1 FROM connection WHERE id = ?", id) === undefined;
  const columns = db
    .all<{ name: string }>("SELECT name FROM pragma_table_info('connection')")
    .flatMap(({ name }) => (name in connection && (name !== "id" || isFree) ? [name] : []));
  const values = columns.map((name) => (name === "is_current" ? 0 : (connection[name] ?? null)));
  // The same connection may have been removed before the backup. A removed connection has no tokens.
  db.run("UPDATE connection SET vault_key = 'removed ' || id WHERE vault_key = ? AND retired_at IS NOT NULL", key);
  return db.run(`INSERT INTO connection (${columns.join(", ")}) VALUES (${placeholders(columns)})`, ...values)
    .lastInsertRowid;
}

/** Ids in `to` by those in `from`. A connection keeps its name at another address; an unknown organisation may be the same one. */
function matchConnections(from: SuppressionLists, to: SuppressionLists): ReadonlyMap<number, number> {
  const byName = new Map(to.connections.map((connection) => [connection.name, connection]));
  return new Map(
    from.connections.flatMap(({ id, name, organisation }) => {
      const same = byName.get(name);
      if (same === undefined) return [];
      const isOther = organisation !== null && same.organisation !== null && organisation !== same.organisation;
      return isOther ? [] : [[id, same.id] as const];
    }),
  );
}
