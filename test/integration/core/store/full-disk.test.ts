/** Compaction on a disk that becomes full: a file system in memory of a few megabytes, where this user may mount one. */
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect, vacuum } from "../../../../main/core/store/connect.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();

/** Undefined where it cannot be mounted. */
function mountSmallDisk(path: string): Disposable | undefined {
  mkdirSync(path);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=9m", "tmpfs", path], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  return { [Symbol.dispose]: () => void execFileSync("umount", [path]) };
}

test("a compaction that fills the disk names both disks, changes nothing, and leaves no log", ({ skip }) => {
  const disk = folder.path("disk");
  using mounted = mountSmallDisk(disk);
  if (mounted === undefined) skip("Mounting a file system requires root on Linux.");
  const file = join(disk, "fleetdesk.db");
  const connection = connect(file);
  using _open = { [Symbol.dispose]: () => connection.close() };
  const { db } = connection;
  db.exec("PRAGMA wal_autocheckpoint = 50; CREATE TABLE t (x BLOB)");
  for (let row = 0; row < 56; row += 1) db.run("INSERT INTO t VALUES (randomblob(100000))");
  db.get("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(() => vacuum(file)).toThrow(
    expect.objectContaining({
      code: "disk-full",
      text: { code: "compaction-disk-full", params: { directory: disk, temporary: expect.any(String) as string } },
    }),
  );
  expect(statSync(`${file}-wal`).size).toBe(0);
  expect(
    db.get("SELECT count(*) AS rows, (SELECT quick_check FROM pragma_quick_check) AS check_result FROM t"),
  ).toEqual({
    rows: 56,
    check_result: "ok",
  });
  db.run("INSERT INTO t VALUES (1)");
});
