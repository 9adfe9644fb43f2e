/** Databases of earlier versions with changes of DNS configurations, profiles, streams and callbacks in every state, opened by this version. */
import { codedText, encodeText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Change } from "../../../../main/core/journal/change.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { migrate } from "../../../../main/core/store/migrate.ts";
import { migrations } from "../../../../main/core/store/migrations/all.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";
import { networkQueries } from "../../../../main/features/network/queries.ts";
import { journalQueries } from "../../../make/journal.ts";

const folder = useScratchFolder();

/** Fills a database of an earlier version and opens it. */
function openFormer(
  version: number,
  fill: (db: WriteDb) => void,
): { readonly db: WriteDb; readonly close: () => void } {
  const file = folder.path(`former-${version}.db`);
  const former = connect(file);
  const steps = migrations.filter((step) => step.version <= version);
  migrate(former.db, file, steps, 0);
  former.db.transaction(() => fill(former.db));
  former.close();
  const opened = connect(file);
  const { from, to } = migrate(opened.db, file, migrations, 1);
  expect([from, to]).toEqual([steps.at(-1)?.version, migrations.at(-1)?.version]);
  return { db: opened.db, close: () => opened.close() };
}

function insert(db: WriteDb, table: string, row: Readonly<Record<string, string | number | null>>): void {
  const names = Object.keys(row);
  db.run(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...Object.values(row),
  );
}

const list = (db: WriteDb, ...resources: readonly string[]): readonly Change[] =>
  journalQueries.list(db, 1, resources).map((change) => ({ ...change }));
const states = (changes: readonly Change[]): readonly (readonly unknown[])[] =>
  changes.map(({ action, state, subject, work }) => [action, state, subject, work]);

const latest = 290;

test("dns_write: creations and deletions keep their outcome, evidence and audit reference", () => {
  const common = { connection: 1, primary_server: "9.9.9.9", secondary_server: "8.8.8.8" };
  const { db, close } = openFormer(latest, (former) => {
    insert(former, "dns_write", { ...common, kind: "create", state: "done", at: 1, ended: 2, dns: "5" });
    insert(former, "dns_write", { ...common, kind: "create", state: "unknown", at: 3, known: '["5"]' });
    insert(former, "dns_write", { ...common, kind: "create", state: "unknown", at: 4, ended: 6, known: '["5"]' });
    insert(former, "dns_write", {
      connection: 1,
      kind: "delete",
      state: "not-applied",
      at: 7,
      ended: 8,
      settled_at: 9,
      dns: "5",
    });
  });
  const changes = list(db, "dns");
  expect(states(changes)).toEqual([
    ["create", "applied", "5", "dns write 1"],
    ["create", "sending", undefined, "dns write 2"],
    ["create", "unknown", undefined, "dns write 3"],
    ["delete", "not-applied", "5", "dns write 4"],
  ]);
  expect(changes[2]).toMatchObject({
    at: 4,
    endedAt: 6,
    previousIds: ["5"],
    request: { primary: "9.9.9.9", secondary: "8.8.8.8" },
  });
  expect(changes[3]).toMatchObject({ resolvedAt: 9 });
  expect(journalQueries.recover(db, 100, codedText("interrupted-before-answer"))).toEqual([2, 3]);
  close();
});

test("dns_change: the changes of a profile keep their order and their undo; the creation is that of the profile", () => {
  const none = JSON.stringify({ state: "none" });
  const four = JSON.stringify({ state: "uses", dns: "4" });
  const common = { connection: 1, profile: "901", profile_name: "Trackers" };
  const { db, close } = openFormer(latest, (former) => {
    const created = { connection: 1, profile: "901", name: "Trackers", after: '{"name":"Trackers","dns":"4"}' };
    insert(former, "profile_change", { ...created, kind: "create", state: "done", at: 1, ended: 2 });
    insert(former, "dns_change", {
      ...common,
      kind: "created",
      state: "done",
      at: 2,
      ended: 2,
      before: none,
      after: four,
    });
    insert(former, "dns_change", {
      ...common,
      kind: "detached",
      state: "done",
      at: 5,
      ended: 6,
      before: four,
      after: none,
    });
    insert(former, "dns_change", {
      ...common,
      kind: "undone",
      state: "unknown",
      at: 7,
      ended: 8,
      before: none,
      after: four,
      undo_of: 2,
    });
    const message = encodeText(codedText("connection-lost"));
    insert(former, "dns_change", {
      ...common,
      kind: "attached",
      state: "refused",
      at: 9,
      ended: 10,
      before: four,
      after: four,
      code: "service-1400",
      message,
    });
    insert(former, "dns_change", {
      ...common,
      kind: "told",
      state: "done",
      at: 11,
      ended: 11,
      before: none,
      after: four,
    });
  });
  const changes = list(db, "profile", "profile-dns");
  expect(states(changes)).toEqual([
    ["create", "applied", "901", "profile 1"],
    ["detached", "applied", "901", "dns change 2"],
    ["undone", "unknown", "901", "dns change 3"],
    ["attached", "rejected", "901", "dns change 4"],
    ["recorded", "applied", "901", "dns change 5"],
  ]);
  expect(changes[2]).toMatchObject({
    undoOf: changes[1]?.change,
    before: { state: "none" },
    request: { after: { state: "uses", dns: "4" } },
  });
  expect(changes[3]).toMatchObject({ code: "service-1400", message: codedText("connection-lost"), name: "Trackers" });
  close();
});

test("profile_change: creations, updates and callbacks keep what they requested", () => {
  const { db, close } = openFormer(latest, (former) => {
    const common = { connection: 1, state: "unknown", ended: 2 };
    insert(former, "profile_change", {
      ...common,
      kind: "create",
      at: 1,
      name: "Neu",
      known: '["901"]',
      after: '{"name":"Neu"}',
    });
    insert(former, "profile_change", {
      ...common,
      kind: "update",
      at: 2,
      profile: "901",
      before: '{"name":"Old"}',
      after: '{"name":"New","switches":{}}',
    });
    insert(former, "profile_change", {
      ...common,
      kind: "callback",
      at: 3,
      profile: "901",
      before: '{"state":"none"}',
      after: '{"state":"uses","callback":"21"}',
    });
  });
  const changes = list(db, "profile", "profile-callback");
  expect(changes).toMatchObject([
    { resource: "profile", action: "create", name: "Neu", previousIds: ["901"], request: { name: "Neu" } },
    {
      resource: "profile",
      action: "update",
      subject: "901",
      before: { name: "Old" },
      request: { name: "New", switches: {} },
    },
    {
      resource: "profile-callback",
      action: "set",
      subject: "901",
      before: { state: "none" },
      request: { after: { state: "uses", callback: "21" } },
    },
  ]);
  expect(changes.map(({ state }) => state)).toEqual(["unknown", "unknown", "unknown"]);
  close();
});

test("stream_entry: the register keeps every creation with its form, requests and outcome", () => {
  const { db, close } = openFormer(latest, (former) => {
    const common = { connection: 1, form: '{"url":"https://a.example","purpose":"p"}', sent: '[{"method":"POST"}]' };
    const answer = encodeText(codedText("connection-lost"));
    insert(former, "stream_entry", {
      ...common,
      kind: "callback",
      state: "created",
      sent_at: 1,
      settled_at: 2,
      answer,
      id: "22",
    });
    insert(former, "stream_entry", {
      ...common,
      kind: "stream",
      state: "unknown",
      sent_at: 3,
      settled_at: 4,
      answer,
      known: "[]",
    });
    insert(former, "stream_entry", {
      ...common,
      kind: "stream",
      state: "not-created",
      sent_at: 5,
      settled_at: 9,
      answer,
    });
    insert(former, "stream_entry", {
      ...common,
      kind: "stream",
      state: "unknown",
      sent_at: 6,
      settled_at: null,
      answer,
    });
  });
  expect(states(list(db, "callback"))).toEqual([["create", "applied", "22", "stream 1"]]);
  const streams = list(db, "stream");
  expect(states(streams)).toEqual([
    ["create", "unknown", undefined, "stream 2"],
    ["create", "not-applied", undefined, "stream 3"],
    ["create", "sending", undefined, "stream 4"],
  ]);
  expect(streams[0]).toMatchObject({
    request: { form: { url: "https://a.example", purpose: "p" }, sent: [{ method: "POST" }] },
    previousIds: [],
    message: codedText("connection-lost"),
  });
  expect(streams[1]).toMatchObject({ resolvedAt: 9 });
  close();
});

test("the version before the times of changes opens: what was unknown then is unknown, not in progress", () => {
  const { db, close } = openFormer(180, (former) => {
    insert(former, "dns_write", {
      connection: 1,
      kind: "create",
      state: "unknown",
      at: 1,
      primary_server: "9.9.9.9",
      secondary_server: "8.8.8.8",
      known: "[]",
    });
    insert(former, "profile_change", {
      connection: 1,
      kind: "create",
      state: "done",
      at: 2,
      profile: "905",
      name: "Neu",
      after: '{"name":"Neu"}',
    });
  });
  expect(states(list(db, "dns", "profile"))).toEqual([
    ["create", "unknown", undefined, "dns write 1"],
    ["create", "applied", "905", "profile 1"],
  ]);
  close();
});

test("the lists of each kind keep their records, their times and why they are incomplete", () => {
  const { db, close } = openFormer(latest, (former) => {
    insert(former, "dns_reading", { connection: 1, state: "read", as_of: 10, gap: "partial" });
    insert(former, "dns_listed", { connection: 1, id: "3", record: '{"id":3}' });
    insert(former, "profile_reading", { connection: 1, state: "not-offered", as_of: 20 });
    insert(former, "profile_listed", { connection: 1, id: "901", record: '{"id":901}' });
    for (const kind of ["stream", "callback"]) {
      insert(former, "stream_reading", { connection: 1, kind, state: "read", as_of: 30 });
      insert(former, "stream_listed", { connection: 1, kind, id: "5", record: '{"id":5}', as_of: 31 });
    }
  });
  const record = (id: number, asOf: number): object => ({
    id: String(id),
    record: JSON.stringify({ id }),
    as_of: asOf,
  });
  expect(networkQueries.load(db, 1, "dns")).toEqual({
    reading: { state: "read", as_of: 10, gap: "partial" },
    listed: [record(3, 10)],
  });
  expect(networkQueries.load(db, 1, "profile")).toEqual({
    reading: { state: "not-offered", as_of: 20, gap: null },
    listed: [record(901, 20)],
  });
  for (const kind of ["stream", "callback"] as const) {
    expect(networkQueries.load(db, 1, kind)).toEqual({
      reading: { state: "read", as_of: 30, gap: null },
      listed: [record(5, 31)],
    });
  }
  close();
});
