import { expect, test } from "vitest";
import type { JsonRecord } from "#contract/kit.ts";
import type { Message } from "#contract/sms.ts";
import type { LedgerMessage } from "../../../../main/features/sms/ledger-line.ts";
import { mayChange, mergeThread, type CachedSms } from "../../../../main/features/sms/thread.ts";

const endpoint = "70001";
const day = 86_400_000;

function makeRecord(id: string, at: number, fields: JsonRecord = {}): CachedSms {
  const record = {
    id,
    sms_type: { description: "MT" },
    status: { id: 4 },
    payload: `text ${id}`,
    submit_date: new Date(at).toISOString(),
    ...fields,
  };
  return { endpoint, key: id, at, record };
}

function makeLine(row: number, fields: Partial<LedgerMessage> = {}): LedgerMessage {
  return {
    campaignId: "1",
    campaign: "reboot",
    row,
    endpoint,
    outcome: "accepted",
    sourceAddress: "4911",
    text: "REBOOT",
    segments: 1,
    createdAt: day,
    intentAt: day + row,
    ...fields,
  };
}

const keys = (items: readonly Message[]): readonly string[] => items.map(({ key }) => key);

test("a record that a message of ours owns is one line with it", () => {
  const [only, other] = mergeThread([makeRecord("5", day)], [makeLine(1, { smsId: "5", reply: "waiting" })], "van");
  expect(other).toBeUndefined();
  expect(only).toMatchObject({
    key: "ours-1-1",
    id: "5",
    name: "van",
    delivery: "delivered",
    payload: "text 5",
    owned: { campaignId: "1", campaign: "reboot", row: 1, outcome: "accepted", reply: "waiting" },
  });
});

test("a message of ours without a record is a line of its own, whatever became of it", () => {
  const outcomes = ["pending", "sending", "accepted", "refused", "unknown", "cancelled"] as const;
  const lines = outcomes.map((outcome, row) => makeLine(row, { outcome }));
  const items = mergeThread([makeRecord("9", day - 1)], lines, undefined);
  expect(items.map(({ owned }) => owned?.outcome)).toEqual([
    "pending",
    "cancelled",
    "unknown",
    "refused",
    "accepted",
    "sending",
    undefined,
  ]);
});

test("an answer names the command it answers", () => {
  const answer = makeRecord("6", day + 9, { sms_type: { description: "MO" } });
  const items = mergeThread([makeRecord("5", day), answer], [makeLine(1, { smsId: "5", replyId: "6" })], undefined);
  expect(items.map(({ id, answers, owned }) => [id, answers, owned?.replyId])).toEqual([
    ["6", "5", undefined],
    ["5", undefined, "6"],
  ]);
});

test("lines stand newest first, of one moment the higher id first, without a date where they were first read", () => {
  const undated = makeRecord("7", day + 5, { submit_date: "soon" });
  const items = mergeThread([makeRecord("9", day), makeRecord("10", day), undated], [makeLine(3)], undefined);
  expect(keys(items)).toEqual(["sms-7", "ours-1-3", "sms-10", "sms-9"]);
});

test.each([
  ["a delivered message", [makeRecord("5", day)], [], false],
  ["a buffered message", [makeRecord("5", day, { status: { id: 3 } })], [], true],
  ["a message received", [makeRecord("5", day, { sms_type: "MO", status: { id: 3 } })], [], false],
  ["one that waits for its answer", [makeRecord("5", day)], [makeLine(1, { smsId: "5", reply: "waiting" })], true],
  ["one in flight", [], [makeLine(1, { outcome: "sending" })], true],
  ["one whose answer was lost", [], [makeLine(1, { outcome: "unknown" })], true],
  ["one accepted whose delivery is not known", [], [makeLine(1)], true],
  ["one accepted and delivered", [], [makeLine(1, { delivery: "delivered" })], false],
  ["one that was refused", [], [makeLine(1, { outcome: "refused" })], false],
  ["one that is still to be sent", [], [makeLine(1, { outcome: "pending" })], false],
] as const)("whether asking again may tell something new of %s", (_, records, lines, open) => {
  expect(mergeThread(records, lines, undefined).some(mayChange)).toBe(open);
});
