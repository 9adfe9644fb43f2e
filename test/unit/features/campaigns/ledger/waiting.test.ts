/** A waiting campaign: by the table, for a reason that ends without an operator, and since a moment that outlasts the process. */
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pauseReasonSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  campaignsWorked,
  getCampaign,
  moveCampaign,
} from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import { isWaitReason, waitReasons } from "../../../../../main/core/jobs/transitions.ts";
import { makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

it.each(pauseReasonSchema.options)("waits or is paused for %s according to the reason", (reason) => {
  const { db } = database;
  const campaign = makeRunningCampaign(db, 3);
  const wait = (): unknown => moveCampaign(db, { campaign, event: "wait", reason, now: 2_000 });
  if (isWaitReason(reason)) {
    expect(wait()).toMatchObject({ state: "waiting", reason, waitingSince: 2_000 });
  } else {
    expect(wait).toThrow(expect.objectContaining({ code: "campaign-state" }));
    expect(getCampaign(db, campaign).state).toBe("running");
  }
  const paused = moveCampaign(db, { campaign, event: "pause", reason, now: 3_000 });
  expect(paused).toMatchObject({ state: "paused", reason, waitingSince: undefined });
});

it("has every wait reason in the closed list", () => {
  expect(pauseReasonSchema.options).toEqual(expect.arrayContaining([...waitReasons]));
});

it("keeps the beginning of a wait while its message changes, also for the next process", () => {
  const { db } = database;
  const campaign = makeRunningCampaign(db, 3);
  const wait = { campaign, event: "wait", reason: "offline", since: 1_500 } as const;
  moveCampaign(db, { ...wait, message: codedText("connection-lost"), now: 2_000 });
  const again = moveCampaign(db, { ...wait, message: codedText("offline"), now: 9_000 });
  expect(again).toMatchObject({ state: "waiting", message: codedText("offline"), waitingSince: 1_500 });
  expect(campaignsWorked(db).map(({ id }) => id)).toEqual([campaign]);
  moveCampaign(db, { campaign, event: "start", now: 10_000 });
  expect(getCampaign(db, campaign)).toMatchObject({ state: "running", waitingSince: undefined });
});
