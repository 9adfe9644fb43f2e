import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import { createFollower, leaseMs } from "../../../../main/features/events/follow.ts";
import type { EventConnection } from "../../../../main/features/events/deps.ts";
import type { Reader, ReadRequest } from "../../../../main/features/events/reader.ts";
import { AppError } from "#shared/failure.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { makeApiClient } from "../../../make/api-client.ts";

const scope: EventScope = { of: "endpoint", id: "70001" };

/** A follower whose reads are answered by the test: with a number of new events, or a failure. */
function bench() {
  const clock = createFakeClock();
  const api = makeApiClient("http://127.0.0.1:1");
  const connection: EventConnection = { id: 1, name: "practice", api };
  const readings: { readonly at: number; readonly request: ReadRequest }[] = [];
  const answers: (number | AppError)[] = [];
  const added: number[] = [];
  const changed: string[] = [];
  const read: Reader = (_connection, request) => {
    readings.push({ at: clock.monotonic(), request });
    const answer = answers.shift() ?? 0;
    if (answer instanceof AppError) return Promise.reject(answer);
    const facts = { read: answer, complete: true, reason: undefined, promised: undefined };
    return Promise.resolve({ ...facts, added: answer, asOf: clock.now() });
  };
  const follower = createFollower({
    store: { scopeState: () => Promise.resolve({ spans: [], notOfferedAt: undefined }) } as never,
    connections: { open: () => Promise.resolve(connection), openById: () => Promise.resolve(connection) },
    clock,
    log: createFakeLog(),
    read,
    onAdded: ({ count }) => Promise.resolve(void added.push(count)),
    onFollowChanged: ({ lease }) => changed.push(lease),
  });
  /** When reads started. */
  const times = (): number[] => readings.map(({ at }) => at);
  return { clock, follower, connection, readings, answers, added, changed, times };
}

test("reads a list at once, then at growing intervals while nothing new arrives, and soon again after new events", async () => {
  const { clock, follower, connection, answers, added, times } = bench();
  answers.push(0, 0, 3);
  const { lease } = follower.follow(connection, scope, undefined);
  await clock.advance(55_000);
  follower.follow(connection, scope, lease);
  await clock.advance(5_000);
  expect(times().slice(0, 5)).toEqual([0, 7_500, 18_750, 23_750, 31_250]);
  expect(added).toEqual([3]);
});

test("reads with the lowest priority and overlaps by some minutes, since some events are recorded late", async () => {
  const { clock, follower, connection, readings } = bench();
  follower.follow(connection, scope, undefined);
  await clock.advance(1);
  const [reading] = readings;
  expect(reading?.request.priority).toEqual(["sync", "sync"]);
  expect(reading?.request.span?.from).toBe(clock.now() - 1 - 300_000);
  await follower.stop();
});

test("stops reading when the lease is not renewed, and continues while it is", async () => {
  const { clock, follower, connection, times } = bench();
  const { lease } = follower.follow(connection, scope, undefined);
  for (let turn = 0; turn < 10; turn += 1) {
    await clock.advance(leaseMs - 1000);
    follower.follow(connection, scope, lease);
  }
  const renewed = times().length;
  expect(times().at(-1)).toBeGreaterThan(9 * (leaseMs - 1000));
  await clock.advance(10 * leaseMs);
  expect(times().length).toBeLessThanOrEqual(renewed + 1);
  expect(clock.waiting).toBe(0);
});

test("reads a list once for several leases, until the last one is released", async () => {
  const { clock, follower, connection, times } = bench();
  const one = follower.follow(connection, scope, undefined);
  const other = follower.follow(connection, scope, undefined);
  expect(one.lease).not.toBe(other.lease);
  await clock.advance(1);
  expect(times()).toEqual([0]);
  follower.unfollow(one.lease);
  await clock.advance(8_000);
  expect(times()).toEqual([0, 7_500]);
  follower.unfollow(other.lease);
  await clock.advance(60_000);
  expect([times(), clock.waiting]).toEqual([[0, 7_500], 0]);
});

test("reports a failure, waits longer after each one, and clears it when a read succeeds", async () => {
  const { clock, follower, connection, answers, changed, times } = bench();
  const offlineError = new AppError("connection-refused", codedText("connection-refused", { host: "here" }));
  answers.push(offlineError, offlineError, 1);
  const { lease } = follower.follow(connection, scope, undefined);
  await clock.advance(1);
  expect(follower.follow(connection, scope, lease)).toMatchObject({ state: "failing", code: "connection-refused" });
  await clock.advance(30_000);
  expect(times().slice(0, 4)).toEqual([0, 10_000, 30_000]);
  expect(follower.follow(connection, scope, lease)).toMatchObject({ lease, state: "polling" });
  expect(changed).toEqual([lease, lease]);
});

test("ends when the list is not offered; the follower reads the reason, and may start again", async () => {
  const { clock, follower, connection, answers, times } = bench();
  answers.push(new AppError("not-offered", codedText("events-not-offered")));
  const { lease } = follower.follow(connection, scope, undefined);
  await clock.advance(300_000);
  expect(times()).toEqual([0]);
  expect(follower.follow(connection, scope, lease)).toMatchObject({ lease, state: "ended", code: "not-offered" });
  const again = follower.follow(connection, scope, undefined);
  await clock.advance(1);
  expect([again.state, times().length]).toEqual(["polling", 2]);
});

test("ends when the connection is removed, and when the program ends", async () => {
  const { clock, follower, connection, times } = bench();
  const { lease } = follower.follow(connection, scope, undefined);
  await clock.advance(1);
  await follower.removeConnection(1);
  const endedState = { lease, state: "ended", code: "connection-unknown" };
  expect(follower.follow(connection, scope, lease)).toMatchObject(endedState);
  follower.follow(connection, { of: "all" }, undefined);
  await clock.advance(1);
  await follower.stop();
  await clock.advance(300_000);
  expect([times().length, clock.waiting]).toEqual([2, 0]);
  expect(() => follower.follow(connection, scope, undefined)).toThrow(expect.objectContaining({ code: "aborted" }));
});
