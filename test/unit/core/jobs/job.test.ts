import { expect, it } from "vitest";
import type { Attempt } from "../../../../main/core/jobs/attempt.ts";
import { runJob } from "../../../../main/core/jobs/job.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { accepted, lost, offline, rejected, signedOut, throttled } from "../../../make/worker-loop.ts";

interface Row {
  readonly row: number;
  /** Number of loads of this row. */
  readonly loads: number;
}

interface Stage {
  readonly clock: FakeClock;
  readonly performed: readonly number[];
  readonly stop: () => void;
  /** "done", or the code with which the run ended; the clock is advanced until then. */
  end(): Promise<unknown>;
}

function start(
  total: number,
  perform: (row: Row, clock: FakeClock) => Promise<Attempt> | Attempt,
  outageLimitMs?: number,
): Stage {
  const clock = createFakeClock();
  const stopping = new AbortController();
  const performed: number[] = [];
  const loads = new Map<number, number>();
  const load = (after: number, limit: number): Promise<readonly Row[]> => {
    const rows = Array.from({ length: Math.max(0, Math.min(limit, total - after)) }, (_, index) => after + 1 + index);
    for (const row of rows) loads.set(row, (loads.get(row) ?? 0) + 1);
    return Promise.resolve(rows.map((row) => ({ row, loads: loads.get(row) ?? 0 })));
  };
  const job = {
    load,
    concurrency: 4,
    outageLimitMs,
    perform: async (row: Row): Promise<Attempt> => {
      performed.push(row.row);
      return await perform(row, clock);
    },
  };
  const run = runJob(job, clock, stopping.signal).then(
    () => "done",
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
  const progress = { ended: false };
  void run.finally(() => (progress.ended = true));
  return {
    clock,
    performed,
    stop: () => stopping.abort(),
    end: async () => {
      for (let second = 0; second < 3_600 && !progress.ended; second += 1) await clock.advance(1_000);
      return await run;
    },
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

it("performs every row once, also rejected and lost ones", async () => {
  const stage = start(40, ({ row }) => (row % 10 === 0 ? lost : row % 3 === 0 ? rejected : accepted));
  expect(await stage.end()).toBe("done");
  expect(stage.performed).toEqual(upTo(40));
});

it("loads a row that was not sent again, as its attempt left it", async () => {
  const seen: number[] = [];
  const stage = start(3, ({ row, loads }) => {
    if (row === 2) seen.push(loads);
    return row === 2 && loads === 1 ? throttled : accepted;
  });
  expect(await stage.end()).toBe("done");
  expect([stage.performed.filter((row) => row !== 2), seen]).toEqual([
    [1, 3],
    [1, 2],
  ]);
});

it("waits out a short outage, one request at a time", async () => {
  const stage = start(10, (_row, clock) => (clock.monotonic() < 20_000 ? offline : accepted));
  expect(await stage.end()).toBe("done");
  expect(new Set(stage.performed).size).toBe(10);
  expect(stage.performed.length).toBeLessThan(30);
});

it("waits out a longer outage up to its limit", async () => {
  const isOver = (clock: FakeClock): boolean => clock.monotonic() >= 30 * 60_000;
  const stage = start(10, (_row, clock) => (isOver(clock) ? accepted : offline), 40 * 60_000);
  expect(await stage.end()).toBe("done");
  expect(await start(10, () => offline, 40 * 60_000).end()).toBe("connection-refused");
});

it.each([
  ["a longer outage", offline, "connection-refused"],
  ["a lost session", signedOut, "sign-in-required"],
  ["long throttling", throttled, "throttled"],
  ["a long wait requested of every request", { ...throttled, retryAfterMs: 60_000 }, "throttled"],
  ["a service that loses every response", lost, "connection-lost"],
] as const)("%s ends the run, with few attempts", async (_title, attempt, code) => {
  const stage = start(1_000, async (_row, clock) => {
    await new Promise<void>((resolve) => clock.after(1_000, resolve));
    return attempt;
  });
  expect(await stage.end()).toBe(code);
  expect(new Set(stage.performed).size).toBeLessThan(40);
});

it("waits as long as the service requests, again and again up to its limit, without attempts in between", async () => {
  const long = { ...throttled, retryAfterMs: 600_000 };
  const minutes = (clock: FakeClock): number => clock.monotonic() / 60_000;
  const stage = start(10, (_row, clock) => (minutes(clock) < 35 ? long : accepted), 60 * 60_000);
  expect(await stage.end()).toBe("done");
  expect(stage.performed.length).toBeLessThan(20);
  const endless = start(10, () => long, 25 * 60_000);
  expect(await endless.end()).toBe("throttled");
  expect(Math.round(minutes(endless.clock))).toBe(30);
});

it("an error ends the run once the rows in progress have ended", async () => {
  let ended = 0;
  const stage = start(100, async ({ row }, clock) => {
    if (row === 2) throw new TypeError("unforeseen");
    await new Promise<void>((resolve) => clock.after(5_000, resolve));
    ended += 1;
    return accepted;
  });
  expect(await stage.end()).toBe("TypeError: unforeseen");
  expect([stage.performed, ended]).toEqual([[1, 2, 3, 4], 3]);
});

it("starts no row once it is stopped", async () => {
  const stage = start(100, ({ row }) => {
    if (row === 5) stage.stop();
    return accepted;
  });
  expect(await stage.end()).toBe("aborted");
  expect(stage.performed.length).toBeLessThan(10);
});
