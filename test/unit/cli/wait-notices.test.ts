import { formatDuration } from "#shared/format.ts";
import { beforeEach, expect, test } from "vitest";
import type { GovernorView, Reachability } from "#shared/contract/connections/connections.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { t } from "../../../main/cli/text.ts";
import { startWaitNotices } from "../../../main/cli/progress.ts";
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
  const progress = { printLine: (line: string) => void lines.push(line) };
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
  governor = { connection: "a", ceiling: "none", waitingMs: 0 };
  reachability = { connection: "a", state: "online" };
  stop = start();
});

test("reports a Retry-After once, with the time of the next request, and a later one again", async () => {
  governor = { ...governor, waitingMs: 3_600_000, limitedBy: "service" };
  await clock.advance(2_000);
  const reason = t(($) => $.cli.program.wait.rateLimited);
  expect(lines).toEqual([t(($) => $.cli.program.wait.nextRequest, { reason, time: "2031-12-31T15:00:02Z" })]);
  governor = { ...governor, waitingMs: 3_598_000 };
  await clock.advance(2_000);
  expect(lines).toHaveLength(1);
  governor = { ...governor, waitingMs: 7_200_000 };
  await clock.advance(2_000);
  expect(lines[1]).toBe(t(($) => $.cli.program.wait.nextRequest, { reason, time: "2031-12-31T16:00:06Z" }));
});

test("names the request ceiling of the connection as the reason", async () => {
  governor = { ...governor, ceiling: { requests: 2000, seconds: 300 }, waitingMs: 60_000, limitedBy: "ceiling" };
  await clock.advance(2_000);
  const reason = t(($) => $.cli.program.wait.rateLimitHit, { requests: "2,000", time: formatDuration(300_000) });
  expect(lines).toEqual([t(($) => $.cli.program.wait.nextRequest, { reason, time: "2031-12-31T14:01:02Z" })]);
});

test("reports a read without a response for ten seconds once", async () => {
  reachability = { ...reachability, waitingSince: startAt };
  await clock.advance(8_000);
  expect(lines).toEqual([]);
  await clock.advance(2_000);
  const limit = t(($) => $.cli.program.wait.change, { limit: t(($) => $.cli.program.wait.defaultTimeout) });
  expect(lines).toEqual([t(($) => $.cli.program.wait.noAnswer, { time: "10 s", limit })]);
  await clock.advance(10_000);
  expect(lines).toHaveLength(1);
});

test.each([
  [{}, t(($) => $.cli.program.wait.change, { limit: t(($) => $.cli.program.wait.defaultTimeout) })],
  [{ timeoutSeconds: 40 }, t(($) => $.cli.program.wait.timeout, { time: "40 s" })],
  [{ isForeign: true }, t(($) => $.cli.program.wait.defaultTimeout)],
])("names the limit that applies: %j", async (options, limit) => {
  stop();
  stop = start(options);
  reachability = { ...reachability, waitingSince: startAt - 8_000 };
  await clock.advance(2_000);
  expect(lines).toEqual([t(($) => $.cli.program.wait.noAnswer, { time: "10 s", limit })]);
});

test("reports neither short waits nor waits after the command has ended", async () => {
  governor = { ...governor, waitingMs: 4_000, limitedBy: "service" };
  await clock.advance(2_000);
  stop();
  governor = { ...governor, waitingMs: 60_000 };
  await clock.advance(10_000);
  expect(lines).toEqual([]);
});
