/** A database of the version before waves, delivery status and replies, with campaigns in every state, opened by this version. */
import { expect, it } from "vitest";
import { stopRuleSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import { listThrottles, recordThrottle } from "../../../../main/features/campaigns/ledger/queries-charts.ts";
import {
  cancelPendingSingles,
  campaignsWorked,
  getCampaign,
  moveCampaign,
} from "../../../../main/features/campaigns/ledger/queries-state.ts";
import { commit, recover } from "../../../../main/features/campaigns/ledger/queries-ledger.ts";
import { takeLease } from "../../../../main/features/campaigns/ledger/queries-lease.ts";
import { recordReadings, dueWatches, watchNow } from "../../../../main/features/campaigns/ledger/queries-watch.ts";
import {
  readPlanned as readPlannedText,
  removeDrafts,
} from "../../../../main/features/campaigns/ledger/queries-plan.ts";
import { leftToDo, listWaves } from "../../../../main/features/campaigns/ledger/queries-waves.ts";
import { listRecipients, recount, tallies } from "../../../../main/features/campaigns/ledger/queries-rows.ts";
import { readPlanned } from "../../../../main/features/campaigns/planning/plan.ts";
import { createSendClock } from "../../../../main/core/wait.ts";
import { unconfirmedRows } from "../../../../main/features/quotas/queries-rows.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { readHistory } from "../../../../main/features/quotas/queries-readings.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { migrate } from "../../../../main/core/store/migrate.ts";
import { settingsQueries } from "../../../../main/features/settings/queries.ts";
import { migration0360 } from "../../../../main/core/store/migrations/0360-sync-setting.ts";
import { contactsOf } from "../../../../main/features/fleet/queries.ts";
import { readPage } from "../../../../main/features/fleet/queries-page.ts";
import { extendSearchIndex } from "../../../../main/features/fleet/search-index.ts";
import { migrations } from "../../../../main/core/store/migrations/all.ts";
import { holder, recountTallies } from "../../../make/campaign-database.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const former = migrations.filter(({ version }) => version <= 50);

/** Outcomes of a campaign's rows, by its state, as the former version could leave them. */
const left = {
  draft: [0, 1, 1],
  planned: [0, 1, 1],
  scheduled: [0, 1, 1],
  running: [0, 1, 1, 2, 3, 4, 5],
  paused: [0, 1, 3, 4, 5, 6],
  finished: [0, 3, 3, 4],
  cancelled: [0, 3, 5, 6],
} as const;
type State = keyof typeof left;
const states = Object.keys(left) as readonly State[];

const columns = [
  "c_excluded",
  "c_pending",
  "c_sending",
  "c_accepted",
  "c_refused",
  "c_unknown",
  "c_cancelled",
] as const;

/** The exact content of `options` in the former version. */
const options = JSON.stringify({ stopRule: stopRuleSchema.parse({}), provenNotSent: "send" });

function writeCampaign(db: WriteDb, kind: "bulk" | "single", state: State, outcomes: readonly number[]): number {
  const counts = columns.map((_, code) => outcomes.filter((outcome) => outcome === code).length);
  const started = state === "draft" || state === "planned" || state === "scheduled" ? null : 2_000;
  const campaign = db.run(
    `INSERT INTO campaign (kind, connection, name, state, reason, source_address, template, options, concurrency, created_at,
       started_at, ${columns.join(", ")}) VALUES (?, 1, ?, ?, ?, '4911', 'CHK', ?, 4, 1000, ?, ?, ?, ?, ?, ?, ?, ?)`,
    kind,
    `${kind} ${state}`,
    state,
    state === "paused" ? "user" : null,
    options,
    started,
    ...counts,
  ).lastInsertRowid;
  outcomes.forEach((outcome, index) => {
    const endpoint = String(1000 + campaign * 100 + index);
    db.run(
      `INSERT INTO recipient (campaign, row, outcome, endpoint, excluded_endpoint, given, text, segments, reason, attempts,
         intent_at, settled_at, sms_id, delivery, check_at) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`,
      campaign,
      index + 2,
      outcome,
      outcome === 0 ? null : endpoint,
      outcome === 0 ? endpoint : null,
      endpoint,
      outcome === 0 ? null : `CHK ${endpoint}`,
      outcome === 0 ? "disabled" : null,
      outcome > 1 ? 1 : 0,
      outcome > 1 ? 2_000 : null,
      outcome > 2 ? 2_100 : null,
      outcome === 3 ? `sms-${endpoint}` : null,
      // A recall had stored the delivery status of the first accepted one; the others had none.
      outcome === 3 && outcomes.indexOf(3) === index ? "delivered" : null,
      outcome === 5 ? 2_200 : null,
    );
  });
  return campaign;
}

interface Opened {
  readonly db: WriteDb;
  readonly id: (state: State, kind?: "bulk" | "single") => number;
  readonly all: readonly number[];
  close(): void;
}

function openFormer(): Opened {
  const file = folder.path("former.db");
  const before = connect(file);
  migrate(before.db, file, former, 0);
  const ids = new Map<string, number>();
  before.db.transaction(() => {
    for (const state of states) ids.set(`bulk ${state}`, writeCampaign(before.db, "bulk", state, left[state]));
    ids.set("single planned", writeCampaign(before.db, "single", "planned", [1]));
    ids.set("single paused", writeCampaign(before.db, "single", "paused", [5]));
    ids.set("single finished", writeCampaign(before.db, "single", "finished", [3]));
  });
  before.close();
  const after = connect(file);
  const report = migrate(after.db, file, migrations, 1);
  expect([report.from, report.to]).toEqual([50, migrations.at(-1)?.version]);
  const id: Opened["id"] = (state, kind = "bulk") => ids.get(`${kind} ${state}`) ?? Number.NaN;
  return { db: after.db, id, all: [...ids.values()], close: () => after.close() };
}

function withFormer(use: (opened: Opened) => void): void {
  const opened = openFormer();
  try {
    use(opened);
  } finally {
    opened.close();
  }
}

it("preserves every campaign and every recipient, and the counters still equal the rows", () => {
  withFormer(({ db, id, all }) => {
    for (const campaign of all) {
      expect(getCampaign(db, campaign).counts).toEqual(recount(db, campaign));
      const { delivery, reply } = tallies(db, campaign);
      expect({ delivery, reply }).toEqual(recountTallies(db, campaign));
    }
    for (const state of states) {
      const { state: now, waveCount, openWave, wavePhase, startedAt } = getCampaign(db, id(state));
      expect([now, waveCount, openWave, wavePhase]).toEqual([state, 0, 0, undefined]);
      expect(startedAt).toBe(["draft", "planned", "scheduled"].includes(state) ? undefined : 2_000);
      const rows = listRecipients(db, { campaign: id(state), outcome: undefined, after: -1, limit: 100 });
      expect(rows.map(({ attempts, wave, reply }) => [attempts, wave, reply])).toEqual(
        left[state].map((outcome) => [outcome > 1 ? 1 : 0, 0, undefined]),
      );
    }
    expect(tallies(db, id("finished"))).toEqual({ delivery: { delivered: 1 }, reply: {}, watching: false });
  });
});

it("marks as unknown only what was in flight", () => {
  withFormer(({ db, id }) => {
    expect(campaignsWorked(db).map(({ id: one }) => one)).toEqual([id("scheduled"), id("running")]);
    expect(recover(db, { campaign: id("running"), now: 3_000, checkAt: 3_000 })).toBe(1);
    expect(recount(db, id("running"))).toMatchObject({ pending: 2, sending: 0, accepted: 1, refused: 1, unknown: 2 });
    expect([removeDrafts(db), cancelPendingSingles(db, 3_000)]).toEqual([1, 1]);
    expect(recount(db, id("planned", "single"))).toMatchObject({ pending: 0, cancelled: 1 });
    expect(recount(db, id("paused", "single"))).toMatchObject({ unknown: 1, cancelled: 0 });
  });
});

it("sends to every pending recipient once, in one wave, and finishes", () => {
  withFormer(({ db, id }) => {
    const campaign = id("planned");
    takeLease(db, { campaign, holder, now: 3_000, takeOver: false });
    moveCampaign(db, { campaign, event: "start", now: 3_000 });
    expect(listWaves(db, campaign)).toEqual([]);
    const args = { campaign, holder, offsetMs: undefined, firstCheckAt: 5_000 };
    const { claimed } = commit(db, { ...args, outcomeRecords: [], claim: 10, now: 3_000 });
    expect(claimed.map(({ row }) => row)).toEqual([3, 4]);
    const outcomeRecords = claimed.map(({ row }) => ({ row, outcome: "accepted" as const, reference: `new-${row}` }));
    const { more } = commit(db, { ...args, outcomeRecords, claim: 10, now: 3_100 });
    expect([more, leftToDo(db, campaign)]).toEqual([
      false,
      {
        counts: recount(db, campaign),
        claimable: false,
        unverified: { toLookUp: 0, unclear: 0 },
        unknown: 0,
        last: true,
      },
    ]);
    expect(moveCampaign(db, { campaign, event: "finish", now: 3_200 }).state).toBe("finished");
    expect(recount(db, campaign)).toMatchObject({ excluded: 1, accepted: 2, planned: 3 });
  });
});

it("reads the delivery status of its messages only on request", () => {
  withFormer(({ db, id }) => {
    const campaign = id("finished");
    const due = { connection: 1, now: 10_000, limit: 10 };
    expect(dueWatches(db, due)).toEqual({ endpoints: [], nextAt: undefined });
    watchNow(db, { campaign, now: 10_000 });
    const { endpoints } = dueWatches(db, due);
    expect(endpoints).toHaveLength(1);
    const endpoint = endpoints[0] ?? "";
    recordReadings(db, [{ connection: 1, endpoint, readAt: 10_000, list: { records: [], complete: true } }]);
    // The list does not contain the message: its status is unknown and not reported as anything else.
    expect(tallies(db, campaign)).toEqual({ delivery: { delivered: 1 }, reply: {}, watching: false });
  });
});

it("leaves a campaign that waited for quiet hours paused, as the former version did after a start", () => {
  const file = folder.path("waited.db");
  const before = connect(file);
  migrate(before.db, file, former, 0);
  const campaign = writeCampaign(before.db, "bulk", "paused", left.paused);
  before.db.run("UPDATE campaign SET reason = 'quiet-hours' WHERE id = ?", campaign);
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    expect(getCampaign(after.db, campaign)).toMatchObject({ state: "paused", reason: "interrupted" });
    expect(campaignsWorked(after.db)).toEqual([]);
    expect(moveCampaign(after.db, { campaign, event: "start", now: 3_000 }).state).toBe("running");
    const waiting = moveCampaign(after.db, { campaign, event: "wait", reason: "offline", since: 2_500, now: 4_000 });
    expect(waiting).toMatchObject({ state: "waiting", reason: "offline", waitingSince: 2_500 });
    expect(campaignsWorked(after.db).map(({ id }) => id)).toEqual([campaign]);
  } finally {
    after.close();
  }
});

it("can be planned again from its own row", () => {
  withFormer(({ db, id }) => {
    for (const state of states) {
      const planned = readPlanned(getCampaign(db, id(state)), readPlannedText(db, id(state)));
      expect(planned).toMatchObject({ from: "4911", text: "CHK", name: `bulk ${state}` });
      expect(planned.audience).toBeUndefined();
    }
  });
});

it("counts the grace period of a quota change of the former version from the start of the program", () => {
  const file = folder.path("quota-row.db");
  const before = connect(file);
  migrate(
    before.db,
    file,
    migrations.filter(({ version }) => version <= 330),
    0,
  );
  before.db
    .exec(`INSERT INTO quota_change (change, connection, kind, operation, title, whom, state, confirm_zero, single, created_at)
      VALUES (1, 1, 'data', '{"op":"delete"}', 't', 'w', 'finished', 0, 1, 0);
    INSERT INTO quota_row (change, row, endpoint, state, sent_at) VALUES (1, 1, 7, 'unknown', 5000);`);
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    const [row] = unconfirmedRows(after.db, 1, "data", "7");
    expect(row).toMatchObject({ sentAt: 5000, sentUptime: undefined });
    const clock = createFakeClock(9000);
    expect(createSendClock(clock).graceFrom(row ?? {})).toBe(9000);
  } finally {
    after.close();
  }
});

it("begins the history of a quota with the reading that the former version cached", () => {
  const file = folder.path("quota-readings.db");
  const before = connect(file);
  migrate(
    before.db,
    file,
    migrations.filter(({ version }) => version <= 330),
    0,
  );
  for (const [kind, endpoint, state, volume] of [
    ["data", 1, "set", 12.5],
    ["data", 2, "set", null],
    ["data", 3, null, null],
    ["sms", 1, "none", null],
  ] as const)
    before.db.run(
      "INSERT INTO quota_reading (connection, kind, endpoint, asked_at, as_of, state, volume) VALUES (1, ?, ?, 5000, ?, ?, ?)",
      kind,
      endpoint,
      state === null ? null : 5000,
      state,
      volume,
    );
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    const read = (kind: "data" | "sms", endpoint: string): unknown =>
      readHistory(after.db, { connection: 1, kind, since: 0 }, endpoint);
    expect([read("data", "1"), read("data", "2"), read("data", "3"), read("sms", "1")]).toEqual([
      [{ at: 5000, volume: 12.5 }],
      [],
      [],
      [{ at: 5000 }],
    ]);
  } finally {
    after.close();
  }
});

it("keeps a sync on request where the interval of the former version was 0, and makes any other automatic", () => {
  const file = folder.path("settings.db");
  const before = connect(file);
  migrate(
    before.db,
    file,
    migrations.filter(({ version }) => version <= 330),
    0,
  );
  const insert = (value: string): unknown =>
    before.db.run("INSERT OR REPLACE INTO setting (key, value) VALUES ('syncEveryMinutes', ?)", value);
  insert("0");
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    expect(settingsQueries.all(after.db)).toEqual([{ key: "sync", value: '"manual"' }]);
    after.db.run("INSERT INTO setting (key, value) VALUES ('syncEveryMinutes', '30')");
    after.db.run("DELETE FROM setting WHERE key = 'sync'");
    migration0360.up(after.db);
    expect(settingsQueries.all(after.db)).toEqual([]);
  } finally {
    after.close();
  }
});

it("begins with the last contacts of endpoints that the events and messages of the former version prove", () => {
  const file = folder.path("contacts.db");
  const before = connect(file);
  migrate(
    before.db,
    file,
    migrations.filter(({ version }) => version < 380),
    0,
  );
  before.db.exec(`
    INSERT INTO event_word (connection, kind, key, label) VALUES (1, 'type', '1', 'Update location'), (1, 'type', '3', 'Create PDP Context'),
      (1, 'type', '9', 'Quota used up');
    INSERT INTO event (connection, id, at, timed, severity, type, endpoint, words, sought, read_at) VALUES
      (1, 1, 100, 1, 0, '1', '7', '', '', 900), (1, 2, 200, 1, 0, '3', '7', '', '', 900), (1, 3, 300, 1, 0, '9', '7', '', '', 900),
      (1, 4, 400, 0, 0, '1', '7', '', '', 900), (1, 5, 100, 1, 0, '1', '07', '', '', 900);
    INSERT INTO sms_message (connection, endpoint, key, at, direction, delivery, sought) VALUES
      (1, '8', 'a', 500, 'mo', 'delivered', ''), (1, '8', 'b', 600, 'mt', 'delivered', '');
    INSERT INTO fleet_endpoint (connection, id, first_seen, changed_at) VALUES (1, 7, 1, 1), (1, '07', 1, 1), (1, 9, 1, 1), (2, 8, 1, 1);`);
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    expect(contactsOf(after.db, 1, ["7", "07", "8"])).toEqual({
      "7": { at: 200, source: "data" },
      "07": { at: 100, source: "location" },
      "8": { at: 500, source: "sms" },
    });
    // Lists are ordered by it.
    expect(after.db.all("SELECT connection, id, seen FROM fleet_endpoint ORDER BY rid")).toEqual([
      { connection: 1, id: 7, seen: 200 },
      { connection: 1, id: "07", seen: 100 },
      { connection: 1, id: 9, seen: null },
      { connection: 2, id: 8, seen: null },
    ]);
  } finally {
    after.close();
  }
});

it("has no throttled times for a campaign of the former version, records them from now on, and deletes them with it", () => {
  const file = folder.path("throttles.db");
  const before = connect(file);
  migrate(
    before.db,
    file,
    migrations.filter(({ version }) => version < 420),
    0,
  );
  const { lastInsertRowid: campaign } = before.db.run(
    `INSERT INTO campaign (kind, connection, name, state, source_address, template, options, concurrency, created_at, c_accepted)
     VALUES ('bulk', 1, 'former', 'paused', '4911', 'CHK', ?, 4, 1000, 3)`,
    options,
  );
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    expect(getCampaign(after.db, campaign)).toMatchObject({ name: "former", state: "paused" });
    expect(listThrottles(after.db, campaign)).toEqual([]);
    recordThrottle(after.db, { campaign, from: 100, until: 200 });
    expect(listThrottles(after.db, campaign)).toEqual([{ from: 100, until: 200 }]);
    after.db.run("DELETE FROM campaign WHERE id = ?", campaign);
    expect(listThrottles(after.db, campaign)).toEqual([]);
  } finally {
    after.close();
  }
});

it("corrects a contact that migration 0380 dated in the future: it is as old as the reading that proves it", () => {
  const file = folder.path("future-contacts.db");
  const before = connect(file);
  const upTo = (version: number): void =>
    void migrate(
      before.db,
      file,
      migrations.filter((one) => one.version < version),
      0,
    );
  upTo(380);
  before.db.exec(`
    INSERT INTO event_word (connection, kind, key, label) VALUES (1, 'type', '1', 'Update location'), (1, 'type', '3', 'Create PDP Context');
    INSERT INTO event (connection, id, at, timed, severity, type, endpoint, words, sought, read_at) VALUES
      (1, 1, 100, 1, 0, '1', '7', '', '', 900), (1, 2, 5000, 1, 0, '3', '7', '', '', 300), (1, 3, 800, 1, 0, '1', '9', '', '', 900),
      (1, 4, 6000, 1, 0, '1', '10', '', '', 900);
    INSERT INTO sms_thread (connection, endpoint, as_of, complete) VALUES (1, '8', 700, 1);
    INSERT INTO sms_message (connection, endpoint, key, at, direction, delivery, sought) VALUES (1, '8', 'a', 5000, 'mo', 'delivered', '');`);
  upTo(390);
  // Recorded since: a later contact stays.
  before.db.exec("UPDATE endpoint_contact SET at = 7000, source = 'data' WHERE endpoint = 10");
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    expect(contactsOf(after.db, 1, ["7", "8", "9", "10"])).toEqual({
      "7": { at: 300, source: "data" },
      "8": { at: 700, source: "sms" },
      "9": { at: 800, source: "location" },
      "10": { at: 7000, source: "data" },
    });
  } finally {
    after.close();
  }
});

it("finds endpoints by any text before and after the search index of a former version is filled", () => {
  const file = folder.path("search-index.db");
  const before = connect(file);
  migrate(
    before.db,
    file,
    migrations.filter(({ version }) => version < 430),
    0,
  );
  before.db.exec(`
    INSERT INTO fleet_endpoint (connection, id, name, iccid, first_seen, changed_at) VALUES
      (1, 7, 'kühlbox 1', '8988303001', 1, 1), (1, 8, 'van', '8988303002', 1, 1), (2, 9, 'kühlbox 2', '8988303001', 1, 1);
    INSERT INTO fleet_endpoint_raw (rid, raw) SELECT rid, '{}' FROM fleet_endpoint;
    INSERT INTO fleet_endpoint_words (rowid, name, tags) SELECT rid, name, '' FROM fleet_endpoint;`);
  before.close();
  const after = connect(file);
  try {
    migrate(after.db, file, migrations, 1);
    const search = (text: string): readonly string[] =>
      readPage(after.db, {
        connection: 1,
        collection: "endpoint",
        filter: [{ field: "any", value: text }],
        sort: [],
        after: undefined,
        limit: 10,
      }).rows.map(({ id }) => id);
    const all = (): readonly (readonly string[])[] => ["Kuhlbox", "303001", "an", "x"].map(search);
    const expected = [["7"], ["7"], ["8"], ["7"]];
    expect(all()).toEqual(expected);
    expect([extendSearchIndex(after.db), extendSearchIndex(after.db)]).toEqual([true, false]);
    expect(all()).toEqual(expected);
  } finally {
    after.close();
  }
});
