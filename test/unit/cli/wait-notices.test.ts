import { beforeEach, expect, test } from "vitest";
import type { GovernorView, Reachability } from "#contract/connections.ts";
import type { FleetClient } from "#contract/index.ts";
import { startWaitNotices } from "../../../main/cli/wait-notices.ts";
import { createFakeClock, type FakeClock } from "../../fakes/fake-clock.ts";

const startAt = Date.UTC(2031, 11, 31, 14);
let clock: FakeClock;
let lines: string[];
let governor: GovernorView;
let reachability: Reachability;
let stop: () => void;

const start = (limit: { readonly timeoutSeconds?: number; readonly isForeign?: boolean } = {}): (() => void) => {
  const connections = {
    governor: () => Promise.resolve(governor),
    reachability: () => Promise.resolve(reachability),
  } as unknown as FleetClient["connections"];
  const progress = { say: (line: string) => void lines.push(line) };
  const { timeoutSeconds, isForeign = false } = limit;
  return startWaitNotices({
    client: { connections } as FleetClient,
    clock,
    progress,
    scope: {},
    timeoutSeconds,
    isForeign,
  });
};

beforeEach(() => {
  clock = createFakeClock(startAt);
  lines = [];
  governor = { connection: "a", ceiling: "none", ratePerSecond: 0, waitingMs: 0 };
  reachability = { connection: "a", state: "online" };
  stop = start();
});

test("a Retry-After is said once, with the time of the next request, and a later one again", async () => {
  governor = { ...governor, waitingMs: 3_600_000, limitedBy: "service" };
  await clock.advance(2_000);
  expect(lines).toEqual(["Rate limited by the service; next request at 2031-12-31T15:00:02Z (Ctrl-C to stop)."]);
  governor = { ...governor, waitingMs: 3_598_000 };
  await clock.advance(2_000);
  expect(lines).toHaveLength(1);
  governor = { ...governor, waitingMs: 7_200_000 };
  await clock.advance(2_000);
  expect(lines[1]).toBe("Rate limited by the service; next request at 2031-12-31T16:00:06Z (Ctrl-C to stop).");
});

test("waiting for the ceiling of the connection is told apart", async () => {
  governor = { ...governor, ceiling: { requests: 2000, seconds: 300 }, waitingMs: 60_000, limitedBy: "ceiling" };
  await clock.advance(2_000);
  expect(lines).toEqual([
    "Request limit of the connection reached (2,000 in 5 min 00 s); next request at 2031-12-31T14:01:02Z (Ctrl-C to stop).",
  ]);
});

test("a read that is not answered for ten seconds is said once", async () => {
  reachability = { ...reachability, waitingSince: startAt };
  await clock.advance(8_000);
  expect(lines).toEqual([]);
  await clock.advance(2_000);
  expect(lines).toEqual([expect.stringMatching(/^The service has not answered for 10 s\. /)]);
  await clock.advance(10_000);
  expect(lines).toHaveLength(1);
});

test.each([
  [{}, "A read fails after 30 s and is sent at most 3 times; --timeout SECONDS changes that, Ctrl-C stops."],
  [{ timeoutSeconds: 40 }, "A read fails after 40 s (--timeout), Ctrl-C stops."],
  [{ isForeign: true }, "A read fails after 30 s and is sent at most 3 times, Ctrl-C stops."],
])("a notice names the limit that applies: %j", async (limit, sentence) => {
  stop();
  stop = start(limit);
  reachability = { ...reachability, waitingSince: startAt - 8_000 };
  await clock.advance(2_000);
  expect(lines).toEqual([`The service has not answered for 10 s. ${sentence}`]);
});

test("nothing is said of short waits, nor after the command has ended", async () => {
  governor = { ...governor, waitingMs: 4_000, limitedBy: "service" };
  await clock.advance(2_000);
  stop();
  governor = { ...governor, waitingMs: 60_000 };
  await clock.advance(10_000);
  expect(lines).toEqual([]);
});
