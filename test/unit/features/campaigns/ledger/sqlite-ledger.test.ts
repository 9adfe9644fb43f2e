/** The ledger when it cannot claim, and for rows whose outcome was not recorded. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it, onTestFinished } from "vitest";
import { commit, recover } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import { takeLease } from "../../../../../main/features/campaigns/ledger/queries-lease.ts";
import { listRecipients, recount } from "../../../../../main/features/campaigns/ledger/queries-rows.ts";
import {
  type CampaignStore,
  createSqliteLedger,
  type SendStretch,
} from "../../../../../main/features/campaigns/ledger/sqlite-ledger.ts";
import { AppError } from "#shared/failure.ts";
import { holder, makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { openDatabase } from "../../../../make/database.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";

it("commits outcomes, claims nothing and reports why", async () => {
  const commits: unknown[] = [];
  const store: Partial<CampaignStore> = {
    commit: ({ outcomeRecords, claim }) => {
      commits.push({ outcomeRecords, claim });
      return Promise.resolve({ claimed: [], counts: {} as never, more: true, budgetSpent: false, claims: 0 });
    },
  };
  const error = new AppError("disk-full", codedText("disk-full"));
  const stretch: Partial<SendStretch> = { cover: () => Promise.reject(error), claimed: () => undefined };
  const clock = createFakeClock();
  const ledger = createSqliteLedger({
    store: store as CampaignStore,
    clock,
    steadyNow: () => clock.monotonic(),
    campaign: 1,
    holder,
    clockOffsetMs: () => undefined,
    firstCheckMs: 0,
    firstWatchMs: undefined,
    dailyBudget: "none",
    stretch: stretch as SendStretch,
    requireDataDir: () => Promise.resolve(),
  });
  const outcomeRecords = [{ row: 1, outcome: "accepted", reference: "sms-1" }] as const;
  expect(await ledger.commit(outcomeRecords, 5)).toMatchObject({ claimed: [], claimFailure: { error } });
  expect(commits).toEqual([{ outcomeRecords, claim: 0 }]);
});

it.each([
  [undefined, "interrupted", codedText("interrupted-before-answer")],
  ["not-recorded", "not-recorded", codedText("outcome-not-recorded")],
] as const)("stores the reason with rows left in flight: %s", (code, rowCode, message) => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const campaign = makeRunningCampaign(database.db, 1);
  commit(database.db, { campaign, holder, outcomeRecords: [], claim: 1, now: 5, offsetMs: 0, firstCheckAt: 5 });
  expect(recover(database.db, { campaign, now: 6, checkAt: 6, code })).toBe(1);
  const [row] = listRecipients(database.db, { campaign, outcome: "unknown", after: 0, limit: 1 });
  expect(row).toMatchObject({ code: rowCode, message });
});

it("leaves rows in flight to the run that has taken over the campaign", () => {
  const database = openDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const campaign = makeRunningCampaign(db, 1);
  const other = { ...holder, home: "/elsewhere", instance: "other" };
  takeLease(db, { campaign, holder: other, now: 5, takeOver: true });
  // The other run has looked up the row and claimed it.
  db.run("UPDATE recipient SET unverified = 0 WHERE campaign = ?", campaign);
  commit(db, { campaign, holder: other, outcomeRecords: [], claim: 1, now: 6, offsetMs: 0, firstCheckAt: 6 });
  const late = { campaign, now: 7, checkAt: 7, code: "not-recorded", owner: holder } as const;
  expect(() => recover(db, late)).toThrow(expect.objectContaining({ code: "lease-lost" }));
  expect(recount(db, campaign)).toMatchObject({ sending: 1, unknown: 0 });
});
