/**
 * The last contact of each endpoint with the mobile network, from the cached events and messages; later ones are recorded when they
 * are read. Ids as in `fleet_endpoint`.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const storedId = (
  id: string,
): string => `CASE WHEN ${id} NOT GLOB '*[^0-9]*' AND ${id} = CAST(CAST(${id} AS INTEGER) AS TEXT)
  AND CAST(${id} AS INTEGER) <= ${Number.MAX_SAFE_INTEGER} THEN CAST(${id} AS INTEGER) ELSE ${id} END`;

export const migration0380: Migration = {
  version: 380,
  name: "endpoint-contacts",
  up(db: WriteDb): void {
    db.exec(`
      CREATE TABLE endpoint_contact (
        connection INTEGER NOT NULL,
        endpoint NOT NULL,
        at INTEGER NOT NULL,
        source TEXT NOT NULL CHECK (source IN ('location', 'data', 'sms')),
        PRIMARY KEY (connection, endpoint)
      ) WITHOUT ROWID;
      INSERT INTO endpoint_contact SELECT connection, ${storedId("endpoint")}, max(at), source FROM (
        SELECT e.connection, e.endpoint, e.at, iif(w.label LIKE '%pdp%', 'data', 'location') AS source FROM event e
          JOIN event_word w ON w.connection = e.connection AND w.kind = 'type' AND w.key = e.type
          WHERE e.endpoint IS NOT NULL AND e.timed = 1 AND (w.label LIKE '%pdp%' OR w.label LIKE '%location%')
        UNION ALL
        SELECT connection, endpoint, at, 'sms' FROM sms_message WHERE direction = 'mo'
      ) GROUP BY connection, endpoint;
    `);
  },
};
