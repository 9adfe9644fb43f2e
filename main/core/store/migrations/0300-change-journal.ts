/**
 * The change journal: one table for the changes of DNS configurations, service profiles, data streams and API callbacks. The rows of
 * `dns_write`, `dns_change`, `profile_change` and `stream_entry` move into it, in the order of their times.
 *
 * - `work` is the audit reference of a moved row; a new one is "change" and its number.
 * - A profile's creation also tells its DNS configuration, so the copies in `dns_change` are dropped.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

const state = `CASE state WHEN 'done' THEN 'applied' WHEN 'created' THEN 'applied' WHEN 'refused' THEN 'rejected'
  WHEN 'not-created' THEN 'not-applied' WHEN 'unknown' THEN iif(ended IS NULL, 'sending', 'unknown') ELSE state END`;

export const migration0300: Migration = {
  version: 300,
  name: "change-journal",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE change (
        change INTEGER PRIMARY KEY AUTOINCREMENT,
        connection INTEGER NOT NULL,
        resource TEXT NOT NULL,
        action TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('sending', 'unknown', 'applied', 'not-applied', 'rejected', 'not-sent')),
        at INTEGER NOT NULL,
        ended INTEGER,
        resolved INTEGER,
        subject TEXT,
        name TEXT,
        request TEXT NOT NULL,
        before TEXT,
        previous_ids TEXT,
        undo_of INTEGER,
        code TEXT,
        message TEXT,
        work TEXT
      ) STRICT;
      INSERT INTO change (connection, resource, action, state, at, ended, resolved, subject, name, request, before, previous_ids,
          undo_of, code, message, work)
        SELECT connection, resource, action, ${state}, at, ended, resolved, subject, name, request, before, previous_ids,
          undo_of, code, message, work
        FROM (
          SELECT connection, 'dns' AS resource, kind AS action, state, at, ended, settled_at AS resolved, dns AS subject, NULL AS name,
            iif(kind = 'delete', '{}', json_object('primary', primary_server, 'secondary', secondary_server)) AS request,
            NULL AS before, known AS previous_ids, NULL AS undo_of, code, message, 'dns write ' || change AS work, 2 AS place, change AS number
          FROM dns_write
          UNION ALL
          SELECT connection, 'profile-dns', kind, state, at, ended, NULL, profile, profile_name, json_object('after', json(after)), before, NULL, undo_of, code,
            message, 'dns change ' || change, 3, change
          FROM dns_change WHERE kind <> 'created'
          UNION ALL
          SELECT connection, iif(kind = 'callback', 'profile-callback', 'profile'), iif(kind = 'callback', 'set', kind), state, at, ended,
            settled_at, profile, name, iif(kind = 'callback', json_object('after', json(after)), coalesce(after, '{}')), before, known, NULL, code, message, 'profile ' || change, 1, change
          FROM profile_change
          UNION ALL
          SELECT connection, kind, 'create', state, sent_at, settled_at, iif(state = 'not-created', settled_at, NULL), id, NULL,
            json_object('form', json(form), 'sent', json(sent)), NULL, known, NULL, NULL,
            iif(state = 'created', NULL, answer), 'stream ' || entry, 4, entry
          FROM stream_entry
        ) ORDER BY at, place, number;
      UPDATE change SET undo_of = (
        SELECT u.change FROM change u WHERE u.connection = change.connection AND u.work = 'dns change ' || change.undo_of)
        WHERE undo_of IS NOT NULL;
      CREATE INDEX change_resource ON change (connection, resource, action, change);
      DROP TABLE dns_write;
      DROP TABLE dns_change;
      DROP TABLE profile_change;
      DROP TABLE stream_entry;
    `);
  },
};
