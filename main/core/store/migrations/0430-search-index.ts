/**
 * One trigram index over all searched texts of a row, in place of one over names and tags. It is created empty: indexing a million rows takes
 * 20 s, and happens in the background (`features/fleet/search-index.ts`).
 */
import type { WriteDb } from "../db.ts";
import type { Migration } from "../migrate.ts";

export const migration0430: Migration = {
  version: 430,
  name: "search-index",
  up(db: WriteDb): void {
    db.exec("DROP TABLE fleet_endpoint_words");
    for (const table of ["fleet_endpoint_search", "fleet_sim_search"])
      db.exec(`
        CREATE VIRTUAL TABLE ${table} USING fts5(text, content = '', contentless_delete = 1, detail = none,
          tokenize = 'trigram case_sensitive 1');
        INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 8);
        CREATE VIRTUAL TABLE ${table}_terms USING fts5vocab(${table}, instance);
      `);
  },
};
