/** A draft and the campaign it is frozen as change in one commit: no crash leaves two planned campaigns of one draft. */
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
import { makeDraftCampaign } from "../../../../make/campaign-database.ts";
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
