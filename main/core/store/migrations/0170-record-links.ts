/**
 * Links between records that are not in their own columns: IMSIs by their SIM, single records as last read from the service,
 * and the tariff plans of organisations, which no record contains.
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0170: Migration = {
  version: 170,
  name: "record-links",
  up(db: WriteDb): void {
    db.exec(`
      CREATE INDEX fleet_imsi_raw_sim ON fleet_imsi_raw (CAST(coalesce(raw ->> '$.sim.id', raw ->> '$.sim_id') AS TEXT));
      CREATE TABLE fleet_reading (
        connection INTEGER NOT NULL,
        collection TEXT NOT NULL,
        id TEXT NOT NULL,
        read_at INTEGER NOT NULL,
        raw TEXT NOT NULL,
        PRIMARY KEY (connection, collection, id)
      ) WITHOUT ROWID, STRICT;
      CREATE TABLE fleet_plan_reading (
        connection INTEGER NOT NULL,
        organisation TEXT NOT NULL,
        read_at INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('told', 'not-offered', 'refused')),
        plans TEXT NOT NULL,
        reason TEXT,
        PRIMARY KEY (connection, organisation)
      ) WITHOUT ROWID, STRICT;
    `);
  },
};
