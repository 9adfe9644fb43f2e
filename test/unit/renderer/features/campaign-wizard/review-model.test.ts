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
  expect(say({ changed: true })).toContain("frozen anew");
  expect(say({ session: { state: "signed-out", message: "It has expired." } })).toBe(
    "Nobody is signed in, so it cannot start: it stays frozen and waits for a sign-in. It has expired.",
  );
  expect(say({ networkOnline: false })).toContain("no network");
  expect(say({ reachability: { state: "offline" } })).toContain("does not answer");
  expect(say({ status: { state: "planned", counts: { ...counts, pending: 0 } } })).toContain("nobody");
  expect(say({ status: { state: "running", counts } })).toContain("running already");
});

test("a start at a time of its own does not need the network now", () => {
  expect(hindranceOf({ ...clear, later: true, networkOnline: false })).toBeUndefined();
  // A reachability that nobody has learned yet is no hindrance.
  expect(hindranceOf({ ...clear, reachability: { state: "unknown" } })).toBeUndefined();
});
