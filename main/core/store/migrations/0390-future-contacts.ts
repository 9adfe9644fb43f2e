/**
 * A contact is not later than the reading that proves it. Migration 0380 took over the times of events and messages that were dated in the
 * future, which would count as recent until then.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";
import { storedId } from "./0380-endpoint-contacts.ts";

export const migration0390: Migration = {
  version: 390,
  name: "future-contacts",
  up(db: WriteDb): void {
    db.exec(`
      WITH proof AS (
        SELECT e.connection, ${storedId("e.endpoint")} AS endpoint, min(e.at, e.read_at) AS at, e.at AS claimed,
            iif(w.label LIKE '%pdp%', 'data', 'location') AS source FROM event e
          JOIN event_word w ON w.connection = e.connection AND w.kind = 'type' AND w.key = e.type
          WHERE e.endpoint IS NOT NULL AND e.timed = 1 AND (w.label LIKE '%pdp%' OR w.label LIKE '%location%')
        UNION ALL
        SELECT m.connection, ${storedId("m.endpoint")}, min(m.at, coalesce(t.as_of, m.at)), m.at, 'sms' FROM sms_message m
          LEFT JOIN sms_thread t ON t.connection = m.connection AND t.endpoint = m.endpoint
          WHERE m.direction = 'mo'
      ),
      newest AS (SELECT connection, endpoint, max(at) AS at, source FROM proof GROUP BY connection, endpoint),
      future AS (SELECT connection, endpoint, max(claimed) AS claimed FROM proof WHERE claimed > at GROUP BY connection, endpoint)
      UPDATE endpoint_contact SET at = newest.at, source = newest.source
        FROM newest JOIN future ON future.connection = newest.connection AND future.endpoint = newest.endpoint
        WHERE endpoint_contact.connection = newest.connection AND endpoint_contact.endpoint = newest.endpoint
          AND endpoint_contact.at = future.claimed;
    `);
  },
};
