/** Facts about the database file; these functions run in the store's thread. */
import type { ReadDb } from "./db.ts";

export interface DatabaseFacts {
  /** Version of SQLite. */
  readonly sqlite: string;
  readonly schema: number;
  readonly bytes: number;
  /** Of `bytes`: pages without data, which later data uses. */
  readonly freeBytes: number;
}

export const maintenanceQueries = { facts };

function facts(db: ReadDb): DatabaseFacts {
  const row = db.get<{ sqlite: string; version: number; size: number; pages: number; free: number }>(
    `SELECT sqlite_version() AS sqlite, v.user_version AS version, s.page_size AS size, p.page_count AS pages,
            f.freelist_count AS free
       FROM pragma_user_version v, pragma_page_size s, pragma_page_count p, pragma_freelist_count f`,
  );
  const { sqlite = "", version = 0, size = 0, pages = 0, free = 0 } = row ?? {};
  return { sqlite, schema: version, bytes: pages * size, freeBytes: free * size };
}
