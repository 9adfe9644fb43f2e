/** Files with pages that were really overwritten: what is only cache is rebuilt, and nothing else is ever lost. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { connect, connectReadOnly } from "../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { cachePartOf, inspectFile } from "../../../../main/core/store/integrity.ts";
import { markerOf, setOpenMarker } from "../../../../main/core/store/open-marker.ts";
import { migrate } from "../../../../main/core/store/migrate.ts";
import { migrations } from "../../../../main/core/store/migrations/all.ts";
import { databaseName } from "../../../../main/core/store/open.ts";
import { rebuildDatabase } from "../../../../main/core/store/rebuild.ts";
import { extendSearchIndex } from "../../../../main/features/fleet/search-index.ts";
import { compareBackup } from "../../../../main/core/store/restore.ts";
import { fleetQueries } from "../../../../main/features/fleet/queries.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { loseFreePages, overwriteTable, shareFirstLeaf } from "../../../make/damage.ts";
import { writeMigratedDataDir } from "../../../make/database-template.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const dataDir = (): string => folder.path("data");
const file = (): string => join(dataDir(), databaseName);
const now = Date.UTC(2031, 2, 4);
const rows = 60;
let filled: Buffer | undefined;

beforeEach(() => {
  mkdirSync(dataDir());
  if (filled === undefined) {
    writeMigratedDataDir(dataDir(), createFakeClock());
    write(fill);
    filled = readFileSync(file());
  } else writeFileSync(file(), filled);
});

/** Rows on several pages of each table that the tests damage. */
function fill(db: WriteDb): void {
  db.exec(`INSERT INTO campaign (kind, connection, name, state, source_address, template, options, concurrency, created_at)
    VALUES ('bulk', 1, 'spring', 'finished', '4911', 'CHK', '{}', 1, 1)`);
  db.exec("INSERT INTO setting VALUES ('theme', '\"dark\"')");
  for (let n = 1; n <= rows; n += 1) {
    const text = `${n + 100} ${"x".repeat(100)}`;
    db.run("INSERT INTO recipient (campaign, row, outcome, endpoint, given) VALUES (1, ?, 3, ?, ?)", n, `e${n}`, text);
    db.run(
      `INSERT INTO audit_entry (type, at, until_at, kind, run, sought, entry, hash)
        VALUES ('call', ?, ?, 'k', 'r', '', ?, 'h')`,
      n,
      n,
      text,
    );
    db.run("INSERT INTO standing_suppression VALUES (1, ?, ?, 1)", String(n), text);
    db.run("INSERT INTO fleet_audience_member VALUES (1, ?, ?)", text, n);
    db.run(
      "INSERT INTO sms_message (mid, connection, endpoint, key, at, direction, delivery, sought) VALUES (?, 1, ?, ?, ?, 'mt', 'delivered', ?)",
      n,
      `e${n}`,
      `k${n}`,
      n,
      text,
    );
    db.run("INSERT INTO sms_words (rowid, sought) VALUES (?, ?)", n, text);
    db.run("INSERT INTO sms_record VALUES (?, ?)", n, text);
    db.run(
      "INSERT INTO fleet_endpoint (rid, connection, id, name, tags, first_seen, changed_at, seen) VALUES (?, 1, ?, ?, 'van', 1, 1, 5)",
      n,
      n + 100,
      text,
    );
    db.run("INSERT INTO fleet_endpoint_raw VALUES (?, ?)", n, text);
    db.run("INSERT INTO endpoint_contact VALUES (1, ?, 5, 'sms')", n);
    db.run("INSERT INTO event VALUES (?, 1, ?, ?, 1, 1, NULL, NULL, NULL, NULL, '', ?, 1)", n, n, n, text);
    db.run("INSERT INTO event_record VALUES (?, ?)", n, text);
    db.run("INSERT INTO quota_history VALUES (1, 'data', ?, 1, 1)", text);
    db.run("INSERT INTO network_listed VALUES (1, 'dns', ?, ?, 1)", String(n), text);
  }
  extendSearchIndex(db);
  db.exec("INSERT INTO event_scope VALUES (1, 1, 'all', '', NULL); INSERT INTO event_span VALUES (1, 1, 500, 1, 400)");
}

function write(work: (db: WriteDb) => void): void {
  const connection = connect(file());
  connection.db.transaction(() => work(connection.db));
  connection.close();
}

function read<T>(work: (db: WriteDb) => T): T {
  const connection = connectReadOnly(file());
  try {
    return work(connection.db);
  } finally {
    connection.close();
  }
}

const damage = (name: string, page: "root" | "leaf" = "root"): void => overwriteTable(file(), name, page);

const protectedTables = ["campaign", "recipient", "audit_entry", "standing_suppression", "fleet_audience_member"];
const cacheContents = {
  fleet: ["fleet_endpoint", "fleet_endpoint_raw"],
  contacts: ["endpoint_contact"],
  events: ["event", "event_record", "event_scope", "event_span"],
  quotas: ["quota_history"],
  network: ["network_listed"],
} as const;

const contentsOf = (tables: readonly string[]): unknown =>
  read((db) => tables.map((table) => db.all(`SELECT * FROM ${table}`)));
const matches = (index: string, text: string): number =>
  read((db) => db.all(`SELECT rowid FROM ${index} WHERE ${index} MATCH ?`, `"${text}"`).length);

describe("damage of the cache", () => {
  test.each([
    ["fleet", "fleet_endpoint", "leaf"],
    ["fleet", "fleet_endpoint_raw", "root"],
    ["fleet", "fleet_endpoint_by_name", "leaf"],
    ["events", "event_record", "leaf"],
    ["events", "event_at", "root"],
    ["quotas", "quota_history", "leaf"],
    ["network", "network_listed", "root"],
  ] as const)("%s: is rebuilt without the part, which counts as never loaded (%s, %s)", (part, name, page) => {
    const { [part]: dropped, ...others } = cacheContents;
    const remaining = Object.values<readonly string[]>(others).flat();
    const before = contentsOf([...protectedTables, "sms_message", ...remaining]);
    const sequences = contentsOf(["sqlite_sequence"]);
    damage(name, page);
    const damaged = readFileSync(file());
    expect(inspectFile(file())).toMatchObject({ state: "cache-damaged", parts: [part] });
    const { former } = rebuildDatabase(dataDir(), now);
    expect(inspectFile(file())).toEqual({ state: "sound", parts: [], findings: [] });
    expect(contentsOf([...protectedTables, "sms_message", ...remaining])).toEqual(before);
    expect(contentsOf(["sqlite_sequence"])).toEqual(sequences);
    expect(read((db) => db.get("SELECT value FROM setting WHERE key = 'theme'"))).toEqual({ value: '"dark"' });
    expect(contentsOf(dropped)).toEqual(dropped.map(() => []));
    expect(matches("sms_words", "149")).toBe(1);
    write(extendSearchIndex);
    expect(matches("fleet_endpoint_search", "149")).toBe(part === "fleet" ? 0 : 1);
    expect(readFileSync(former ?? "")).toEqual(damaged);
    expect(setOpenMarker(file())).toMatchObject({ unclean: true, suspicion: "cache-rebuilt" });
  });

  test("of the last contacts leaves the events out as well, because their coverage would show silent endpoints", () => {
    damage("endpoint_contact", "leaf");
    expect(inspectFile(file())).toMatchObject({ state: "cache-damaged", parts: ["contacts", "events"] });
    rebuildDatabase(dataDir(), now);
    expect(contentsOf(["endpoint_contact", "event", "event_span"])).toEqual([[], [], []]);
    expect(read((db) => db.get("SELECT count(*) AS endpoints, count(seen) AS seen FROM fleet_endpoint"))).toEqual({
      endpoints: rows,
      seen: 0,
    });
  });

  test("of the fleet makes earlier changes unknown, also after the next sync", () => {
    const covers = (at: number): boolean => read((db) => fleetQueries.historyCovers(db, 1, at));
    expect(covers(now - 1)).toBe(true);
    damage("fleet_endpoint", "leaf");
    rebuildDatabase(dataDir(), now);
    expect([covers(now - 1), covers(now)]).toEqual([false, true]);
  });

  test.each(["sms_words", "fleet_endpoint_search"])("of a search index loses nothing (%s)", (index) => {
    const tables = [...protectedTables, "sms_message", ...Object.values<readonly string[]>(cacheContents).flat()];
    const before = contentsOf(tables);
    damage(`${index}_data`, "leaf");
    expect(inspectFile(file())).toMatchObject({ state: "cache-damaged", parts: ["search"] });
    rebuildDatabase(dataDir(), now);
    expect(contentsOf(tables)).toEqual(before);
    write(extendSearchIndex);
    expect(matches(index, "149")).toBe(1);
  });

  test("of several parts is rebuilt at once", () => {
    damage("event_record");
    damage("quota_history", "leaf");
    expect(inspectFile(file())).toMatchObject({ state: "cache-damaged", parts: ["events", "quotas"] });
    rebuildDatabase(dataDir(), now);
    expect(inspectFile(file()).state).toBe("sound");
  });

  test("keeps the indexes that a first sync had put off", () => {
    write((db) => {
      const index = db.get<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'fleet_endpoint_by_imei'");
      db.run("INSERT INTO fleet_deferred_index VALUES ('fleet_endpoint_by_imei', ?)", index?.sql ?? "");
      db.exec("DROP INDEX fleet_endpoint_by_imei");
    });
    damage("event_record");
    rebuildDatabase(dataDir(), now);
    expect(contentsOf(["fleet_deferred_index"])).toEqual([[]]);
    expect(read((db) => db.get("SELECT 1 FROM sqlite_schema WHERE name = 'fleet_endpoint_by_imei'"))).toBeDefined();
  });
});

test("damage of pages that belong to no table affects no part", () => {
  // SQLite does not look for such pages where the database has virtual tables, depending on their order.
  writeFileSync(file(), "");
  write((db) => db.exec("CREATE TABLE recipient (x); INSERT INTO recipient VALUES (1)"));
  loseFreePages(file());
  expect(inspectFile(file())).toMatchObject({ state: "cache-damaged", parts: [] });
});

test("a database from before messages were saved is rebuilt", () => {
  writeFileSync(file(), "");
  const connection = connect(file());
  const { db } = connection;
  migrate(
    db,
    file(),
    migrations.filter(({ version }) => version < 70),
    now,
  );
  db.exec("INSERT INTO setting VALUES ('theme', '\"dark\"')");
  connection.close();
  damage("fleet_endpoint_by_name", "root");
  expect(rebuildDatabase(dataDir(), now).former).toBeDefined();
  expect(read((one) => one.get("PRAGMA user_version"))).toEqual({ user_version: 60 });
  expect(read((one) => one.get("SELECT value FROM setting WHERE key = 'theme'"))).toEqual({ value: '"dark"' });
});

test("a newer database is not rebuilt, since its tables are not all known", () => {
  write((db) => db.exec("CREATE TABLE later (x); INSERT INTO later VALUES (1); PRAGMA user_version = 99999"));
  damage("fleet_endpoint_by_name", "root");
  const before = readFileSync(file());
  expect(() => rebuildDatabase(dataDir(), now)).toThrow(expect.objectContaining({ code: "database-from-future" }));
  expect(readFileSync(file()).equals(before)).toBe(true);
});

describe("damage of anything else", () => {
  test.each([
    ["recipient", "leaf"],
    ["recipient_endpoint", "leaf"],
    ["campaign", "root"],
    ["audit_entry", "leaf"],
    ["standing_suppression", "leaf"],
    ["fleet_audience_member", "leaf"],
    ["sms_message", "leaf"],
    ["change", "root"],
    ["setting", "root"],
  ] as const)("is not rebuilt (%s, %s)", (name, page) => {
    damage(name, page);
    damage("event_record");
    const before = readFileSync(file());
    expect(inspectFile(file()).state).toBe("damaged");
    expect(() => rebuildDatabase(dataDir(), now)).toThrow(expect.objectContaining({ code: "database-corrupt" }));
    expect(readFileSync(file())).toEqual(before);
    expect([existsSync(markerOf(file())), existsSync(`${file()}.part`)]).toEqual([false, false]);
  });

  test.each(["no", "many"])("such as a page that two tables share is not rebuilt (%s other findings)", (others) => {
    write((db) => {
      db.exec("UPDATE fleet_endpoint_raw SET raw = 'of another table ' || raw");
      for (let id = 1000; id < 1100; id += 1) db.run("INSERT INTO event_record VALUES (?, ?)", id, "x".repeat(3000));
    });
    shareFirstLeaf(file(), "sms_record", "fleet_endpoint_raw");
    expect(read((db) => db.get<{ record: string }>("SELECT record FROM sms_record"))?.record).toMatch(
      "of another table",
    );
    expect(read((db) => db.all("PRAGMA integrity_check('sms_record')"))).toEqual([{ integrity_check: "ok" }]);
    if (others === "many") overwriteTable(file(), "event_record", "leaves");
    expect(inspectFile(file()).state).toBe("damaged");
    expect(() => rebuildDatabase(dataDir(), now)).toThrow(expect.objectContaining({ code: "database-corrupt" }));
  });

  test("such as a row without its campaign is not rebuilt", () => {
    const connection = connect(file());
    connection.db.exec("PRAGMA foreign_keys = OFF; DELETE FROM campaign");
    connection.close();
    expect(inspectFile(file())).toMatchObject({ state: "damaged", parts: [] });
  });

  test("such as a file that is no database is reported", () => {
    folder.write(`data/${databaseName}`, "this is no database, and it is longer than its header ".repeat(20));
    expect(inspectFile(file())).toMatchObject({ state: "damaged", parts: [] });
  });
});

test.each(["inspect", "compare", "rebuild"] as const)(
  "a missing write-ahead log stays missing, so that the next start notices it (%s)",
  (work) => {
    const name = "fleetdesk-2031-03-03T12-00-00-000Z-v10.db";
    mkdirSync(join(dataDir(), "backups"));
    copyFileSync(file(), join(dataDir(), "backups", name));
    const list = (): Set<string> => new Set(readdirSync(dataDir(), { recursive: true, encoding: "utf8" }));
    const files = list();
    if (work === "inspect") inspectFile(file());
    else if (work === "compare") compareBackup(dataDir(), name);
    else {
      damage("event_record");
      rebuildDatabase(dataDir(), now);
      files.add(`${databaseName}-open`).add("fleetdesk-replaced-2031-03-04T00-00-00-000Z.db");
    }
    expect(list()).toEqual(files);
  },
);

test("a sound database is left as it is", () => {
  const before = readFileSync(file());
  expect(rebuildDatabase(dataDir(), now)).toEqual({ former: undefined });
  expect(readFileSync(file())).toEqual(before);
});

// A new table is left out of a rebuilt copy only if it is listed in integrity.ts; anything that a send depends on belongs here.
test("exactly these tables are never left out", () => {
  const tables = read((db) => db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'"));
  const names = tables.map(({ name }) => name).filter((name) => cachePartOf(name) === undefined);
  expect(names.toSorted()).toEqual([
    "audit_entry",
    "campaign",
    "campaign_draft",
    "campaign_event",
    "campaign_lease",
    "campaign_point",
    "campaign_ring",
    "campaign_tally",
    "campaign_throttle",
    "change",
    "connection",
    "fleet_audience",
    "fleet_audience_member",
    "quota_change",
    "quota_row",
    "recipient",
    "recipient_event",
    "recipient_identifier",
    "recipient_list",
    "send_day",
    "setting",
    "sign_in_block",
    "sms_message",
    "sms_record",
    "sms_record_clock",
    "sms_template",
    "sms_thread",
    "sqlite_sequence",
    "standing_pin",
    "standing_suppression",
    "suppression",
    "suppression_value",
    "vault_key",
    "view",
  ]);
});
