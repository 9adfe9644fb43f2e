/** The standing list of a connection: who must not be sent to. These functions run in the store's thread. */
import type { ReadDb, WriteDb } from "../../../store/db.ts";

export interface SuppressionListRow {
  /** As it was given. */
  readonly value: string;
  readonly note: string;
  readonly addedAt: number;
}

/** Newest first. */
export function listSuppressed(db: ReadDb, connection: number): SuppressionListRow[] {
  return db.all<SuppressionListRow>(
    "SELECT value, note, added_at AS addedAt FROM standing_suppression WHERE connection = ? ORDER BY added_at DESC, value",
    connection,
  );
}

/** The values alone. */
export function suppressedValues(db: ReadDb, connection: number): string[] {
  return db
    .all<{ value: string }>("SELECT value FROM standing_suppression WHERE connection = ? ORDER BY value", connection)
    .map(({ value }) => value);
}

/** Values that are on the list keep their note; answers how many were not. */
export function addSuppressed(
  db: WriteDb,
  args: {
    readonly connection: number;
    readonly values: readonly string[];
    readonly note: string;
    readonly now: number;
  },
): number {
  return db.transaction(() =>
    args.values.reduce(
      (added, value) =>
        added +
        db.run(
          "INSERT OR IGNORE INTO standing_suppression (connection, value, note, added_at) VALUES (?, ?, ?, ?)",
          args.connection,
          value,
          args.note,
          args.now,
        ).changes,
      0,
    ),
  );
}

export interface PinRow {
  readonly value: string;
  readonly endpoint: string;
  /** What it was called when it was first found under the value. */
  readonly name: string | null;
}

/** Whom entries of the list have named. */
export function listPins(db: ReadDb, connection: number): PinRow[] {
  return db.all<PinRow>(
    "SELECT value, endpoint, name FROM standing_pin WHERE connection = ? ORDER BY value, endpoint",
    connection,
  );
}

/** Only of values that are on the list: one may have been taken off meanwhile. What is written down already stays as it is. */
export function pinSuppressed(
  db: WriteDb,
  args: {
    readonly connection: number;
    readonly pins: readonly {
      readonly value: string;
      readonly endpoint: string;
      readonly name?: string | undefined;
    }[];
    readonly now: number;
  },
): void {
  db.transaction(() => {
    for (const { value, endpoint, name } of args.pins) {
      db.run(
        `INSERT OR IGNORE INTO standing_pin (connection, value, endpoint, name, found_at)
         SELECT connection, value, ?, ?, ? FROM standing_suppression WHERE connection = ? AND value = ?`,
        endpoint,
        name ?? null,
        args.now,
        args.connection,
        value,
      );
    }
  });
}

/** With whom they have named. Answers how many were on the list. */
export function removeSuppressed(
  db: WriteDb,
  { connection, values }: { readonly connection: number; readonly values: readonly string[] },
): number {
  return db.transaction(() =>
    values.reduce((removed, value) => {
      db.run("DELETE FROM standing_pin WHERE connection = ? AND value = ?", connection, value);
      return (
        removed +
        db.run("DELETE FROM standing_suppression WHERE connection = ? AND value = ?", connection, value).changes
      );
    }, 0),
  );
}

export function forgetSuppressed(db: WriteDb, connection: number): void {
  db.run("DELETE FROM standing_pin WHERE connection = ?", connection);
  db.run("DELETE FROM standing_suppression WHERE connection = ?", connection);
}

/** Campaigns of a connection that may still send; one that is being planned reads the list again when it is started. */
export function openCampaigns(db: ReadDb, connection: number): number[] {
  return db
    .all<{ id: number }>(
      `SELECT id FROM campaign WHERE connection = ? AND kind = 'bulk' AND state NOT IN ('draft', 'finished', 'cancelled')
        ORDER BY id`,
      connection,
    )
    .map(({ id }) => id);
}
