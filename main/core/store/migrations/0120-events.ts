/**
 * The event cache. `event` has the queried columns, `event_record` the JSON as received. `event_in` says in which lists an
 * event is (the list it was read from, and those of every object its record names), in order of time and id: every list,
 * count and timeline scans it. Ids have no affinity: whole numbers up to 18 digits are integers, everything else is text.
 *
 * `event_span` holds the time spans of a list that were read completely, each between two times of reading; they never overlap.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0120: Migration = {
  version: 120,
  name: "events",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE event_scope (
        sid INTEGER PRIMARY KEY,
        connection INTEGER NOT NULL,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        not_offered_at INTEGER,
        UNIQUE (connection, kind, id)
      ) STRICT;
      CREATE TABLE event_span (
        sid INTEGER NOT NULL,
        from_at INTEGER NOT NULL,
        until_at INTEGER NOT NULL CHECK (until_at > from_at),
        oldest INTEGER NOT NULL,
        newest INTEGER NOT NULL,
        PRIMARY KEY (sid, from_at)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE event (
        eid INTEGER PRIMARY KEY AUTOINCREMENT,
        connection INTEGER NOT NULL,
        id NOT NULL,
        at INTEGER NOT NULL,
        timed INTEGER NOT NULL CHECK (timed IN (0, 1)),
        severity INTEGER NOT NULL,
        type TEXT,
        source TEXT,
        alert INTEGER,
        endpoint TEXT,
        words TEXT NOT NULL,
        sought TEXT NOT NULL,
        read_at INTEGER NOT NULL,
        UNIQUE (connection, id)
      );
      CREATE INDEX event_at ON event (connection, at);
      CREATE TABLE event_record (eid INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
      CREATE TABLE event_in (
        sid INTEGER NOT NULL,
        at INTEGER NOT NULL,
        id NOT NULL,
        eid INTEGER NOT NULL,
        severity INTEGER NOT NULL,
        PRIMARY KEY (sid, at, id)
      ) WITHOUT ROWID;
      CREATE INDEX event_in_eid ON event_in (eid);
      CREATE TABLE event_word (
        connection INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('type', 'source')),
        key TEXT NOT NULL,
        label TEXT NOT NULL,
        PRIMARY KEY (connection, kind, key)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
