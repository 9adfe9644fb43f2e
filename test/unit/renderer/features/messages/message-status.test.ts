import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import {
  canCancel,
  canSendAgain,
  isUnknown,
  refreshDelay,
  replyOf,
  relationsOf,
} from "../../../../../renderer/features/messages/message-status.ts";
import {
  deliveryLabels,
  messageLabel,
  notCheckedLabel,
  outcomeLabels,
} from "../../../../../renderer/lib/outcome-labels.ts";
import { makeMessage } from "../../../../make/message.ts";

test("shows the request's outcome until it was accepted, then the delivery status", () => {
  const lines = [
    makeMessage({ outcome: "unknown", delivery: "unknown" }),
    makeMessage({ outcome: "unknown", code: "proven-not-sent" }),
    makeMessage({ outcome: "refused", delivery: "unknown" }),
    makeMessage({ outcome: "accepted", id: "", delivery: "unknown" }),
    makeMessage({ outcome: "accepted", delivery: "buffered" }),
    makeMessage({ outcome: "accepted", delivery: "unknown" }),
    makeMessage({ delivery: "failed" }),
    makeMessage({ delivery: "unknown" }),
    makeMessage({ direction: "mo" }),
  ];
  expect(lines.map(messageLabel)).toMatchObject([
    outcomeLabels.unknown,
    { tone: "bad" },
    outcomeLabels.refused,
    outcomeLabels.accepted,
    deliveryLabels.buffered,
    notCheckedLabel,
    deliveryLabels.failed,
    deliveryLabels.unknown,
    { tone: "neutral" },
  ]);
});

test("cancels only what the service still holds, and sends again only what is proven not sent", () => {
  const buffered = makeMessage({ delivery: "buffered" });
  const lines = [buffered, makeMessage({ delivery: "pending" }), makeMessage(), { ...buffered, id: "" }];
  expect(lines.map(canCancel)).toEqual([true, true, false, false]);
  const lost = makeMessage({ outcome: "unknown" });
  const proven = makeMessage({ outcome: "unknown", code: "proven-not-sent" });
  expect([lost, proven].map((line) => [isUnknown(line), canSendAgain(line)])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("shows no reply if none is expected", () => {
  expect(replyOf(makeMessage({ outcome: "accepted", reply: "unknown" }))).toBeUndefined();
  expect(replyOf(makeMessage({ outcome: "accepted", reply: "waiting" }))?.tone).toBe("waiting");
});

test("links a command and its answer", () => {
  const command = makeMessage({ key: "ours-1-1", outcome: "accepted", reply: "as-expected", replyId: "9" });
  const answer = makeMessage({ id: "9", key: "sms-9", direction: "mo", payload: "OK", answers: "5001" });
  const thread = [answer, command];
  expect(relationsOf(command, thread)).toMatchObject({
    answer,
    command: undefined,
    reply: { text: t(($) => $.messages.thread.replies.asExpected) },
  });
  expect(relationsOf(answer, thread)).toMatchObject({ answer: undefined, command, reply: undefined });
});

test("marks a message that was sent again later, but not by an earlier message", () => {
  const proven = makeMessage({ key: "ours-2-1", outcome: "unknown", code: "proven-not-sent" });
  const same = makeMessage({ key: "ours-3-1", outcome: "accepted" });
  expect(relationsOf(proven, [same, proven]).sentAgain).toBe(true);
  expect(relationsOf(proven, [proven, same]).sentAgain).toBe(false);
  const others = [
    makeMessage({ key: "ours-4-1", outcome: "cancelled" }),
    makeMessage({ key: "ours-5-1", outcome: "unknown", code: "proven-not-sent" }),
    makeMessage({ key: "ours-6-1", outcome: "refused" }),
  ];
  expect(relationsOf(proven, [...others, proven]).sentAgain).toBe(false);
  expect(relationsOf(proven, [makeMessage({ key: "ours-7-1", outcome: "unknown" }), proven]).sentAgain).toBe(true);
});

test("refreshes a thread that may change after 5 s, then with growing delays of at most 5 minutes", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(refreshDelay)).toEqual([
    5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000,
  ]);
});
