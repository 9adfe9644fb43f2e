/**
 * The audit log. A row is a link of one chain: `hash` covers `entry` and the previous hash, `entry` is canonical JSON. A change is two
 * links, "asked" before it leaves and "answered" after; a sign-in is one, "call"; SMS that were sent close to each other share one,
 * "messages", since there are thousands in a minute. The other columns repeat parts of the entry for queries; verification
 * compares them. Nothing is ever changed or removed, so there is no reference to a connection.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0130: Migration = {
  version: 130,
  name: "audit",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE audit_entry (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        type TEXT NOT NULL CHECK (type IN ('asked', 'answered', 'call', 'messages')),
        at INTEGER NOT NULL,
        until_at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        connection TEXT,
        target_kind TEXT,
        target_id TEXT,
        outcome TEXT,
        asked INTEGER,
        run TEXT NOT NULL,
        sought TEXT NOT NULL,
        entry TEXT NOT NULL,
        hash TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX audit_answer ON audit_entry (asked) WHERE asked IS NOT NULL;
      CREATE INDEX audit_target ON audit_entry (target_id, seq) WHERE target_id IS NOT NULL;
      CREATE INDEX audit_connection ON audit_entry (connection) WHERE connection IS NOT NULL;
      CREATE TRIGGER audit_entry_unchanged BEFORE UPDATE ON audit_entry
        BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
      CREATE TRIGGER audit_entry_kept BEFORE DELETE ON audit_entry
        BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
    `);
  },
};
