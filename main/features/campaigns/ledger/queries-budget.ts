/** Attempts to send by connection and day: what a daily budget counts. A long text is one attempt. */
import type { ReadDb, WriteDb } from "../../../store/db.ts";
import { localDay } from "../../../zone-time.ts";

/** On the day of this instant, in the time zone of this computer; what was certainly not accepted is not counted. */
export function attemptsOfDay(db: ReadDb, args: { readonly connection: number; readonly now: number }): number {
  const count = "SELECT attempts FROM send_day WHERE connection = ? AND day = ?";
  return db.get<{ attempts: number }>(count, args.connection, localDay(args.now))?.attempts ?? 0;
}

/** Adds to the day of `intentAt`, or takes back what was counted when it was claimed. */
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
