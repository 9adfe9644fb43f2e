/** A person who opens the next ring in the moment in which its gate opens it as well, or who clicks twice. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Rings } from "#contract/campaign-words.ts";
import { openRing } from "../../../../../main/features/campaigns/ledger/queries-gate.ts";
import { createRings } from "../../../../../main/features/campaigns/ledger/queries-rings.ts";
import { getCampaign, moveCampaign } from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import { makePlannedCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

const rings: Rings = {
  waves: { size: { count: 1 }, pauseMinutes: 5 },
};

it("opens one ring, not the one after it too", () => {
  const { db } = database;
  const campaign = makePlannedCampaign(db, { rows: 3, rings });
  createRings(db, { campaign, sizes: [1, 1, 1] });
  moveCampaign(db, { campaign, event: "start", now: 2_000 });
  const asked = { campaign, after: 0, now: 3_000, working: true };
  expect(openRing(db, asked).ringOpen).toBe(1);
  expect(() => openRing(db, asked)).toThrow(expect.objectContaining({ code: "ring-moved" }));
  expect(getCampaign(db, campaign).ringOpen).toBe(1);
  expect(openRing(db, { ...asked, after: 1 }).ringOpen).toBe(2);
});
