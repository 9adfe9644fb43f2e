/**
 * Adds a fifth kind of link to the audit log: "settled", the later resolution of a call without a usable response; `settles` is the link of the
 * request. `work` names the row of the feature that made the call, so that a resolution finds its call. The existing links are unchanged,
 * and so is the highest number ever assigned.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

const columns =
  "seq, type, at, until_at, kind, connection, target_kind, target_id, outcome, asked, run, sought, entry, hash";

export const migration0200: Migration = {
  version: 200,
  name: "settled",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE audit_anew (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        type TEXT NOT NULL CHECK (type IN ('asked', 'answered', 'settled', 'call', 'messages')),
        at INTEGER NOT NULL,
        until_at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        connection TEXT,
        target_kind TEXT,
        target_id TEXT,
        outcome TEXT,
        asked INTEGER,
        settles INTEGER,
        work TEXT,
        run TEXT NOT NULL,
        sought TEXT NOT NULL,
        entry TEXT NOT NULL,
        hash TEXT NOT NULL
      ) STRICT;
      INSERT INTO audit_anew (${columns}) SELECT ${columns} FROM audit_entry ORDER BY seq;
      DELETE FROM sqlite_sequence WHERE name = 'audit_anew';
      INSERT INTO sqlite_sequence (name, seq) SELECT 'audit_anew', seq FROM sqlite_sequence WHERE name = 'audit_entry';
      DROP TABLE audit_entry;
      ALTER TABLE audit_anew RENAME TO audit_entry;
      CREATE UNIQUE INDEX audit_answer ON audit_entry (asked) WHERE asked IS NOT NULL;
      CREATE UNIQUE INDEX audit_settlement ON audit_entry (settles) WHERE settles IS NOT NULL;
      CREATE INDEX audit_work ON audit_entry (work, seq) WHERE work IS NOT NULL;
      CREATE INDEX audit_target ON audit_entry (target_id, seq) WHERE target_id IS NOT NULL;
      CREATE INDEX audit_connection ON audit_entry (connection) WHERE connection IS NOT NULL;
      CREATE TRIGGER audit_entry_unchanged BEFORE UPDATE ON audit_entry
        BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
      CREATE TRIGGER audit_entry_kept BEFORE DELETE ON audit_entry
        BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
    `);
  },
};
