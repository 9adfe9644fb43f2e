/** Suppression list of a connection. Plain functions of the store thread. */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

export interface SuppressionListRow {
  /** The value as it was entered. */
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

/** Values without notes. */
export function suppressedValues(db: ReadDb, connection: number): string[] {
  return db
    .all<{ value: string }>("SELECT value FROM standing_suppression WHERE connection = ? ORDER BY value", connection)
    .map(({ value }) => value);
}

/** Values already on the list keep their note; returns how many were added. */
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
  /** Name of the endpoint when it first matched the value. */
  readonly name: string | null;
}

/** Endpoints that entries of the list have matched. */
export function listPins(db: ReadDb, connection: number): PinRow[] {
  return db.all<PinRow>(
    "SELECT value, endpoint, name FROM standing_pin WHERE connection = ? ORDER BY value, endpoint",
    connection,
  );
}

/** Pins only values that are on the list: one may have been removed since. Existing pins stay unchanged. */
export function pinSuppressed(
  db: WriteDb,
  args: {
    readonly connection: number;
    readonly pins: readonly {
      readonly value: string;
      readonly endpoint: string;
      readonly name?: string;
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

/** Removes values with their pins. Returns how many were on the list. */
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

export function deleteSuppressed(db: WriteDb, connection: number): void {
  db.run("DELETE FROM standing_pin WHERE connection = ?", connection);
  db.run("DELETE FROM standing_suppression WHERE connection = ?", connection);
}

/** Campaigns of a connection that may still send. One that is being planned reads the list again when it is started. */
export function openCampaigns(db: ReadDb, connection: number): number[] {
  return db
    .all<{ id: number }>(
      `SELECT id FROM campaign WHERE connection = ? AND kind = 'bulk' AND state NOT IN ('draft', 'finished', 'cancelled')
        ORDER BY id`,
      connection,
    )
    .map(({ id }) => id);
}

// Pending recipients in row order: all of them in pages, or an evenly spread sample.

export interface QuotaSubject {
  readonly row: number;
  readonly endpoint: string;
  readonly segments: number;
}

export function pendingSubjects(
  db: ReadDb,
  { campaign, after, limit }: { readonly campaign: number; readonly after: number; readonly limit: number },
): QuotaSubject[] {
  return db.all<QuotaSubject>(
    `SELECT row, endpoint, coalesce(segments, 1) AS segments FROM recipient
      WHERE campaign = ? AND outcome = 1 AND row > ? ORDER BY row LIMIT ?`,
    campaign,
    after,
    limit,
  );
}

/** `count` of them, evenly spread; deterministic for the same pending rows. */
export function spreadSubjects(
  db: ReadDb,
  { campaign, count }: { readonly campaign: number; readonly count: number },
): QuotaSubject[] {
  return db.all<QuotaSubject>(
    `WITH pending AS (
       SELECT row, endpoint, coalesce(segments, 1) AS segments, row_number() OVER (ORDER BY row) AS n, count(*) OVER () AS of
       FROM recipient WHERE campaign = ? AND outcome = 1
     )
     SELECT row, endpoint, segments FROM pending WHERE of <= ? OR CAST(n * ? / of AS INTEGER) > CAST((n - 1) * ? / of AS INTEGER) ORDER BY row`,
    campaign,
    count,
    count,
    count,
  );
}

/** Segments of all pending recipients. */
export function pendingSegments(db: ReadDb, campaign: number): number {
  const sum = "SELECT coalesce(sum(segments), 0) AS total FROM recipient WHERE campaign = ? AND outcome = 1";
  return db.get<{ total: number }>(sum, campaign)?.total ?? 0;
}
