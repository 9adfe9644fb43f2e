/** Attempts per connection and day, for the daily budget. A text of several segments counts as one attempt. */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";
import { localDay } from "../../../core/zone-time.ts";

/** Attempts on the day of `now`, in the time zone of this computer; attempts that were certainly not accepted are not counted. */
export function attemptsOfDay(db: ReadDb, args: { readonly connection: number; readonly now: number }): number {
  const count = "SELECT attempts FROM send_day WHERE connection = ? AND day = ?";
  return db.get<{ attempts: number }>(count, args.connection, localDay(args.now))?.attempts ?? 0;
}

/** Adds to the day of `intentAt`; a negative number reverts what was counted at the claim. */
export function countAttempts(db: WriteDb, connection: number, intentAt: number, attempts: number): void {
  if (attempts === 0) return;
  db.run(
    `INSERT INTO send_day (connection, day, attempts) VALUES (?, ?, ?)
     ON CONFLICT (connection, day) DO UPDATE SET attempts = attempts + excluded.attempts`,
    connection,
    localDay(intentAt),
    attempts,
  );
}
