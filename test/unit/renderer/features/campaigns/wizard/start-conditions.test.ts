import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { campaignStateLabels } from "../../../../../../renderer/lib/outcome-labels.ts";
import { expect, test } from "vitest";
import { startObstacle } from "../../../../../../renderer/features/campaigns/wizard/start-conditions.ts";

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

test("allows the start of a frozen plan with a session and a network", () => {
  expect(startObstacle(clear)).toBeUndefined();
});

test("names the obstacle of each condition", () => {
  const hindrance = (change: object): string => startObstacle({ ...clear, ...change }) ?? "";
  expect(hindrance({ changed: true })).toBe(t(($) => $.planning.start.reviewFirst));
  expect(hindrance({ session: { state: "signed-out", message: codedText("session-expired") } })).toBe(
    t(($) => $.planning.start.signedOutReason, { reason: formatText(codedText("session-expired")) }),
  );
  expect(hindrance({ session: { state: "signed-out" } })).toBe(t(($) => $.planning.start.signedOut));
  expect(hindrance({ networkOnline: false })).toBe(t(($) => $.planning.start.noNetwork));
  expect(hindrance({ reachability: { state: "offline" } })).toBe(t(($) => $.planning.start.serviceOffline));
  expect(hindrance({ status: { state: "planned", counts: { ...counts, pending: 0 } } })).toBe(
    t(($) => $.planning.start.noRecipients),
  );
  expect(hindrance({ status: { state: "running", counts } })).toBe(
    t(($) => $.planning.start.alreadyStarted, { state: campaignStateLabels.running.text.toLowerCase() }),
  );
});

test("does not require the network for a scheduled start", () => {
  expect(startObstacle({ ...clear, later: true, networkOnline: false })).toBeUndefined();
  // An unknown reachability is no obstacle.
  expect(startObstacle({ ...clear, reachability: { state: "unknown" } })).toBeUndefined();
});
