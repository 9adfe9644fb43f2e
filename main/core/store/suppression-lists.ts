/** Suppression lists outlive a change of their connection's address, and a restored backup. Plain functions of the store's thread. */
import type { ReadDb, WriteDb } from "./db.ts";

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

/** The lists of a database. Without connections where its version had no lists yet. */
export interface SuppressionLists {
  readonly connections: readonly {
    readonly id: number;
    readonly name: string;
    readonly organisation: string | null;
  }[];
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
  if (tables.length < 2) return { connections: [], entries: [], pins: [] };
  return {
    connections: db.all(
      `SELECT id, name, json_extract(identity, '$.organisationId') AS organisation
       FROM connection WHERE retired_at IS NULL`,
    ),
    entries: db.all("SELECT connection, value, note, added_at AS addedAt FROM standing_suppression"),
    pins: db.all("SELECT connection, value, endpoint, name, found_at AS matchedAt FROM standing_pin"),
  };
}

/** Entries of the suppression lists of the current database that the backup lacks. */
export interface AddedSuppression {
  /** Added to the lists of the backup. */
  readonly added: number;
  /** The backup does not have their connection. */
  readonly lost: number;
}

/** What becomes of the entries of `current` that `backup` lacks. */
export function compareSuppressionLists(current: SuppressionLists, backup: SuppressionLists): AddedSuppression {
  const ids = matchConnections(current, backup);
  const present = new Set(backup.entries.map(({ connection, value }) => `${connection} ${value}`));
  const targets = current.entries.map(({ connection, value }) => ({ id: ids.get(connection), value }));
  return {
    added: targets.filter(({ id, value }) => id !== undefined && !present.has(`${id} ${value}`)).length,
    lost: targets.filter(({ id }) => id === undefined).length,
  };
}

/** Adds the lists of another database to those of `db`, which keep their own entries. */
export function addSuppressionLists(db: WriteDb, from: SuppressionLists): void {
  const ids = matchConnections(from, readSuppressionLists(db));
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
