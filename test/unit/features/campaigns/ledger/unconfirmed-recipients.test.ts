/** A recipient that may have been sent to is never reported as cancelled, however the campaign or the recipient ends. */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelPending } from "../../../../../main/features/campaigns/ledger/queries-recipients.ts";
import { readCounts } from "../../../../../main/features/campaigns/ledger/queries-counters.ts";
import { addSuppression, cancelStaged, stageRows } from "../../../../../main/features/campaigns/ledger/queries-plan.ts";
import { commit, recover } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import {
  dueUnknown,
  recheckUnknown,
  reconcile,
} from "../../../../../main/features/campaigns/ledger/queries-reconcile.ts";
import { listRecipients, recount, rowSteps } from "../../../../../main/features/campaigns/ledger/queries-rows.ts";
import {
  cancelCampaign,
  getCampaign,
  moveCampaign,
} from "../../../../../main/features/campaigns/ledger/queries-state.ts";
import type { ClaimedRow, OutcomeRecord, RowCounts, Verdict } from "../../../../../main/core/jobs/ledger.ts";
import { retryRows } from "../../../../../main/features/campaigns/ledger/queries-retry.ts";
import { holder, makeRunningCampaign, retryAll } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

const claim = (campaign: number, now: number, outcomeRecords: readonly OutcomeRecord[] = [], count = 5) =>
  commit(database.db, { campaign, holder, outcomeRecords, claim: count, now, offsetMs: 7, firstCheckAt: now });

/** One recipient, sent to at 5 with the answer lost at 6, requeued by an operator at 9. */
function putBack(): number {
  const campaign = makeRunningCampaign(database.db, 1);
  claim(campaign, 5);
  recover(database.db, { campaign, now: 6, checkAt: 6 });
  expect(retryAll(database.db, { campaign, scope: "unknown", now: 9 })).toBe(1);
  return campaign;
}

const first = (campaign: number) =>
  listRecipients(database.db, { campaign, outcome: undefined, after: 0, limit: 1 })[0];

const endings: readonly { readonly label: string; readonly code: string; readonly end: (campaign: number) => void }[] =
  [
    {
      label: "suppressed",
      code: "suppressed",
      end(campaign) {
        addSuppression(database.db, { campaign, endpoints: ["1001"] });
        expect(claim(campaign, 20).claimed).toEqual([]);
      },
    },
    {
      label: "cancelled with its campaign",
      code: "cancelled",
      end: (campaign) =>
        cancelCampaign(database.db, { campaign, code: "cancelled", message: codedText("connection-lost"), now: 20 }),
    },
    {
      label: "removed because its endpoint changed",
      code: "drift",
      end(campaign) {
        moveCampaign(database.db, { campaign, event: "pause", reason: "user", now: 19 });
        const list = stageRows(database.db, undefined, [2]);
        expect(cancelStaged(database.db, { campaign, list, code: "drift", now: 20 })).toBe(1);
      },
    },
  ];

it.each(endings)(
  "makes an unconfirmed recipient that is requeued and then $label unknown again, and due",
  ({ code, end }) => {
    const campaign = putBack();
    end(campaign);
    expect(readCounts(database.db, campaign)).toMatchObject({ pending: 0, cancelled: 0, unknown: 1 });
    expect(recount(database.db, campaign)).toEqual(readCounts(database.db, campaign));
    expect(first(campaign)).toMatchObject({ outcome: "unknown", code, intentAt: 5, attempts: 1 });
    expect(first(campaign)?.message).toEqual(codedText("removed-unconfirmed"));
    expect(dueUnknown(database.db, { campaign, now: 20, limit: 5 }).rows).toMatchObject([
      { row: 2, attempt: 1, intentAt: 5, intentOffsetMs: 7, since: 6, isResendable: false },
    ]);
    expect(rowSteps(database.db, { campaign, from: 2, until: 2 }).map(({ kind }) => kind)).toEqual([
      "unknown",
      "retry",
      "unknown",
    ]);
  },
);

it.each(endings)("cancels a recipient that is $label once it is proven not sent, and never requeues it", (ending) => {
  const campaign = putBack();
  ending.end(campaign);
  expect(retryAll(database.db, { campaign, scope: "unknown", now: 21 })).toBe(0);
  const verdicts: Verdict[] = [{ row: 2, attempt: 1, kind: "not-sent" }];
  expect(reconcile(database.db, { campaign, verdicts, now: 22 })).toMatchObject({
    cancelled: 1,
    pending: 0,
    unknown: 0,
  });
  expect(first(campaign)).toMatchObject({ outcome: "cancelled", code: ending.code });
});

it.each(endings)("accepts a recipient that is $label when its earlier message is found", ({ end }) => {
  const campaign = putBack();
  end(campaign);
  const verdicts: Verdict[] = [{ row: 2, attempt: 1, kind: "accepted", reference: "77" }];
  expect(reconcile(database.db, { campaign, verdicts, now: 22 })).toMatchObject({ accepted: 1, unknown: 0 });
});

it("looks up an unconfirmed attempt again when only the later one is proven not sent", () => {
  const campaign = putBack();
  claim(campaign, 30);
  recover(database.db, { campaign, now: 31, checkAt: 31 });
  cancelCampaign(database.db, { campaign, code: "cancelled", message: codedText("connection-lost"), now: 32 });
  reconcile(database.db, { campaign, verdicts: [{ row: 2, attempt: 2, kind: "not-sent" }], now: 33 });
  expect(first(campaign)).toMatchObject({ outcome: "unknown", intentAt: 5 });
});

it("keeps the unconfirmed attempt of a message accepted after a requeue", () => {
  const campaign = putBack();
  claim(campaign, 30);
  claim(campaign, 31, [{ row: 2, outcome: "accepted", reference: "2" }]);
  expect(first(campaign)).toMatchObject({ outcome: "accepted", intentAt: 30, unconfirmedAt: 5 });
});

it("records no unconfirmed attempt for a requeued recipient that was proven not sent", () => {
  const campaign = makeRunningCampaign(database.db, 1);
  claim(campaign, 5);
  recover(database.db, { campaign, now: 6, checkAt: 6 });
  const verdict = {
    row: 2,
    attempt: 1,
    code: "proven-not-sent",
    detail: codedText("record-unreadable"),
    nextCheckAt: undefined,
  };
  reconcile(database.db, { campaign, verdicts: [{ ...verdict, kind: "still-unknown" }], now: 8 });
  retryAll(database.db, { campaign, scope: "unknown", now: 9 });
  cancelPending(database.db, { campaign, code: "cancelled", now: 10 });
  expect(first(campaign)).toMatchObject({ outcome: "cancelled" });
});

const rows = 6;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("claim" as const), sentCount: fc.nat(3), accepted: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "retry" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("suppress" as const), nth: fc.nat(rows - 1) }) },
  { weight: 2, arbitrary: fc.constant({ do: "look-up" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "cancel" as const }) },
);

it("never reports a recipient as cancelled whose message the service accepted", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const campaign = makeRunningCampaign(database.db, rows);
      /** Per endpoint, when the service accepted a message; the look-up of an attempt finds those since its intent. */
      const acceptedTimes = new Map<string, number[]>();
      const take = (row: ClaimedRow): number =>
        acceptedTimes.set(row.target, [...(acceptedTimes.get(row.target) ?? []), row.intentAt]).size;
      let now = 100;
      let ended = false;
      for (const one of steps) {
        now += 10;
        if (one.do === "claim" && !ended) {
          const { claimed } = claim(campaign, now, [], 3);
          for (const row of claimed.slice(0, one.sentCount)) take(row);
          const answeredRows = one.accepted ? claimed.slice(0, one.sentCount) : [];
          claim(
            campaign,
            now + 1,
            answeredRows.map(({ row }) => ({ row, outcome: "accepted", reference: `${row}-${now}` })),
            0,
          );
          recover(database.db, { campaign, now: now + 2, checkAt: now + 2 });
        } else if (one.do === "retry" && !ended) {
          retryAll(database.db, { campaign, scope: "unknown", now });
        } else if (one.do === "suppress") {
          addSuppression(database.db, { campaign, endpoints: [String(1001 + one.nth)] });
        } else if (one.do === "look-up") {
          recheckUnknown(database.db, campaign);
          const verdicts = dueUnknown(database.db, { campaign, now, limit: 50 }).rows.map(
            ({ row, attempt, target, intentAt }): Verdict =>
              (acceptedTimes.get(target) ?? []).some((at) => at >= intentAt)
                ? { row, attempt, kind: "accepted", reference: `${target}-${intentAt}` }
                : { row, attempt, kind: "not-sent" },
          );
          reconcile(database.db, { campaign, verdicts, now });
        } else if (one.do === "cancel" && !ended) {
          ended = true;
          cancelCampaign(database.db, { campaign, code: "cancelled", message: codedText("connection-lost"), now });
        }
        const counts: RowCounts = readCounts(database.db, campaign);
        expect(recount(database.db, campaign)).toEqual(counts);
        const cancelledRecipients = listRecipients(database.db, {
          campaign,
          outcome: "cancelled",
          after: 0,
          limit: 50,
        });
        expect(cancelledRecipients.filter(({ endpoint }) => acceptedTimes.has(endpoint ?? ""))).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

it("changes nothing in a retry when the campaign was started since the check, or more recipients than confirmed may get the message twice", () => {
  const campaign = makeRunningCampaign(database.db, 2);
  claim(campaign, 5);
  recover(database.db, { campaign, now: 6, checkAt: 6 });
  const retry = { campaign, scope: "unknown", now: 9 } as const;
  expect(() => retryRows(database.db, { ...retry, states: ["paused"], mayGetTwice: 2 })).toThrow(
    expect.objectContaining({
      code: "campaign-state",
      text: codedText("campaign-changed-before-retry", { campaign: retry.campaign }),
    }),
  );
  expect(() => retryRows(database.db, { ...retry, states: ["running"], mayGetTwice: 1 })).toThrow(
    expect.objectContaining({ code: "confirmation-needed", text: codedText("may-receive-twice", { count: 2 }) }),
  );
  expect(readCounts(database.db, campaign)).toMatchObject({ pending: 0, unknown: 2 });
  expect(retryRows(database.db, { ...retry, states: ["running"], mayGetTwice: 2 })).toBe(2);
});

it("pauses a finished campaign in the transaction that requeues its recipients, so a crash can't leave it finished", () => {
  const campaign = makeRunningCampaign(database.db, 1);
  const [claimed] = claim(campaign, 5).claimed;
  const refused = {
    row: claimed?.row ?? 0,
    outcome: "refused",
    code: "http-422",
    message: codedText("connection-lost"),
  } as const;
  claim(campaign, 6, [refused], 0);
  moveCampaign(database.db, { campaign, event: "finish", now: 7 });
  expect(retryAll(database.db, { campaign, scope: "refused", now: 9 })).toBe(1);
  expect(getCampaign(database.db, campaign)).toMatchObject({ state: "paused", reason: "user", counts: { pending: 1 } });
});
