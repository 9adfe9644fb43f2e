/** Measured clock of a service's SMS records, one per connection. Plain functions of the store thread. */
import type { ReadDb, WriteDb } from "../../../core/store/db.ts";

export interface StoredRecordClock {
  /** `submit_date` minus `Date`, milliseconds. */
  readonly offsetMs: number;
  readonly spreadMs: number;
  /** Epoch milliseconds. */
  readonly measuredAt: number;
}

export function readRecordClock(db: ReadDb, connection: number): StoredRecordClock | undefined {
  return db.get<StoredRecordClock>(
    `SELECT offset_ms AS offsetMs, spread_ms AS spreadMs, learned_at AS measuredAt FROM sms_record_clock WHERE connection = ?`,
    connection,
  );
}

export function saveRecordClock(db: WriteDb, args: StoredRecordClock & { readonly connection: number }): void {
  db.run(
    "INSERT OR REPLACE INTO sms_record_clock (connection, offset_ms, spread_ms, learned_at) VALUES (?, ?, ?, ?)",
    args.connection,
    args.offsetMs,
    args.spreadMs,
    args.measuredAt,
  );
}
