import { expect, test } from "vitest";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { LedgerMessage } from "../../../../../main/features/messages/sms/queries-ledger.ts";
import { mayChange, placeThread, type CachedSms } from "../../../../../main/features/messages/sms/thread.ts";

function mergeThread(...thread: Parameters<typeof placeThread>): readonly Message[] {
  return placeThread(...thread).map(({ line }) => line);
}

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

test("a record and the ledger's message that owns it are one line", () => {
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

test("a ledger message without a record is a separate line, with any outcome", () => {
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

test("a reply names the command it answers", () => {
  const answer = makeRecord("6", day + 9, { sms_type: { description: "MO" } });
  const items = mergeThread([makeRecord("5", day), answer], [makeLine(1, { smsId: "5", replyId: "6" })], undefined);
  expect(items.map(({ id, answers, owned }) => [id, answers, owned?.replyId])).toEqual([
    ["6", "5", undefined],
    ["5", undefined, "6"],
  ]);
});

test("sorts lines newest first, equal times by higher id, and those without a date by when they were first read", () => {
  const undated = makeRecord("7", day + 5, { submit_date: "soon" });
  const items = mergeThread([makeRecord("9", day), makeRecord("10", day), undated], [makeLine(3)], undefined);
  expect(keys(items)).toEqual(["sms-7", "ours-1-3", "sms-10", "sms-9"]);
});

test.each([
  ["a delivered message", [makeRecord("5", day)], [], false],
  ["a buffered message", [makeRecord("5", day, { status: { id: 3 } })], [], true],
  ["a received message", [makeRecord("5", day, { sms_type: "MO", status: { id: 3 } })], [], false],
  ["a message waiting for its reply", [makeRecord("5", day)], [makeLine(1, { smsId: "5", reply: "waiting" })], true],
  ["a message in flight", [], [makeLine(1, { outcome: "sending" })], true],
  ["a message with an unknown outcome", [], [makeLine(1, { outcome: "unknown" })], true],
  ["an accepted message without a delivery status", [], [makeLine(1)], true],
  ["an accepted and delivered message", [], [makeLine(1, { delivery: "delivered" })], false],
  ["a rejected message", [], [makeLine(1, { outcome: "refused" })], false],
  ["a message still to be sent", [], [makeLine(1, { outcome: "pending" })], false],
] as const)("whether a refresh may return something new about %s", (_, records, lines, open) => {
  expect(mergeThread(records, lines, undefined).some(mayChange)).toBe(open);
});
