/** A real database file with every migration, opened in the test's own thread. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { connect } from "../../main/core/store/connect.ts";
import { migrations } from "../../main/core/store/migrations/all.ts";
import type { WriteDb } from "../../main/core/store/db.ts";
import { writeMigratedDatabase } from "./database-template.ts";

export interface Database {
  readonly db: WriteDb;
  close(): void;
}

export function openDatabase(): Database {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-database-"));
  const file = join(folder, "fleetdesk.db");
  writeMigratedDatabase(file);
  const connection = connect(file);
  const { db } = connection;
  return {
    db,
    close: () => {
      connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a new database for each test of a file. Call at the top of the file. */
export function useDatabase(): () => WriteDb {
  let open: Database | undefined;
  beforeEach(() => {
    open = openDatabase();
  });
  afterEach(() => open?.close());
  return () => {
    if (open === undefined) throw new Error("The database is there within a test only.");
    return open.db;
  };
}

/** As `useDatabase`, in memory: for what is written row by row, without the commits to a disk. */
export function useMemoryDatabase(): () => WriteDb {
  let db: WriteDb | undefined;
  beforeEach(() => {
    const opened = connect(":memory:").db;
    opened.transaction(() => migrations.forEach((step) => step.up(opened)));
    db = opened;
  });
  return () => {
    if (db === undefined) throw new Error("The database is there within a test only.");
    return db;
  };
}
