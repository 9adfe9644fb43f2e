/** The lists of DNS configurations, service profiles, data streams and API callbacks move into one table, and so do the times of their readings. */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

const kind = "kind TEXT NOT NULL CHECK (kind IN ('dns', 'profile', 'stream', 'callback'))";

export const migration0330: Migration = {
  version: 330,
  name: "network-lists",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE network_reading (
        connection INTEGER NOT NULL,
        ${kind},
        state TEXT NOT NULL CHECK (state IN ('read', 'not-offered')),
        as_of INTEGER NOT NULL,
        gap TEXT,
        PRIMARY KEY (connection, kind)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE network_listed (
        connection INTEGER NOT NULL,
        ${kind},
        id TEXT NOT NULL,
        record TEXT NOT NULL,
        as_of INTEGER NOT NULL,
        PRIMARY KEY (connection, kind, id)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO network_reading SELECT connection, kind, state, as_of, gap FROM stream_reading;
      INSERT INTO network_listed SELECT connection, kind, id, record, as_of FROM stream_listed;`);
    for (const from of ["dns", "profile"]) {
      db.exec(`
        INSERT INTO network_reading SELECT connection, '${from}', state, as_of, gap FROM ${from}_reading;
        INSERT INTO network_listed SELECT connection, '${from}', id, record, coalesce(as_of, 0)
          FROM ${from}_listed LEFT JOIN ${from}_reading USING (connection);`);
    }
    for (const table of ["dns", "profile", "stream"])
      db.exec(`DROP TABLE ${table}_reading; DROP TABLE ${table}_listed;`);
  },
};
