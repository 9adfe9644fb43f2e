/** An operator opens the next wave at the moment in which its gate opens it as well, or clicks twice. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import { openWave } from "../../../../../main/features/campaigns/ledger/queries-gate.ts";
import { createWaves } from "../../../../../main/features/campaigns/ledger/queries-waves.ts";
import { getCampaign, moveCampaign } from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import { makePlannedCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

const wavePlan: WavePlan = {
  waves: { size: { count: 1 }, pauseMinutes: 5 },
};

it("opens one wave, and not the one after it as well", () => {
  const { db } = database;
  const campaign = makePlannedCampaign(db, { rows: 3, wavePlan });
  createWaves(db, { campaign, sizes: [1, 1, 1] });
  moveCampaign(db, { campaign, event: "start", now: 2_000 });
  const request = { campaign, after: 0, now: 3_000, working: true };
  expect(openWave(db, request).openWave).toBe(1);
  expect(() => openWave(db, request)).toThrow(expect.objectContaining({ code: "ring-moved" }));
  expect(getCampaign(db, campaign).openWave).toBe(1);
  expect(openWave(db, { ...request, after: 1 }).openWave).toBe(2);
});
