import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { campaignWords } from "../../../../../renderer/lib/outcome-words.ts";
import { expect, test } from "vitest";
import { hindranceOf } from "../../../../../renderer/features/campaign-wizard/review-model.ts";

const counts = {
  planned: 10,
  excluded: 0,
  pending: 10,
  sending: 0,
  accepted: 0,
  refused: 0,
  unknown: 0,
  cancelled: 0,
};
const clear = {
  status: { state: "planned" as const, counts },
  changed: false,
  later: false,
  session: { state: "signed-in" as const },
  reachability: { state: "online" as const },
  networkOnline: true,
};

test("nothing stands in the way of a frozen plan with a session and a network", () => {
  expect(hindranceOf(clear)).toBeUndefined();
});

test("what stands in the way is said, and what it waits for", () => {
  const say = (change: object): string => hindranceOf({ ...clear, ...change }) ?? "";
  expect(say({ changed: true })).toBe(t(($) => $.planning.start.reviewFirst));
  expect(say({ session: { state: "signed-out", message: codedText("session-expired") } })).toBe(
    t(($) => $.planning.start.signedOutReason, { reason: formatText(codedText("session-expired")) }),
  );
  expect(say({ session: { state: "signed-out" } })).toBe(t(($) => $.planning.start.signedOut));
  expect(say({ networkOnline: false })).toBe(t(($) => $.planning.start.noNetwork));
  expect(say({ reachability: { state: "offline" } })).toBe(t(($) => $.planning.start.serviceOffline));
  expect(say({ status: { state: "planned", counts: { ...counts, pending: 0 } } })).toBe(
    t(($) => $.planning.start.noRecipients),
  );
  expect(say({ status: { state: "running", counts } })).toBe(
    t(($) => $.planning.start.alreadyStarted, { state: campaignWords.running.text.toLowerCase() }),
  );
});

test("a start at a time of its own does not need the network now", () => {
  expect(hindranceOf({ ...clear, later: true, networkOnline: false })).toBeUndefined();
  // A reachability that nobody has learned yet is no hindrance.
  expect(hindranceOf({ ...clear, reachability: { state: "unknown" } })).toBeUndefined();
});
