/** Creates databases that are migrated already: a copy takes 2 ms, every migration of a new file 24 ms. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../main/core/hosts.ts";
import { connect } from "../../main/core/store/connect.ts";
import { migrate } from "../../main/core/store/migrate.ts";
import { migrations } from "../../main/core/store/migrations/all.ts";
import { databaseName } from "../../main/core/store/open.ts";

let template: Buffer | undefined;

/** Not for tests of migrations, of a first start or of earlier versions. The template is created once per process. */
export function writeMigratedDatabase(file: string): void {
  template ??= readMigrated();
  writeFileSync(file, template, { mode: 0o600 });
}

/** The files that a first start creates: the database, and the marker that no integrity check is due today. */
export function writeMigratedDataDir(dataDir: string, clock: Clock): void {
  const file = join(dataDir, databaseName);
  writeMigratedDatabase(file);
  writeFileSync(`${file}-checked`, String(clock.now()));
}

function readMigrated(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "fleetdesk-template-"));
  try {
    const file = join(folder, "template.db");
    const connection = connect(file);
    migrate(connection.db, file, migrations, 0);
    // Closing moves everything from the write-ahead log into the file.
    connection.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
