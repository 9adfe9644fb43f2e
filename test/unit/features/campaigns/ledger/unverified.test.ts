import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, test } from "vitest";
import { cancelPending } from "../../../../../main/features/campaigns/ledger/queries-recipients.ts";
import { readCounts } from "../../../../../main/features/campaigns/ledger/queries-counters.ts";
import {
  adoptLeases,
  leaseIsOurs,
  takeLease,
  unmarkedCampaigns,
} from "../../../../../main/features/campaigns/ledger/queries-lease.ts";
import {
  limitSuspectAt,
  sampleClaimable,
  sendState,
  sentUpTo,
} from "../../../../../main/features/campaigns/ledger/queries-mark.ts";
import { getCampaign, moveCampaign, suspectAll } from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import { commit, isClaimable } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import { listRecipients, recount, rowSteps } from "../../../../../main/features/campaigns/ledger/queries-rows.ts";
import {
  decideUnverified,
  flagUnverified,
  nextUnverified,
  recheckUnverified,
  releaseUnverified,
  unverifiedLeft,
} from "../../../../../main/features/campaigns/ledger/queries-reconcile.ts";
import { holder, makeRunningCampaign, retryAll } from "../../../../make/campaign-database.ts";
import { useDatabase } from "../../../../make/database.ts";

const database = useDatabase();
const createdAt = 1_000;
const flag = (campaign: number, row?: number): number =>
  flagUnverified(database(), {
    campaign,
    reason: "database-behind",
    upTo: row === undefined ? undefined : { wave: 0, row },
    sentBefore: 5_000,
    now: 9_000,
  });
const claim = (campaign: number, many: number): number[] => {
  const args = { campaign, holder, now: 10_000, offsetMs: undefined, firstCheckAt: 0, outcomeRecords: [] };
  return commit(database(), { ...args, claim: many }).claimed.map(({ row }) => row);
};
const rowsOf = (campaign: number): ReturnType<typeof listRecipients> =>
  listRecipients(database(), { campaign, outcome: undefined, after: 0, limit: 100 });

describe("unverified rows", () => {
  test("are pending and not claimed; rows after the mark are claimed", () => {
    const campaign = makeRunningCampaign(database(), 10);
    expect(flag(campaign, 6)).toBe(5);
    expect(claim(campaign, 10)).toEqual([7, 8, 9, 10, 11]);
    expect(isClaimable(database(), campaign)).toBe(false);
    expect(readCounts(database(), campaign)).toMatchObject({ pending: 5, sending: 5 });
    expect(unverifiedLeft(database(), campaign)).toEqual({ toLookUp: 5, unclear: 0 });
    expect(sendState(database(), campaign)).toMatchObject({ suspect: undefined, suspectAt: 5_000 });
  });

  test("are covered by the initial position of their mark, as are claimed rows", () => {
    const campaign = makeRunningCampaign(database(), 10);
    expect(sentUpTo(database(), { campaign, claimed: true })).toBeUndefined();
    claim(campaign, 2);
    expect(sentUpTo(database(), { campaign, claimed: true })).toEqual({ wave: 0, row: 3 });
    expect(sentUpTo(database(), { campaign, claimed: false })).toBeUndefined();
    flag(campaign, 6);
    expect(sentUpTo(database(), { campaign, claimed: true })).toEqual({ wave: 0, row: 6 });
  });

  test("may have been sent since the earliest time that any of them was flagged with", () => {
    const campaign = makeRunningCampaign(database(), 10);
    const since = (sentAfter?: number): number | undefined => {
      flagUnverified(database(), { campaign, reason: "unclean-end", sentBefore: 9_000, sentAfter, now: 9_000 });
      return sendState(database(), campaign).suspectFrom;
    };
    expect([since(3_000), since(4_000), since(), since(5_000)]).toEqual([3_000, 3_000, undefined, undefined]);
    const verdicts = rowsOf(campaign).map(({ row }) => ({ row, kind: "not-sent" as const }));
    decideUnverified(database(), { campaign, now: 20_000, verdicts });
    expect(since(6_000)).toBe(6_000);
  });

  test("are single rows when only these were in question", () => {
    const campaign = makeRunningCampaign(database(), 10);
    const args = { campaign, reason: "list-not-read", sentBefore: 9_000, now: 9_000 } as const;
    expect(flagUnverified(database(), { ...args, rows: [4, 5] })).toBe(2);
    expect(nextUnverified(database(), { campaign, limit: 10 }).map(({ row }) => row)).toEqual([4, 5]);
  });

  test("get the outcome of their look-up", () => {
    const campaign = makeRunningCampaign(database(), 4);
    flag(campaign);
    const counts = decideUnverified(database(), {
      campaign,
      now: 20_000,
      verdicts: [
        { row: 2, kind: "accepted", reference: "sms-1" },
        { row: 3, kind: "not-sent" },
        { row: 4, kind: "unclear", code: "list-unreadable", detail: codedText("record-unreadable") },
        { row: 5, kind: "again" },
      ],
    });
    expect(counts).toMatchObject({ accepted: 1, pending: 3 });
    expect(recount(database(), campaign)).toEqual(counts);
    expect(nextUnverified(database(), { campaign, limit: 10 })).toMatchObject([{ row: 5, checks: 1 }]);
    expect(claim(campaign, 10)).toEqual([3]);
    expect(rowsOf(campaign)).toMatchObject([
      {
        row: 2,
        outcome: "accepted",
        smsId: "sms-1",
        code: "matched-by-text",
        intentAt: createdAt,
        unconfirmedAt: undefined,
      },
      { row: 3, outcome: "sending", unconfirmedAt: undefined },
      { row: 4, outcome: "pending", code: "list-unreadable", unconfirmedAt: createdAt },
      { row: 5, outcome: "pending", unconfirmedAt: createdAt },
    ]);
  });

  test("are not recorded as proven once they were removed", () => {
    const campaign = makeRunningCampaign(database(), 1);
    flag(campaign);
    cancelPending(database(), { campaign, code: "cancelled", now: 10_000 });
    decideUnverified(database(), { campaign, now: 20_000, verdicts: [{ row: 2, kind: "not-sent" }] });
    expect(rowsOf(campaign)).toMatchObject([{ row: 2, outcome: "unknown" }]);
    const steps = rowSteps(database(), { campaign, from: 2, until: 2 });
    expect(steps.map(({ kind }) => kind)).toEqual(["unknown"]);
  });

  test("do not take a message that another recipient owns", () => {
    const [one, other] = [makeRunningCampaign(database(), 1), makeRunningCampaign(database(), 1)];
    flag(one);
    flag(other);
    const verdict = { row: 2, kind: "accepted", reference: "sms-1" } as const;
    decideUnverified(database(), { campaign: one, now: 1, verdicts: [verdict] });
    decideUnverified(database(), { campaign: other, now: 1, verdicts: [verdict] });
    expect(readCounts(database(), other)).toMatchObject({ accepted: 0, pending: 1 });
    expect(unverifiedLeft(database(), other)).toEqual({ toLookUp: 1, unclear: 0 });
  });

  test("are sent to on an operator's request when no look-up decided, and keep the unconfirmed attempt", () => {
    const campaign = makeRunningCampaign(database(), 2);
    flag(campaign);
    const unclear = { kind: "unclear", code: "list-unreadable", detail: codedText("record-unreadable") } as const;
    decideUnverified(database(), { campaign, now: 1, verdicts: [{ ...unclear, row: 2 }] });
    expect(unverifiedLeft(database(), campaign)).toEqual({ toLookUp: 1, unclear: 1 });
    expect(releaseUnverified(database(), { campaign, now: 2 })).toBe(1);
    expect(claim(campaign, 10)).toEqual([2]);
    expect(rowsOf(campaign)[0]).toMatchObject({ unconfirmedAt: createdAt });
  });

  test("are looked up again at the next start", () => {
    const campaign = makeRunningCampaign(database(), 1);
    flag(campaign);
    const verdicts = [{ row: 2, kind: "unclear", code: "x", detail: codedText("record-unreadable") } as const];
    decideUnverified(database(), { campaign, now: 1, verdicts });
    recheckUnverified(database(), campaign);
    expect(unverifiedLeft(database(), campaign)).toEqual({ toLookUp: 1, unclear: 0 });
  });

  test("are not reported as cancelled when they are removed, because they may have been sent", () => {
    const campaign = makeRunningCampaign(database(), 3);
    flag(campaign, 2);
    expect(cancelPending(database(), { campaign, code: "cancelled", now: 1 })).toBe(2);
    expect(readCounts(database(), campaign)).toMatchObject({ unknown: 1, cancelled: 2 });
    expect(rowsOf(campaign)[0]).toMatchObject({ outcome: "unknown", intentAt: createdAt });
  });
});

describe("a sample", () => {
  test("contains the next rows in claim order and random ones, each once", () => {
    const campaign = makeRunningCampaign(database(), 10);
    const rows = sampleClaimable(database(), { campaign, next: 3, random: [0, 0.5, 0.999, 0.5] });
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4, 7, 11]);
    expect(rows[0]).toEqual({ row: 2, target: "1001", text: "CHK 0" });
    database().run("UPDATE recipient SET doubt_at = 1 WHERE campaign = ? AND row IN (2, 7)", campaign);
    const sample = sampleClaimable(database(), { campaign, next: 1, random: [0.5, 0.999] });
    expect(sample.map(({ row }) => row)).toEqual([3, 11]);
  });

  test("contains rejected rows", () => {
    const campaign = makeRunningCampaign(database(), 10);
    reject(campaign, 2);
    const sample = sampleClaimable(database(), { campaign, next: 1, random: [] });
    expect(sample.map(({ row }) => row)).toEqual([4, 2]);
  });

  test("contains no rejected rows with an earlier attempt that may have been sent", () => {
    const campaign = makeRunningCampaign(database(), 10);
    reject(campaign, 2);
    database().run("UPDATE recipient SET doubt_at = 1 WHERE campaign = ? AND row = 2", campaign);
    const sample = sampleClaimable(database(), { campaign, next: 1, random: [] });
    expect(sample.map(({ row }) => row)).toEqual([4, 3]);
  });
});

/** The first rows are claimed and rejected. */
function reject(campaign: number, count: number): void {
  const common = { campaign, holder, now: 2_000, offsetMs: undefined, firstCheckAt: 3_000 };
  const { claimed } = commit(database(), { ...common, outcomeRecords: [], claim: count });
  const message = codedText("connection-lost");
  const outcomeRecords = claimed.map(({ row }) => ({ row, outcome: "refused" as const, code: "no", message }));
  commit(database(), { ...common, outcomeRecords, claim: 0 });
}

test("a rejected row that another state may have retried is looked up once it is requeued, and never reported as cancelled", () => {
  const campaign = makeRunningCampaign(database(), 4);
  reject(campaign, 2);
  // Look-ups of an earlier attempt do not count.
  database().run("UPDATE recipient SET checks = 9 WHERE campaign = ? AND row = 2", campaign);
  expect(flag(campaign)).toBe(2);
  expect(retryAll(database(), { campaign, scope: "refused", now: 9_500 })).toBe(2);
  expect(nextUnverified(database(), { campaign, limit: 1 })).toMatchObject([{ row: 2, checks: 0 }]);
  expect(unverifiedLeft(database(), campaign)).toEqual({ toLookUp: 4, unclear: 0 });
  expect(isClaimable(database(), campaign)).toBe(false);
  decideUnverified(database(), { campaign, verdicts: [{ row: 2, kind: "not-sent" }], now: 9_600 });
  expect(isClaimable(database(), campaign)).toBe(true);
  cancelPending(database(), { campaign, code: "cancelled", now: 9_700 });
  expect(recount(database(), campaign)).toMatchObject({ cancelled: 1, unknown: 3, pending: 0 });
});

describe("a lease", () => {
  test("names the owner of a planned campaign before its first start", () => {
    const campaign = makeRunningCampaign(database(), 2);
    const now = 5;
    const copy = { ...holder, home: "/elsewhere" };
    expect(leaseIsOurs(database(), campaign, copy)).toBe(false);
    const take = { campaign, holder: copy, now, takeOver: false };
    expect(() => takeLease(database(), take)).toThrow(expect.objectContaining({ code: "lease-held" }));
    takeLease(database(), { ...take, takeOver: true });
    expect(unverifiedLeft(database(), campaign)).toEqual({ toLookUp: 2, unclear: 0 });
    // The time of the other copy's last message is unknown until the service's clock is known.
    expect(sendState(database(), campaign).suspectAt).toBe(Number.MAX_SAFE_INTEGER);
    limitSuspectAt(database(), { campaign, at: 7_000 });
    limitSuspectAt(database(), { campaign, at: 9_000 });
    expect(sendState(database(), campaign).suspectAt).toBe(7_000);
  });

  test("of an earlier version is updated on its own computer only", () => {
    const [own, other] = [makeRunningCampaign(database(), 1), makeRunningCampaign(database(), 1)];
    database().run("UPDATE campaign_lease SET machine = 'former:mine' WHERE campaign = ?", own);
    database().run("UPDATE campaign_lease SET machine = 'former:theirs' WHERE campaign = ?", other);
    adoptLeases(database(), { holder: { ...holder, formerMachine: "mine" }, now: 5 });
    expect([own, other].map((campaign) => leaseIsOurs(database(), campaign, holder))).toEqual([true, false]);
  });

  test("is created for a campaign from before leases existed", () => {
    const campaign = makeRunningCampaign(database(), 1);
    database().run("DELETE FROM campaign_lease");
    adoptLeases(database(), { holder, now: 5 });
    expect(leaseIsOurs(database(), campaign, { ...holder, machine: "other" })).toBe(false);
  });
});

test("flags every campaign of a database that may be older", () => {
  const campaign = makeRunningCampaign(database(), 1);
  suspectAll(database(), "log-missing", 1);
  expect(sendState(database(), campaign).suspect).toBe("log-missing");
});

test.each(["backup-restored", "cache-rebuilt"] as const)(
  "pauses what would start automatically in a database that was put in place (%s)",
  (reason) => {
    const [running, waiting] = [makeRunningCampaign(database(), 1), makeRunningCampaign(database(), 1)];
    moveCampaign(database(), { campaign: waiting, event: "wait", reason: "offline", now: 5 });
    suspectAll(database(), reason, 7);
    expect(getCampaign(database(), waiting)).toMatchObject({
      state: "paused",
      reason: "interrupted",
      message: codedText(`paused-${reason}`),
      waitingSince: undefined,
    });
    // The start of the program pauses it as interrupted.
    expect(getCampaign(database(), running).state).toBe("running");
    expect(sendState(database(), waiting).suspect).toBe(reason);
  },
);

test("adopts marks only for campaigns of this computer and directory", () => {
  const campaign = makeRunningCampaign(database(), 2);
  expect(unmarkedCampaigns(database(), holder)).toMatchObject([{ campaign }]);
  expect(unmarkedCampaigns(database(), { ...holder, home: "/elsewhere" })).toEqual([]);
});
