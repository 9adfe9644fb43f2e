import { afterEach, beforeEach, expect, it } from "vitest";
import {
  listThrottles,
  recordPoint,
  recordThrottle,
  timeline,
} from "../../../../../main/features/campaigns/ledger/queries-charts.ts";
import { makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

const ats = (campaign: number, limit: number): number[] =>
  timeline(database.db, { campaign, limit }).map(({ at }) => at);

it("records points at least two seconds apart, except for changes of state", () => {
  const campaign = makeRunningCampaign(database.db, 3);
  for (let now = 1_500; now <= 6_000; now += 500) recordPoint(database.db, { campaign, now });
  recordPoint(database.db, { campaign, now: 6_100, always: true });
  expect(ats(campaign, 100)).toEqual([1_000, 3_000, 5_000, 6_100]);
});

it("records fewer points as a campaign gets older", () => {
  const campaign = makeRunningCampaign(database.db, 3);
  const hour = 3_600_000;
  for (let now = 1_000; now < 12 * hour; now += 2_000) recordPoint(database.db, { campaign, now });
  expect(ats(campaign, 1_000_000).length).toBeLessThan(5_000);
});

it("thins a timeline evenly and keeps its first and its last point", () => {
  const campaign = makeRunningCampaign(database.db, 3);
  for (let now = 3_000; now <= 201_000; now += 2_000) recordPoint(database.db, { campaign, now });
  expect(ats(campaign, 1_000).length).toBe(101);
  expect(ats(campaign, 101).length).toBe(101);
  const thin = ats(campaign, 11);
  expect(thin).toEqual([1, 21, 41, 61, 81, 101, 121, 141, 161, 181, 201].map((second) => second * 1000));
  expect(ats(campaign, 2)).toEqual([1_000, 201_000]);
});

it("joins times of throttling that are closer than two points, and keeps the others", () => {
  const campaign = makeRunningCampaign(database.db, 3);
  for (const [from, until] of [
    [1_000, 1_000],
    [1_000, 1_400],
    [2_900, 3_000],
    [9_000, 9_500],
  ] as const)
    recordThrottle(database.db, { campaign, from, until });
  expect(listThrottles(database.db, campaign)).toEqual([
    { from: 1_000, until: 3_000 },
    { from: 9_000, until: 9_500 },
  ]);
});

it("records the counts of the moment, with deliveries without data as unknown", () => {
  const campaign = makeRunningCampaign(database.db, 3);
  database.db.run("UPDATE campaign SET c_accepted = 2, c_pending = 1 WHERE id = ?", campaign);
  database.db.run("INSERT INTO campaign_tally VALUES (?, 'delivery', 'delivered', 1)", campaign);
  recordPoint(database.db, { campaign, now: 9_000 });
  expect(timeline(database.db, { campaign, limit: 10 }).at(-1)).toMatchObject({
    at: 9_000,
    counts: { planned: 3, accepted: 2, pending: 1 },
    delivery: { delivered: 1, unknown: 1 },
  });
});
