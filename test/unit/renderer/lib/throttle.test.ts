import { expect, test } from "vitest";
import { throttle } from "../../../../renderer/lib/throttle.ts";
import { handClock } from "../hand-clock.ts";

test("a thousand askings a second are answered a few times, and the last of them is", async () => {
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

test("what is asked while the work is done is done once more", async () => {
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

test("work that takes long rests in proportion", async () => {
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

test("a cost that others bear counts as well", async () => {
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

test("work that waited long rests no longer than its results may be old", async () => {
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
