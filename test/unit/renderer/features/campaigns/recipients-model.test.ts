import { expect, test } from "vitest";
import { confirmWords } from "../../../../../renderer/features/campaigns/confirm-model.ts";
import { listFilter, stateChips } from "../../../../../renderer/features/campaigns/list-model.ts";
import {
  recallOrder,
  recallTable,
  recallWord,
  recallWords,
} from "../../../../../renderer/features/campaigns/recall-model.ts";
import {
  isFiltered,
  readRecipientFilter,
  stepWords,
  writeList,
} from "../../../../../renderer/features/campaigns/recipients-model.ts";
import { makeCampaignStatus, makeCounts, makeRing } from "../../../../make/campaign-status.ts";

test("the address says which recipients are looked at, and words that mean nothing are left out", () => {
  const query = { outcome: "refused,unknown,nonsense", delivery: "buffered", ring: "2", search: "  ", tab: "x" };
  expect(readRecipientFilter(query)).toEqual({ outcome: ["refused", "unknown"], delivery: ["buffered"], ring: 2 });
  expect([isFiltered(readRecipientFilter({ search: " " })), isFiltered(readRecipientFilter({ ring: "0" }))]).toEqual([
    false,
    true,
  ]);
});

test("nothing pressed leaves nothing in the address", () => {
  expect([writeList([]), writeList(["accepted", "refused"])]).toEqual([undefined, "accepted,refused"]);
});

test("steps of a recipient are told in words, and an unknown kind keeps its own", () => {
  expect([
    stepWords("delivery", "buffered"),
    stepWords("refused", "http-422"),
    stepWords("teleported", undefined),
  ]).toEqual(["delivery: buffered", "refused · http-422", "teleported"]);
});

test("results of a recall are lines of a table that no message breaks", () => {
  const result = {
    endpoint: "70001",
    smsId: "5",
    asked: true,
    cancelled: false,
    delivery: "delivered",
    message: "Too\tlate,\nsorry.",
  };
  expect(recallTable([result])).toBe(
    "endpoint\tname\tsms id\tresult\tdelivery\tmessage\n70001\t\t5\tnot cancelled\tdelivered\tToo late, sorry.",
  );
});

test("the end of a recall counts those asked for, and those that were not", () => {
  const result = { endpoint: "1", smsId: "5", asked: true, cancelled: true, delivery: "cancelled", message: "" };
  const delivered = { ...result, asked: false, cancelled: false, delivery: "delivered" };
  expect(recallWords([result, { ...result, cancelled: false }])).toBe("1 of 2 messages cancelled.");
  const unnamed = { ...delivered, smsId: "", delivery: "unknown" };
  expect(recallWords([delivered, unnamed, result])).toBe(
    "1 of 1 message cancelled. 2 messages not requested: 1 already delivered or ended, 1 without a known id.",
  );
  const refused = { ...result, cancelled: false, delivery: "buffered" };
  expect(recallOrder([delivered, result, refused]).map(recallWord)).toEqual([
    "not cancelled: buffered",
    "cancelled",
    "not requested: delivered",
  ]);
});

test("the list offers the states that occur, and forgets those that are none", () => {
  const campaigns = [makeCampaignStatus(), makeCampaignStatus({ state: "paused" }), makeCampaignStatus()];
  expect(stateChips(campaigns).map(({ id, count }) => [id, count])).toEqual([
    ["running", 2],
    ["paused", 1],
  ]);
  expect(listFilter({ state: "paused,asleep", search: "may" })).toEqual({ states: ["paused"], search: "may" });
});

test("a retry of the unknown says that a device may get it twice", () => {
  const { text, danger } = confirmWords("retry-unknown", makeCampaignStatus({ counts: makeCounts({ unknown: 3 }) }));
  expect([danger, text.includes("a second time")]).toEqual([true, true]);
});

test("a retry of the unverified needs their number", () => {
  const status = makeCampaignStatus({ unverified: { toLookUp: 1, unclear: 12 } });
  expect(confirmWords("retry-unverified", status)).toMatchObject({
    danger: true,
    type: 12,
    yes: "Retry 12 recipients",
  });
});

test("a start names how many endpoints, over which connection and how fast", () => {
  const { startedAt: _never, ...planned } = makeCampaignStatus({ state: "planned", setRate: 350 / 60 });
  expect(confirmWords("start", planned)).toMatchObject({
    text: "One message goes to each of 10 endpoints over “Acme”, at 350/min. It can be paused at any time; what a device has received cannot be taken back.",
    type: undefined,
  });
});

test("opening the next ring says how many messages it sends, over which connection, and when", () => {
  const status = makeCampaignStatus({ state: "waiting", ring: { open: 0, of: 2, phase: "waiting" } });
  const rings = [makeRing(), makeRing({ ring: 1, phase: "closed", size: 450, pending: 447 })];
  expect(confirmWords("open-ring", status, rings)).toMatchObject({
    text: "447 messages will be sent over “Acme”. Ring 2 of 2 opens whatever the gate before it says.",
    yes: "Send 447 messages",
  });
  const paused = { ...status, state: "paused" as const };
  expect(confirmWords("open-ring", paused, rings)).toMatchObject({
    text: expect.stringContaining("447 messages will be sent over “Acme” once you resume the campaign."),
    yes: "Open the ring with 447 messages",
  });
});
