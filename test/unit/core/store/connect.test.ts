import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Connection,
  connect,
  connectReadOnly,
  connectWhereNothingIsWritten,
} from "../../../../main/core/store/connect.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const open: Connection[] = [];

afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
});

function database(opener = connect): Connection {
  const connection = opener(folder.path("test.db"));
  open.push(connection);
  return connection;
}

describe("a database", () => {
  it("is durable, enforces foreign keys, and waits for locks", () => {
    const { db } = database();
    expect(db.get("PRAGMA journal_mode")).toMatchObject({ journal_mode: "wal" });
    expect(db.get("PRAGMA synchronous")).toMatchObject({ synchronous: 2 });
    expect(db.get("PRAGMA foreign_keys")).toMatchObject({ foreign_keys: 1 });
    expect(db.get("PRAGMA busy_timeout")).toMatchObject({ timeout: 5000 });
  });

  it("keeps no deleted text in pages that are written anyway", () => {
    const { db } = database();
    db.exec("CREATE TABLE t (x)");
    for (const x of ["PIN 4711", "kept"]) db.run("INSERT INTO t VALUES (?)", x);
    db.run("DELETE FROM t WHERE x <> 'kept'");
    db.get("PRAGMA wal_checkpoint(TRUNCATE)");
    expect(readFileSync(folder.path("test.db"), "latin1")).not.toContain("PIN 4711");
  });

  it("rolls back a transaction that throws, and the next one works", () => {
    const { db } = database();
    db.exec("CREATE TABLE t (x)");
    expect(() =>
      db.transaction(() => {
        db.run("INSERT INTO t VALUES (1)");
        throw new Error("no");
      }),
    ).toThrow("no");
    db.transaction(() => db.run("INSERT INTO t VALUES (2)"));
    expect(db.all("SELECT x FROM t")).toEqual([{ x: 2 }]);
  });

  it("lets an inner transaction join the outer one", () => {
    const { db } = database();
    db.exec("CREATE TABLE t (x)");
    expect(() =>
      db.transaction(() => {
        db.transaction(() => db.run("INSERT INTO t VALUES (1)"));
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(db.all("SELECT x FROM t")).toEqual([]);
  });

  it("reports a full disk, and keeps its content", () => {
    const { db } = database();
    db.exec("CREATE TABLE t (x); INSERT INTO t VALUES ('kept'); PRAGMA max_page_count = 4");
    expect(() => db.transaction(() => db.run("INSERT INTO t VALUES (?)", "x".repeat(100_000)))).toThrow(
      expect.objectContaining({
        code: "disk-full",
        text: { code: "database-disk-full", params: { file: expect.any(String) as string } },
      }),
    );
    expect(db.all("SELECT x FROM t")).toEqual([{ x: "kept" }]);
  });

  it("cannot be written through the read-only connection", () => {
    database().db.exec("CREATE TABLE t (x)");
    const { db } = database(connectReadOnly);
    expect(() => db.all("INSERT INTO t VALUES (1)")).toThrow(expect.objectContaining({ code: "data-dir-read-only" }));
  });

  it("opened without its side files shows later writes of another process", () => {
    const first = connect(folder.path("test.db"));
    first.db.exec("CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    first.close();
    // A directory in place of a side file, so that it cannot be created.
    mkdirSync(folder.path("test.db-shm"));
    const { db: reader } = database(connectWhereNothingIsWritten);
    expect(reader.all("SELECT x FROM t")).toEqual([{ x: 1 }]);
    expect(() => reader.run("INSERT INTO t VALUES (2)")).toThrow(
      expect.objectContaining({ code: "data-dir-read-only" }),
    );
    rmdirSync(folder.path("test.db-shm"));
    for (let x = 2; x <= 3; x += 1) {
      // SQLite shares its locks among the connections of a process.
      const insert = `new (require("node:sqlite").DatabaseSync)("${folder.path("test.db")}").exec("INSERT INTO t VALUES (${x})")`;
      execFileSync(process.execPath, ["-e", insert]);
      expect(reader.get("SELECT max(x) AS x FROM t")).toEqual({ x });
    }
  });
});
