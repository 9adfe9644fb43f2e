import { describe, expect, test } from "vitest";
import { retentionKinds, retentionPeriods } from "#shared/retention.ts";
import { retentionCutoff, retentionDays } from "../../../../main/core/store/retention.ts";
import { eventQueries } from "../../../../main/features/events/queries.ts";
import { fleetQueries } from "../../../../main/features/fleet/queries.ts";
import { smsQueries } from "../../../../main/features/messages/sms/queries.ts";
import { makeRunningCampaign } from "../../../make/campaign-database.ts";
import { useMemoryDatabase } from "../../../make/database.ts";

const database = useMemoryDatabase();
const dayMs = 86_400_000;
const now = Date.UTC(2031, 5, 1);
const set = (retention: string): void =>
  void database().run("INSERT OR REPLACE INTO setting (key, value) VALUES ('retention', ?)", retention);

test("the default applies where no valid number is set", () => {
  for (const kind of retentionKinds) expect(retentionDays(database(), kind)).toBe(retentionPeriods[kind].days);
  for (const invalid of ["{", "[]", "{}", '{"events":"40"}', '{"events":30}', '{"events":9999}', '{"events":null}']) {
    set(invalid);
    expect([invalid, retentionDays(database(), "events")]).toEqual([invalid, 90]);
  }
  set('{"events":40}');
  expect([retentionDays(database(), "events"), retentionDays(database(), "messages")]).toEqual([40, 400]);
  expect(retentionCutoff(database(), "events", now)).toBe(now - 40 * dayMs);
});

describe("SMS lists", () => {
  const { saveLists, pruneLists, listedIds } = smsQueries;
  const read = (endpoint: string, daysAgo: number): void => {
    const asOf = now - daysAgo * dayMs;
    const record = { delivery: "delivered", searchText: "chk", contactAt: undefined, record: "{}" };
    const records = [{ key: `sms-${endpoint}`, at: asOf, direction: "mt", ...record }];
    saveLists(database(), [{ connection: 1, endpoint, asOf, complete: true, records }]);
  };
  const prune = (): void => {
    let after: ReturnType<typeof pruneLists>;
    do after = pruneLists(database(), { after, nowMs: now, limit: 2 });
    while (after !== undefined);
  };
  const left = (): string[] =>
    database()
      .all<{ endpoint: string }>("SELECT endpoint FROM sms_thread ORDER BY endpoint")
      .map(({ endpoint }) => endpoint);

  test("that were not read for the set time count as never read", () => {
    set('{"messages":30}');
    for (const [endpoint, daysAgo] of [
      ["a", 31],
      ["b", 29],
      ["c", 400],
      ["d", 0],
      ["e", 30.5],
    ] as const)
      read(endpoint, daysAgo);
    prune();
    expect(left()).toEqual(["b", "d"]);
    expect(database().all("SELECT endpoint FROM sms_message ORDER BY endpoint")).toEqual([
      { endpoint: "b" },
      { endpoint: "d" },
    ]);
    expect(database().get("SELECT count(*) AS n FROM sms_record")).toEqual({ n: 2 });
    expect(database().get("SELECT count(*) AS n FROM sms_words WHERE sms_words MATCH 'chk'")).toEqual({ n: 2 });
  });

  test("of an endpoint stay while one of its recipients is pending, in progress or unknown", () => {
    const campaign = makeRunningCampaign(database(), 7);
    const endpoints = database()
      .all<{ endpoint: string }>("SELECT endpoint FROM recipient WHERE campaign = ? ORDER BY row", campaign)
      .map(({ endpoint }) => endpoint);
    for (const [outcome, endpoint] of endpoints.entries()) {
      database().run(
        "UPDATE recipient SET outcome = ? WHERE campaign = ? AND endpoint = ?",
        outcome,
        campaign,
        endpoint,
      );
      read(endpoint, 500);
    }
    prune();
    // Pending, sending and unknown.
    expect(left()).toEqual([endpoints[1], endpoints[2], endpoints[5]]);
    expect(listedIds(database(), { connection: 1, endpoint: endpoints[5] ?? "", since: 0 })).toHaveLength(1);
  });
});

test("changes of the fleet are deleted in steps, after the syncs that they belong to", () => {
  const history = (snapshot: number): void => {
    database().run(
      "INSERT INTO fleet_history (connection, collection, id, snapshot, kind, at) VALUES (1, 'endpoint', ?, ?, 'changed', 1)",
      snapshot,
      snapshot,
    );
  };
  for (const snapshot of [1, 2, 3, 4]) {
    history(snapshot);
    const at = now - (4 - snapshot) * 20 * dayMs;
    const { run } = fleetQueries.beginRun(database(), 1, "endpoint", 100, at);
    const end = { state: "complete", promised: 0, unique: 0, duplicates: 0, gaps: 0, reason: undefined } as const;
    fleetQueries.endRun(database(), run, { ...end, statusCounts: undefined }, at);
  }
  expect(database().all("SELECT snapshot FROM fleet_run")).toEqual([{ snapshot: 3 }, { snapshot: 4 }]);
  expect(fleetQueries.pruneHistory(database(), 1)).toBe(true);
  expect(fleetQueries.pruneHistory(database(), 1)).toBe(true);
  expect(fleetQueries.pruneHistory(database(), 1)).toBe(false);
  expect(database().all("SELECT snapshot FROM fleet_history")).toEqual([{ snapshot: 3 }, { snapshot: 4 }]);
});

test("events are deleted in steps, and what they covered counts as not loaded", () => {
  database().exec("INSERT INTO event_scope VALUES (1, 1, 'all', '', NULL)");
  database().run("INSERT INTO event_span VALUES (1, ?, ?, 1, 2)", now - 100 * dayMs, now);
  for (const daysAgo of [100, 95, 91, 89, 1])
    database().run(
      "INSERT INTO event (connection, id, at, timed, severity, words, sought, read_at) VALUES (1, ?, ?, 1, 0, '', '', 1)",
      daysAgo,
      now - daysAgo * dayMs,
    );
  expect([1, 2, 3].map(() => eventQueries.pruneEvents(database(), now, 2))).toEqual([true, false, false]);
  expect(database().all("SELECT id FROM event ORDER BY at")).toEqual([{ id: 89 }, { id: 1 }]);
  expect(database().get("SELECT from_at FROM event_span")).toEqual({ from_at: now - 90 * dayMs });
});

test("the oldest events above 200,000 are deleted", () => {
  database().exec("INSERT INTO event_scope VALUES (1, 1, 'all', '', NULL)");
  database().run(
    "WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n WHERE id < 200003) INSERT INTO event (connection, id, at, timed, severity, words, sought, read_at) SELECT 1, id, ? + id, 1, 0, '', '', 1 FROM n",
    now - dayMs,
  );
  expect(eventQueries.pruneEvents(database(), now, 500)).toBe(false);
  expect(database().get("SELECT min(id) AS first, count(*) AS n FROM event")).toEqual({ first: 4, n: 200_000 });
});
