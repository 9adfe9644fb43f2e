import { expect, test } from "vitest";
import { throttle } from "../../../../renderer/lib/throttle.ts";
import { handClock } from "../hand-clock.ts";

test("runs a few times for a thousand requests per second, including the last one", async () => {
  const clock = handClock();
  const runs: number[] = [];
  const throttledRun = throttle(() => void runs.push(clock.now()), { everyMs: 500, ...clock });
  for (let ms = 0; ms < 1000; ms += 1) {
    throttledRun();
    await clock.until(ms);
  }
  await clock.until(3000);
  expect(runs).toEqual([0, 500, 1000]);
});

test("runs once more for requests during a run", async () => {
  const clock = handClock();
  let runs = 0;
  const again: (() => void)[] = [];
  const throttledRun = throttle(
    () => {
      runs += 1;
      if (runs === 1) again.forEach((one) => one());
    },
    { everyMs: 100, ...clock },
  );
  again.push(throttledRun, throttledRun);
  throttledRun();
  await clock.until(1000);
  expect(runs).toBe(2);
});

test("pauses in proportion to the cost of a run", async () => {
  const clock = handClock();
  const runs: number[] = [];
  const throttledRun = throttle(
    () => {
      runs.push(clock.now());
      clock.spend(300);
    },
    { everyMs: 500, share: 0.1, ...clock },
  );
  throttledRun();
  await clock.until(1);
  throttledRun();
  await clock.until(10_000);
  expect(runs).toEqual([0, 3300]);
});

test("includes the cost of work elsewhere", async () => {
  const clock = handClock();
  const runs: number[] = [];
  const throttledRun = throttle(() => void runs.push(clock.now()), {
    everyMs: 500,
    share: 0.1,
    costMs: () => 200,
    ...clock,
  });
  throttledRun();
  await clock.until(1);
  throttledRun();
  await clock.until(10_000);
  expect(runs).toEqual([0, 2000]);
});

test("limits the pause after a long run to the maximum age of its results", async () => {
  const clock = handClock();
  const runs: number[] = [];
  const work = (): void => {
    runs.push(clock.now());
    clock.spend(700);
  };
  const throttledRun = throttle(work, { everyMs: 1000, restAtMostMs: 3000, ...clock });
  throttledRun();
  await clock.until(0);
  throttledRun();
  await clock.until(20_000);
  expect(runs).toEqual([0, 3700]);
});
