import { formatText, t } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { campaignStateLabels } from "../../../../../../renderer/lib/outcome-labels.ts";
import { expect, test } from "vitest";
import { numberProblem, startBlocker } from "../../../../../../renderer/features/campaigns/wizard/draft-issues.ts";

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
  readOnly: undefined,
};

test("allows the start of a frozen plan with a session and a network", () => {
  expect(startBlocker(clear)).toBeUndefined();
});

test("names the obstacle of each condition", () => {
  const blockerOf = (change: object): string => startBlocker({ ...clear, ...change }) ?? "";
  expect(blockerOf({ changed: true })).toBe(t(($) => $.planning.start.reviewFirst));
  expect(blockerOf({ session: { state: "signed-out", message: codedText("session-expired") } })).toBe(
    t(($) => $.planning.start.signedOutReason, { reason: formatText(codedText("session-expired")) }),
  );
  expect(blockerOf({ session: { state: "signed-out" } })).toBe(t(($) => $.planning.start.signedOut));
  expect(blockerOf({ readOnly: "Read-only." })).toBe("Read-only.");
  expect(blockerOf({ networkOnline: false })).toBe(t(($) => $.planning.start.noNetwork));
  expect(blockerOf({ reachability: { state: "offline" } })).toBe(t(($) => $.planning.start.serviceOffline));
  expect(blockerOf({ status: { state: "planned", counts: { ...counts, pending: 0 } } })).toBe(
    t(($) => $.planning.start.noRecipients),
  );
  expect(blockerOf({ status: { state: "running", counts } })).toBe(
    t(($) => $.planning.start.alreadyStarted, { state: campaignStateLabels.running.text.toLowerCase() }),
  );
});

test("does not require the network for a scheduled start", () => {
  expect(startBlocker({ ...clear, later: true, networkOnline: false })).toBeUndefined();
  // An unknown reachability is no obstacle.
  expect(startBlocker({ ...clear, reachability: { state: "unknown" } })).toBeUndefined();
});

test("a number out of range is reported with its limits", () => {
  const rule = { min: 1, max: 512 };
  expect(numberProblem({ ...rule, whole: true })).toBe(t(($) => $.planning.problems.wholeNumber, rule));
  expect(numberProblem(rule)).toBe(t(($) => $.planning.problems.number, rule));
});
