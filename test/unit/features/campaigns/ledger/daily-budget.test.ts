import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import {
  type LedgerCommit,
  attemptsOfDay,
  commit,
} from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import type { OutcomeRecord } from "../../../../../main/core/jobs/ledger.ts";
import { holder, makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { useDatabase } from "../../../../make/database.ts";

const database = useDatabase();
const evening = new Date(2031, 2, 3, 23, 59, 59).getTime();
const night = evening + 2_000;

interface Step {
  readonly campaign: number;
  readonly claim?: number;
  readonly outcomeRecords?: readonly OutcomeRecord[];
  readonly dailyBudget?: number;
}

function commitAt(now: number, { claim = 0, outcomeRecords = [], ...step }: Step): LedgerCommit {
  return commit(database(), { ...step, claim, outcomeRecords, holder, now, offsetMs: 0, firstCheckAt: now });
}

const used = (now: number): number => attemptsOfDay(database(), { connection: 1, now });

it("claims no more than the rest of the daily budget, over all campaigns of the connection", () => {
  const [one, two] = [makeRunningCampaign(database(), 10, evening), makeRunningCampaign(database(), 10, evening)];
  const budget = { dailyBudget: 5 };
  expect(commitAt(evening, { campaign: one, claim: 4, ...budget })).toMatchObject({ budgetSpent: false });
  const last = commitAt(evening, { campaign: two, claim: 4, ...budget });
  expect([last.claimed.length, last.budgetSpent]).toEqual([1, false]);
  const none = commitAt(evening, { campaign: two, claim: 4, ...budget });
  expect([none.claimed.length, none.more, none.budgetSpent]).toEqual([0, true, true]);
  const next = commitAt(night, { campaign: two, claim: 4, ...budget });
  expect([next.claimed.length, next.budgetSpent]).toEqual([4, false]);
  expect([used(evening), used(night)]).toEqual([5, 4]);
});

it("reverts attempts that were certainly not accepted on the day of their claim, and keeps the others", () => {
  const campaign = makeRunningCampaign(database(), 10, evening);
  const rows = commitAt(evening, { campaign, claim: 4 }).claimed.map(({ row }) => row);
  const [first = 0, second = 0, third = 0, fourth = 0] = rows;
  commitAt(night, {
    campaign,
    outcomeRecords: [
      { row: first, outcome: "not-sent", code: "throttled", performed: true },
      { row: second, outcome: "not-sent", code: "stopped", performed: false },
      { row: third, outcome: "unknown", code: "answer-timeout", message: codedText("connection-lost") },
      { row: fourth, outcome: "refused", code: "service-1301", message: codedText("connection-lost") },
    ],
  });
  expect([used(evening), used(night)]).toEqual([2, 0]);
});
