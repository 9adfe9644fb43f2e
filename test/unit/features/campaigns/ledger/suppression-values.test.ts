/** Suppression by identifier on a real database: matching rows are never claimed, even if their endpoints are not cached. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { commit, recover } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import {
  addRows,
  addSuppression,
  removeCampaign,
  suppressPage,
} from "../../../../../main/features/campaigns/ledger/queries-plan.ts";
import { holder, makePlannedCampaign, makeRunningCampaign, retryAll } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

/** A campaign with one row per identifier, endpoints 501, 502, … */
function makeCampaign(identifiers: readonly string[]): number {
  const campaign = makeRunningCampaign(database.db, 0);
  const rows = identifiers.map((text, index) => ({
    row: index + 2,
    identifier: text,
    endpointId: String(501 + index),
    text: "CHK",
    segments: 1,
  }));
  addRows(database.db, { campaign, rows });
  return campaign;
}

function claim(campaign: number): readonly string[] {
  const args = {
    campaign,
    holder,
    outcomeRecords: [],
    claim: 100,
    now: 2_000,
    offsetMs: undefined,
    firstCheckAt: 3_000,
  };
  return commit(database.db, args).claimed.map(({ target }) => target);
}

test.each([
  ["a name in another case", "\u00c4Van-1", "\u00e4van-1"],
  ["an MSISDN as people write it", "+49 171 234567", "49171234567"],
  ["an ICCID with its check digit, listed without", "89490200001234567892", "8949020000123456789"],
  ["an id", "501", "501"],
  ["the endpoint's id where another identifier was given", "van-1", "501"],
])("suppresses %s although its endpoint is not cached", (_case, identifier, value) => {
  const campaign = makeCampaign([identifier, "somebody-else"]);
  addSuppression(database.db, { campaign, endpoints: [], values: [value] });
  expect(claim(campaign)).toEqual(["502"]);
});

test("still suppresses a row that is pending again after it was unknown", () => {
  const campaign = makeCampaign(["van-1", "van-2"]);
  claim(campaign);
  addSuppression(database.db, { campaign, endpoints: [], values: ["van-1"] });
  recover(database.db, { campaign, now: 2_500, checkAt: 3_000 });
  retryAll(database.db, { campaign, scope: "unknown", now: 4_000 });
  expect(claim(campaign)).toEqual(["502"]);
});

test("suppresses by endpoint for a list without values", () => {
  const campaign = makeCampaign(["van-1", "van-2"]);
  addSuppression(database.db, { campaign, endpoints: ["502"] });
  expect(claim(campaign)).toEqual(["501"]);
});

test("deletes the values with their campaign", () => {
  const campaign = makePlannedCampaign(database.db, { rows: 1 });
  addSuppression(database.db, { campaign, endpoints: [], values: ["x"] });
  removeCampaign(database.db, campaign);
  expect(database.db.all("SELECT * FROM suppression_value")).toEqual([]);
});

test("processes a long campaign page by page, and from the start after a crash in between", () => {
  const campaign = makeCampaign(Array.from({ length: 5_002 }, (_, index) => `van-${index + 1}`));
  const args = { campaign, values: ["van-1", "van-5002"] };
  const next = suppressPage(database.db, { ...args, after: -1 });
  expect(next).toBe(5_001);
  // Crashed here: the next pass begins at the first row.
  for (let after: number | undefined = -1; after !== undefined;) after = suppressPage(database.db, { ...args, after });
  expect(database.db.all("SELECT endpoint FROM suppression ORDER BY endpoint")).toEqual([
    { endpoint: "501" },
    { endpoint: "5502" },
  ]);
});
