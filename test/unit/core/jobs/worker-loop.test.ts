import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Attempt } from "../../../../main/core/jobs/attempt.ts";
import type { ClaimedRow } from "../../../../main/core/jobs/ledger.ts";
import { createSlowStart } from "../../../../main/core/jobs/slow-start.ts";
import { sleep } from "../../../../main/core/wait.ts";
import type { FakeClock } from "../../../fakes/fake-clock.ts";
import {
  accepted,
  finish,
  lost,
  offline,
  rejected,
  setUp,
  signedOut,
  tally,
  throttled,
} from "../../../make/worker-loop.ts";

/** What the transport does: `attempt` once the request is written, otherwise not sent. */
async function writeIfAllowed(beforeWrite: () => Promise<void> | undefined, attempt: Attempt): Promise<Attempt> {
  try {
    await beforeWrite();
    return attempt;
  } catch {
    return offline;
  }
}

describe("the worker loop", () => {
  it("performs every pending row once, in row order, and ends as drained", async () => {
    const stage = setUp({ rows: 50, perform: () => accepted });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "drained" });
    expect(stage.performed).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(tally(stage)).toEqual({ accepted: 50 });
  });

  it("is drained when only rows of closed waves are left, and leaves them unchanged", async () => {
    const stage = setUp({ rows: 50, open: 20, perform: () => accepted });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "drained" });
    expect(tally(stage)).toEqual({ accepted: 20, pending: 30 });
  });

  it("never has more requests in flight than the concurrency", async () => {
    const perform = async (_row: ClaimedRow, _signal: AbortSignal, clock: FakeClock): Promise<Attempt> => {
      await sleep(clock, 10);
      return accepted;
    };
    const stage = setUp({ rows: 40, concurrency: 6, perform });
    await finish(stage, stage.loop.run());
    expect(stage.mostInFlight()).toBe(6);
  });

  it("claims nothing ahead while a rate is set", async () => {
    const stage = setUp({ rows: 30, rate: 10, perform: () => accepted });
    const running = stage.loop.run();
    await stage.clock.advance(1000);
    expect(stage.ledger.commits.filter(({ claimed }) => claimed > 1)).toEqual([]);
    expect(Math.abs(stage.performed.length - 10)).toBeLessThanOrEqual(1);
    stage.loop.pause();
    await finish(stage, running);
  });

  it("reports what prevents sending until the service has answered", async () => {
    const connection = { open: false };
    const stage = setUp({
      rows: 3,
      perform: (_row, _signal, clock) => (connection.open ? accepted : sleep(clock, 100).then(() => throttled)),
    });
    const running = stage.loop.run();
    await stage.clock.advance(1000);
    expect(stage.loop.outage).toBe(throttled.message);
    connection.open = true;
    expect(await finish(stage, running)).toEqual({ kind: "drained" });
    expect(stage.loop.outage).toBeUndefined();
  });

  it("finishes requests in flight when paused, and releases rows that were only claimed", async () => {
    const perform = async (_row: ClaimedRow, _signal: AbortSignal, clock: FakeClock): Promise<Attempt> => {
      await sleep(clock, 500);
      return accepted;
    };
    const stage = setUp({ rows: 30, concurrency: 4, perform });
    const running = stage.loop.run();
    await stage.clock.advance(100);
    stage.loop.pause();
    expect(await finish(stage, running)).toEqual({ kind: "paused" });
    expect(tally(stage)).toEqual({ accepted: 4, pending: 26 });
  });

  it("aborts requests in flight when all sending is stopped: only their rows are unknown", async () => {
    const perform = (_row: ClaimedRow, signal: AbortSignal): Promise<Attempt> =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(lost), { once: true });
      });
    const stage = setUp({ rows: 30, concurrency: 4, perform });
    const running = stage.loop.run();
    await stage.clock.advance(100);
    stage.loop.abort();
    expect(await finish(stage, running)).toEqual({ kind: "paused" });
    expect(tally(stage)).toEqual({ unknown: 4, pending: 26 });
  });

  it("counts an attempt that fails unexpectedly as unknown, never as not sent", async () => {
    const stage = setUp({ rows: 1, perform: () => Promise.reject(new Error("boom")) });
    await finish(stage, stage.loop.run());
    expect(tally(stage)).toEqual({ unknown: 1 });
  });

  it("requeues throttled rows and continues: throttling is no failure", async () => {
    const seen = new Set<number>();
    const stage = setUp({ rows: 30, perform: ({ row }) => (seen.has(row) ? accepted : (seen.add(row), throttled)) });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "drained" });
    expect(tally(stage)).toEqual({ accepted: 30 });
  });

  it("ends after a minute of nothing but throttling", async () => {
    const perform = async (_row: ClaimedRow, _signal: AbortSignal, clock: FakeClock): Promise<Attempt> => {
      await sleep(clock, 2000);
      return throttled;
    };
    const stage = setUp({ rows: 5, perform });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "rate-limited", message: throttled.message });
    expect(tally(stage)).toEqual({ pending: 5 });
  });

  it("ends at the first failed connection, and releases claimed rows", async () => {
    const stage = setUp({ rows: 20, concurrency: 4, perform: ({ row }) => (row < 3 ? accepted : offline) });
    expect(await finish(stage, stage.loop.run())).toEqual({
      kind: "offline",
      message: codedText("connection-refused", { host: "host.example" }),
    });
    expect(tally(stage)).toEqual({ accepted: 2, pending: 18 });
    expect(stage.performed.length).toBeLessThanOrEqual(6);
  });

  it("ends when ten answers in a row are lost, which stay unknown", async () => {
    const stage = setUp({ rows: 40, concurrency: 1, perform: ({ row }) => (row < 5 ? accepted : lost) });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "offline", message: codedText("connection-lost") });
    expect(tally(stage)).toEqual({ accepted: 4, unknown: 10, pending: 26 });
  });

  it("begins with a single request after an outage, and adds one with each answer", async () => {
    const slowStart = createSlowStart();
    slowStart.restart();
    const inFlightCounts: number[] = [];
    let inFlight = 0;
    const perform = async (_row: ClaimedRow, _signal: AbortSignal, clock: FakeClock): Promise<Attempt> => {
      inFlightCounts.push((inFlight += 1));
      await sleep(clock, 100);
      inFlight -= 1;
      return accepted;
    };
    const stage = setUp({ rows: 60, concurrency: 8, slowStart, perform });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "drained" });
    expect(inFlightCounts.slice(0, 3)).toEqual([1, 1, 2]);
    expect(Math.max(...inFlightCounts)).toBe(8);
  });

  it("tests with one request whether a throttled service accepts messages again", async () => {
    const stage = setUp({
      rows: 60,
      concurrency: 24,
      perform: (_row, _signal, clock) =>
        clock.monotonic() < 5_000 ? sleep(clock, 1_000).then(() => throttled) : accepted,
    });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "drained" });
    // The first ones leave together, then one per second.
    expect(stage.performed.length - 60).toBeLessThanOrEqual(24 + 5);
  });

  it("sends no row that was claimed before a lost answer without a new permit", async () => {
    const reopening = Promise.withResolvers<void>();
    let performedAtLoss: number | undefined;
    const stage = setUp({
      rows: 60,
      permits: {
        acquireUpTo: async (max) => {
          if (performedAtLoss !== undefined) await reopening.promise;
          return max;
        },
        giveBack: () => undefined,
      },
      perform: async (_row, _signal, clock) => {
        await sleep(clock, 10);
        if (performedAtLoss !== undefined || stage.performed.length < 20) return accepted;
        performedAtLoss = stage.performed.length;
        return lost;
      },
    });
    const running = stage.loop.run();
    await stage.clock.advance(1_000);
    expect(stage.performed).toHaveLength(performedAtLoss ?? 0);
    expect(tally(stage)["sending"]).toBeUndefined();
    reopening.resolve();
    expect(await finish(stage, running)).toEqual({ kind: "drained" });
    expect(tally(stage)).toEqual({ accepted: 59, unknown: 1 });
  });

  it("ends when the service requests a long wait", async () => {
    const long: Attempt = { ...throttled, retryAfterMs: 45_000 };
    const stage = setUp({ rows: 20, perform: () => long });
    const end = await finish(stage, stage.loop.run());
    expect(end).toEqual({ kind: "throttled", message: throttled.message, forMs: 45_000 });
    expect(tally(stage)).toEqual({ pending: 20 });
  });

  it("ends when a sign-in is required, and loses no recipient", async () => {
    const stage = setUp({ rows: 20, perform: ({ row }) => (row <= 5 ? accepted : signedOut) });
    expect(await finish(stage, stage.loop.run())).toEqual({
      kind: "needs-sign-in",
      message: codedText("token-rejected"),
    });
    expect(tally(stage)).toEqual({ accepted: 5, pending: 15 });
  });

  it("stops by the stop rule, with the reason", async () => {
    const stage = setUp({ rows: 100, concurrency: 1, perform: () => rejected });
    const end = await finish(stage, stage.loop.run());
    expect(end.kind).toBe("errors");
    expect(tally(stage)).toEqual({ refused: 10, pending: 90 });
  });

  it("claims nothing while the gate is closed", async () => {
    const gate = { reason: "quiet-hours", message: codedText("expiry-reached") };
    const stage = setUp({ rows: 10, gate: () => gate, perform: () => accepted });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "gate", gate });
    expect(stage.performed).toEqual([]);
  });

  it("sends no row that was claimed before the computer slept until the gate was closed", async () => {
    let isClosed = false;
    const gate = { reason: "quiet-hours", message: codedText("connection-lost"), until: 0 };
    const perform = async (_row: ClaimedRow, _signal: AbortSignal, clock: FakeClock): Promise<Attempt> => {
      await sleep(clock, 500);
      return accepted;
    };
    const stage = setUp({ rows: 30, concurrency: 4, gate: () => (isClosed ? gate : undefined), perform });
    const running = stage.loop.run();
    await stage.clock.advance(100);
    expect(tally(stage)).toEqual({ sending: 5, pending: 25 });
    isClosed = true;
    stage.clock.jump(3_600_000);
    expect(await finish(stage, running)).toEqual({ kind: "gate", gate });
    expect(stage.performed).toHaveLength(4);
    expect(tally(stage)).toEqual({ accepted: 4, pending: 26 });
  });

  it("claims rows again that it released before they were performed", async () => {
    const perform = async (_row: ClaimedRow, _signal: AbortSignal, clock: FakeClock): Promise<Attempt> => {
      await sleep(clock, 500);
      return accepted;
    };
    const stage = setUp({ rows: 30, concurrency: 4, perform });
    const running = stage.loop.run();
    await stage.clock.advance(100);
    stage.loop.releaseClaimed();
    await stage.clock.advance(100);
    expect(stage.ledger.commits.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(1);
    expect(await finish(stage, running)).toEqual({ kind: "drained" });
    expect(tally(stage)).toEqual({ accepted: 30 });
    expect(new Set(stage.performed).size).toBe(stage.performed.length);
  });

  it("sends no row that was claimed before the gate closed", async () => {
    let isClosed = false;
    const gate = { reason: "quiet-hours", message: codedText("connection-lost"), until: 0 };
    const perform = async (_row: ClaimedRow, _signal: AbortSignal, clock: FakeClock): Promise<Attempt> => {
      await sleep(clock, 500);
      return accepted;
    };
    const stage = setUp({ rows: 30, concurrency: 4, gate: () => (isClosed ? gate : undefined), perform });
    const running = stage.loop.run();
    await stage.clock.advance(100);
    isClosed = true;
    expect(await finish(stage, running)).toEqual({ kind: "gate", gate });
    expect(tally(stage)).toEqual({ accepted: 4, pending: 26 });
  });

  it("writes no request that waited for a token until the gate was closed", async () => {
    let isClosed = false;
    const gate = { reason: "quiet-hours", message: codedText("connection-lost"), until: 0 };
    const slowStart = createSlowStart();
    const stage = setUp({
      rows: 30,
      concurrency: 4,
      slowStart,
      gate: () => (isClosed ? gate : undefined),
      perform: async (_row, _signal, clock, beforeWrite) => {
        await sleep(clock, 500);
        return writeIfAllowed(beforeWrite, accepted);
      },
    });
    const running = stage.loop.run();
    await stage.clock.advance(100);
    isClosed = true;
    expect(await finish(stage, running)).toEqual({ kind: "gate", gate });
    expect(tally(stage)).toEqual({ pending: 30 });
    expect([stage.loop.outage, slowStart.limit(4)]).toEqual([undefined, 4]);
  });

  it("writes no request that waited for a token until the loop was paused", async () => {
    const stage = setUp({
      rows: 30,
      concurrency: 4,
      perform: async (_row, _signal, clock, beforeWrite) => {
        await sleep(clock, 500);
        return writeIfAllowed(beforeWrite, accepted);
      },
    });
    const running = stage.loop.run();
    await stage.clock.advance(100);
    stage.loop.pause();
    expect(await finish(stage, running)).toEqual({ kind: "paused" });
    expect(tally(stage)).toEqual({ pending: 30 });
  });

  it("writes no request that waited for the ledger until the loop was paused", async () => {
    const stage = setUp({
      rows: 4,
      concurrency: 4,
      perform: async (_row, _signal, clock, beforeWrite) => {
        await sleep(clock, 10_000);
        const permission = beforeWrite();
        stage.loop.pause();
        return writeIfAllowed(() => permission, accepted);
      },
    });
    expect(await finish(stage, stage.loop.run())).toEqual({ kind: "paused" });
    expect(tally(stage)).toEqual({ pending: 4 });
  });

  it("writes no request that waited for a token until the stop rule ended the loop", async () => {
    const stage = setUp({
      rows: 30,
      concurrency: 20,
      perform: async ({ row }, _signal, clock, beforeWrite) => {
        await sleep(clock, row <= 10 ? 100 : 500);
        return writeIfAllowed(beforeWrite, row <= 10 ? rejected : accepted);
      },
    });
    expect(await finish(stage, stage.loop.run())).toMatchObject({ kind: "errors" });
    expect(tally(stage)).toEqual({ refused: 10, pending: 20 });
  });

  it("rejects with the ledger's error, after requests in flight have finished", async () => {
    const stage = setUp({ rows: 10, concurrency: 2, perform: () => accepted });
    stage.ledger.fail();
    await expect(finish(stage, stage.loop.run())).rejects.toMatchObject({ code: "disk-full" });
  });

  it("records requests in flight when no rows can be claimed, then rejects", async () => {
    const stage = setUp({
      rows: 40,
      concurrency: 4,
      rate: 4,
      perform: ({ row }, _signal, clock) => {
        if (row === 4) stage.ledger.failClaims();
        return sleep(clock, 2_000).then(() => accepted);
      },
    });
    await expect(finish(stage, stage.loop.run())).rejects.toMatchObject({ code: "disk-full" });
    expect(stage.performed.length).toBeGreaterThanOrEqual(4);
    expect(tally(stage)).toEqual({ accepted: stage.performed.length, pending: 40 - stage.performed.length });
  });

  it("groups outcomes into commits", async () => {
    const stage = setUp({ rows: 400, concurrency: 32, perform: () => accepted });
    await finish(stage, stage.loop.run());
    expect(stage.ledger.commits.length).toBeLessThan(60);
  });

  it("never performs a row again whose attempt may have been accepted, for any answers", async () => {
    const answers = [accepted, rejected, lost, throttled, offline];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(answers.length - 1), { minLength: 30, maxLength: 60 }), async (script) => {
        let at = 0;
        const finishedRows = new Set<number>();
        const stage = setUp({
          rows: 25,
          perform: ({ row }) => {
            expect(finishedRows.has(row)).toBe(false);
            const attempt = answers[script[at++ % script.length] ?? 0] ?? accepted;
            if (attempt.outcome !== "not-sent") finishedRows.add(row);
            return attempt;
          },
        });
        // An outage ends the loop; a run starts another one.
        await finish(stage, stage.loop.run());
        expect(tally(stage)["sending"]).toBeUndefined();
        expect([...stage.ledger.states.values()].filter((state) => state !== "pending").length).toBe(finishedRows.size);
      }),
      { numRuns: 25 },
    );
  });
});
