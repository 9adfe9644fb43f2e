/** Facts about the database file, its compaction, and backups on request; these functions run in the store's thread. */
import { basename } from "node:path";
import { vacuum } from "./connect.ts";
import type { ReadDb, WriteDb } from "./db.ts";
import { writeBackup } from "./migrate.ts";

export interface DatabaseFacts {
  /** Version of SQLite. */
  readonly sqlite: string;
  readonly schema: number;
  readonly bytes: number;
  /** Of `bytes`: pages without data, which later data uses. */
  readonly freeBytes: number;
}

export const maintenanceQueries = {
  facts,

  /**
   * Returns the free pages to the file system. Other calls wait meanwhile, so that none sees a locked database. An error leaves the
   * database unchanged.
   */
  compact(db: ReadDb, file: string): { readonly before: number; readonly after: number } {
    const before = facts(db).bytes;
    vacuum(file);
    return { before, after: facts(db).bytes };
  },

  /** The name of the new backup. */
  backUp: (db: WriteDb, file: string, nowMs: number): string => basename(writeBackup(db, file, nowMs)),
};

function facts(db: ReadDb): DatabaseFacts {
  const row = db.get<{ sqlite: string; version: number; size: number; pages: number; free: number }>(
    `SELECT sqlite_version() AS sqlite, v.user_version AS version, s.page_size AS size, p.page_count AS pages,
            f.freelist_count AS free
       FROM pragma_user_version v, pragma_page_size s, pragma_page_count p, pragma_freelist_count f`,
  );
  const { sqlite = "", version = 0, size = 0, pages = 0, free = 0 } = row ?? {};
  return { sqlite, schema: version, bytes: pages * size, freeBytes: free * size };
}
