/** A draft and the campaign it is frozen as change in one commit: no crash leaves two planned campaigns of one draft. Deleting plans. */
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  getDraft,
  planFrozen,
  removeDraft,
  saveDraft,
} from "../../../../../main/features/campaigns/ledger/queries-drafts.ts";
import {
  getCampaign,
  listCampaigns,
  moveCampaign,
} from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import { discardPlan, removeCampaign } from "../../../../../main/features/campaigns/ledger/queries-plan.ts";
import { makeDraftCampaign, makePlannedCampaign, makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
let draft: number;
beforeEach(() => {
  database = openDatabase();
  draft = saveDraft(database.db, { id: undefined, connection: 1, step: "review", body: "{}", now: 1 }).id;
});
afterEach(() => database.close());

function freeze(): number {
  const campaign = makeDraftCampaign(database.db, { rows: 3 });
  planFrozen(database.db, { draft, campaign, now: 2 });
  return campaign;
}

it("replaces the former campaign in the commit that plans the new one", () => {
  freeze();
  const second = freeze();
  expect(listCampaigns(database.db, 1).map(({ id, state }) => [id, state])).toEqual([[second, "planned"]]);
  expect(getDraft(database.db, draft).campaign).toBe(second);
});

it("changes nothing once the former campaign was started", () => {
  const first = freeze();
  moveCampaign(database.db, { campaign: first, event: "start", now: 3 });
  expect(freeze).toThrow(expect.objectContaining({ code: "campaign-state" }));
  expect(listCampaigns(database.db, 1).map(({ id, state }) => [id, state])).toEqual([[first, "running"]]);
});

it("changes nothing once the draft was removed", () => {
  removeDraft(database.db, { id: draft, now: 3 });
  const campaign = makeDraftCampaign(database.db, { rows: 3 });
  expect(() => planFrozen(database.db, { draft, campaign, now: 4 })).toThrow(
    expect.objectContaining({ code: "draft-unknown" }),
  );
  expect(getCampaign(database.db, campaign).state).toBe("draft");
});

it("gives the id of a plan that failed to the next one", () => {
  const failed = makeDraftCampaign(database.db, { rows: 3 });
  discardPlan(database.db, failed);
  expect(freeze()).toBe(failed);
});

it("gives no id to the next plan that a later campaign follows", () => {
  const failed = makeDraftCampaign(database.db, { rows: 3 });
  const later = freeze();
  discardPlan(database.db, failed);
  expect(makeDraftCampaign(database.db, { rows: 3 })).toBe(later + 1);
});

it("discards no plan that is complete, and deletes no campaign that was started", () => {
  const planned = makePlannedCampaign(database.db, { rows: 3 });
  const running = makeRunningCampaign(database.db, 3);
  discardPlan(database.db, planned);
  expect(removeCampaign(database.db, running)).toBe(false);
  expect(listCampaigns(database.db, 1).map(({ id }) => id)).toEqual([running, planned]);
  expect(removeCampaign(database.db, planned)).toBe(true);
  expect(listCampaigns(database.db, 1).map(({ id }) => id)).toEqual([running]);
});
