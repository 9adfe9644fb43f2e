import fs, {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { backupDir } from "../../../../main/core/store/backup-files.ts";
import { setOpenMarker, writeMarker } from "../../../../main/core/store/open-marker.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { completeReplacement } from "../../../../main/core/store/replacement.ts";
import { compareBackup, restoreBackup } from "../../../../main/core/store/restore.ts";
import { connectionQueries } from "../../../../main/features/connections/queries.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { writeMigratedDataDir } from "../../../make/database-template.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const dataDir = (): string => folder.path("data");
const file = (): string => join(dataDir(), databaseName);
const backup = "fleetdesk-2031-03-03T12-00-00-000Z-v10.db";
const later = Date.UTC(2031, 2, 4);

beforeEach(() => {
  mkdirSync(dataDir());
  writeMigratedDataDir(dataDir(), createFakeClock());
  mkdirSync(backupDir(file()));
  copyFileSync(file(), join(backupDir(file()), backup));
  writeFileSync(`${file()}-wal`, "committed last");
});

/** As after an end of the process between the two renames. */
function interruptRestore(): { readonly former: string; readonly draft: string } {
  const { former = "" } = restoreBackup(dataDir(), backup, later);
  const draft = `${file()}.part`;
  renameSync(file(), draft);
  renameSync(`${former}-wal`, `${file()}-wal`);
  return { former, draft };
}

test("an interrupted restore is completed: the log of the former database is moved with it", () => {
  const { former } = interruptRestore();
  expect(completeReplacement(file())).toBe(true);
  expect(readFileSync(`${former}-wal`, "utf8")).toBe("committed last");
  expect([existsSync(file()), existsSync(`${file()}-wal`)]).toEqual([true, false]);
  expect(setOpenMarker(file())).toMatchObject({ suspicion: "backup-restored" });
});

test("a restore that fails is undone: no later opening completes it", () => {
  const { renameSync: rename } = fs;
  // As a virus scanner does that has the new database open.
  fs.renameSync = (from, to) => {
    if (String(from).endsWith(".part")) throw Object.assign(new Error("in use"), { code: "EPERM" });
    rename(from, to);
  };
  syncBuiltinESMExports();
  try {
    expect(() => restoreBackup(dataDir(), backup, later)).toThrow(
      expect.objectContaining({ code: "data-dir-read-only" }) as Error,
    );
  } finally {
    fs.renameSync = rename;
    syncBuiltinESMExports();
  }
  expect([completeReplacement(file()), readFileSync(`${file()}-wal`, "utf8")]).toEqual([true, "committed last"]);
  expect(setOpenMarker(file()).suspicion).toBeUndefined();
});

test("without the new database, the former one is in its place again", () => {
  const { former, draft } = interruptRestore();
  rmSync(draft);
  expect(completeReplacement(file())).toBe(true);
  expect(readFileSync(`${file()}-wal`, "utf8")).toBe("committed last");
  rmSync(file());
  writeFileSync(draft, "incomplete");
  expect([existsSync(former), completeReplacement(file())]).toEqual([false, false]);
});

test.each(["complete", "missing"] as const)(
  "a restore after an interrupted one whose new database is %s keeps suppression lists and attempts",
  (state) => {
    rmSync(`${file()}-wal`);
    inDatabase(join(backupDir(file()), backup), (db) => addConnection(db, 1, "main"));
    inDatabase(file(), (db) => {
      addConnection(db, 1, "main");
      db.exec(
        "INSERT INTO standing_suppression VALUES (1, 'x', '', 2); INSERT INTO send_day VALUES (1, '2031-03-03', 5)",
      );
    });
    writeFileSync(`${file()}-wal`, "committed last");
    const { draft } = interruptRestore();
    if (state === "missing") rmSync(draft);
    expect(compareBackup(dataDir(), backup).suppression).toEqual({ added: 1, lost: 0 });
    restoreBackup(dataDir(), backup, later + 1000);
    inDatabase(file(), (db) => {
      expect(db.all("SELECT value FROM standing_suppression")).toEqual([{ value: "x" }]);
      expect(db.all("SELECT attempts FROM send_day")).toEqual([{ attempts: 5 }]);
    });
  },
);

test("the name of an earlier restore is not used again", () => {
  const { former } = restoreBackup(dataDir(), backup, later);
  const again = restoreBackup(dataDir(), backup, later + 1000);
  expect(former).toBeDefined();
  expect(again.former).not.toBe(former);
  expect(readFileSync(`${former}-wal`, "utf8")).toBe("committed last");
});

function inDatabase(path: string, work: (db: WriteDb) => void): void {
  const connection = connect(path);
  work(connection.db);
  connection.close();
}

function addConnection(db: WriteDb, id: number, name: string, organisation?: string): void {
  db.run(
    `INSERT INTO connection (id, name, base_url, kind, options, identity, session, vault_key, created_at)
     VALUES (?, ?, 'https://a.example', 'user', '{}', ?, '{}', ?, 1)`,
    id,
    name,
    JSON.stringify({ organisationId: organisation }),
    `${id}`,
  );
}

test("entries are added to the list of the connection of that name, and a connection that the backup lacks is kept with its list", () => {
  rmSync(`${file()}-wal`);
  const path = join(backupDir(file()), backup);
  inDatabase(path, (db) => {
    addConnection(db, 1, "moved", "1");
    addConnection(db, 2, "other", "1");
    db.exec("INSERT INTO standing_suppression VALUES (1, 'both', 'older', 1)");
  });
  inDatabase(file(), (db) => {
    addConnection(db, 2, "other", "2");
    addConnection(db, 3, "moved");
    addConnection(db, 4, "new", "1");
    addConnection(db, 5, "without a list", "1");
    db.exec("INSERT INTO vault_key VALUES ('4', 'system', 7); UPDATE connection SET is_current = 1 WHERE id = 4");
    db.exec(`INSERT INTO standing_suppression VALUES (3, 'both', '', 2), (3, 'van', 'asked', 2), (2, 'x', '', 2), (4, 'y', '', 2);
      INSERT INTO standing_pin VALUES (3, 'van', '70001', 'Van', 2), (4, 'y', '70002', 'Y', 2)`);
  });
  expect(compareBackup(dataDir(), backup).suppression).toEqual({ added: 2, lost: 1 });
  restoreBackup(dataDir(), backup, later);
  expect(readdirSync(dataDir()).filter((name) => name.startsWith(`${databaseName}.`))).toEqual([]);
  inDatabase(file(), (db) => {
    expect(db.all("SELECT * FROM standing_suppression ORDER BY value")).toEqual([
      { connection: 1, value: "both", note: "older", added_at: 1 },
      { connection: 1, value: "van", note: "asked", added_at: 2 },
      { connection: 4, value: "y", note: "", added_at: 2 },
    ]);
    expect(db.all("SELECT * FROM standing_pin")).toEqual([
      { connection: 1, value: "van", endpoint: "70001", name: "Van", found_at: 2 },
      { connection: 4, value: "y", endpoint: "70002", name: "Y", found_at: 2 },
    ]);
    expect(db.all("SELECT id, name, vault_key, is_current FROM connection ORDER BY id")).toEqual([
      { id: 1, name: "moved", vault_key: "1", is_current: 0 },
      { id: 2, name: "other", vault_key: "2", is_current: 0 },
      { id: 4, name: "new", vault_key: "4", is_current: 0 },
    ]);
    expect(db.all("SELECT key, protection FROM vault_key")).toEqual([{ key: "4", protection: "system" }]);
  });
});

test("attempts since the backup still count for the daily budget of the connection of that name", () => {
  rmSync(`${file()}-wal`);
  inDatabase(join(backupDir(file()), backup), (db) => {
    addConnection(db, 1, "main");
    db.exec("INSERT INTO send_day VALUES (1, '2031-03-02', 9), (1, '2031-03-03', 3)");
  });
  inDatabase(file(), (db) => {
    addConnection(db, 2, "main");
    addConnection(db, 3, "new");
    db.exec(
      "INSERT INTO send_day VALUES (2, '2031-03-02', 8), (2, '2031-03-03', 5), (2, '2031-03-04', 7), (3, '2031-03-04', 1)",
    );
  });
  restoreBackup(dataDir(), backup, later);
  inDatabase(file(), (db) => {
    expect(db.all("SELECT * FROM send_day ORDER BY day")).toEqual([
      { connection: 1, day: "2031-03-02", attempts: 9 },
      { connection: 1, day: "2031-03-03", attempts: 5 },
      { connection: 1, day: "2031-03-04", attempts: 7 },
    ]);
  });
});

test("tokens of a sign-in after the backup can still be removed from the keychain", () => {
  rmSync(`${file()}-wal`);
  inDatabase(join(backupDir(file()), backup), (db) => {
    addConnection(db, 1, "main");
    db.exec("INSERT INTO vault_key VALUES ('1', 'system', 7)");
  });
  inDatabase(file(), (db) => {
    addConnection(db, 2, "main");
    db.exec("INSERT INTO vault_key VALUES ('2', 'system', 8)");
  });
  restoreBackup(dataDir(), backup, later);
  inDatabase(file(), (db) => expect(connectionQueries.orphanedVaultKeys(db, "system")).toEqual(["2"]));
});

test("a backup of a version without daily budgets is restored without them", () => {
  rmSync(`${file()}-wal`);
  inDatabase(join(backupDir(file()), backup), (db) => db.exec("DROP TABLE send_day"));
  inDatabase(file(), (db) => {
    addConnection(db, 1, "main");
    db.exec("INSERT INTO send_day VALUES (1, '2031-03-03', 5)");
  });
  expect(restoreBackup(dataDir(), backup, later).former).toBeDefined();
});

test("a connection that was removed before the backup is kept with its list", () => {
  rmSync(`${file()}-wal`);
  inDatabase(join(backupDir(file()), backup), (db) => {
    addConnection(db, 1, "removed", "1");
    db.exec("UPDATE connection SET retired_at = 5 WHERE id = 1");
  });
  inDatabase(file(), (db) => {
    addConnection(db, 1, "removed", "1");
    db.exec("INSERT INTO standing_suppression VALUES (1, 'x', '', 2)");
  });
  expect(compareBackup(dataDir(), backup).suppression).toEqual({ added: 1, lost: 0 });
  restoreBackup(dataDir(), backup, later);
  inDatabase(file(), (db) => {
    expect(db.all("SELECT id, name, vault_key FROM connection WHERE retired_at IS NULL")).toEqual([
      { id: 2, name: "removed", vault_key: "1" },
    ]);
    expect(db.all("SELECT connection, value FROM standing_suppression")).toEqual([{ connection: 2, value: "x" }]);
  });
});

test("a backup of a version without suppression lists is restored without them", () => {
  rmSync(`${file()}-wal`);
  inDatabase(join(backupDir(file()), backup), (db) => {
    addConnection(db, 1, "main", "1");
    db.exec("DROP TABLE standing_suppression; DROP TABLE standing_pin");
  });
  inDatabase(file(), (db) => {
    addConnection(db, 1, "main", "1");
    db.exec("INSERT INTO standing_suppression VALUES (1, 'x', '', 2)");
  });
  expect(compareBackup(dataDir(), backup).suppression).toEqual({ added: 0, lost: 1 });
  restoreBackup(dataDir(), backup, later);
  inDatabase(file(), (db) => expect(db.all("SELECT name FROM connection")).toEqual([{ name: "main" }]));
});

test.each([
  ["open", "log-missing"],
  ["closing", undefined],
  ["opening", undefined],
] as const)("a database without a log that was %s has lost commits according to %s", (text, suspicion) => {
  renameSync(`${file()}-wal`, `${file()}-gone`);
  writeMarker(file(), text);
  expect(setOpenMarker(file())).toMatchObject({ unclean: true, suspicion });
});
