/**
 * The last contact as a column of the endpoints with its own index, so that lists are ordered and filtered by it; and the endpoints by status
 * at the end of each sync.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0400: Migration = {
  version: 400,
  name: "last-seen-order",
  up(db: WriteDb): void {
    db.exec(`
      ALTER TABLE fleet_endpoint ADD COLUMN seen INTEGER;
      UPDATE fleet_endpoint SET seen = c.at FROM endpoint_contact c
        WHERE c.connection = fleet_endpoint.connection AND c.endpoint = fleet_endpoint.id;
      CREATE INDEX fleet_endpoint_by_seen ON fleet_endpoint
        (connection, seen, id, status, service_profile, tariff_profile, sim_status, tags);
      ALTER TABLE fleet_run ADD COLUMN status_counts TEXT;
    `);
  },
};
