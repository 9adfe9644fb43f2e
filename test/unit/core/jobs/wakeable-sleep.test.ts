import { expect, test } from "vitest";
import { createWakeableSleep } from "../../../../main/core/jobs/wakeable-sleep.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";

const neverAborted = new AbortController().signal;

test("ends a wait when it is woken, when its time is over, or when it is aborted", async () => {
  const clock = createFakeClock();
  const sleep = createWakeableSleep(clock);
  const ended: string[] = [];
  const wait = async (name: string, signal = neverAborted): Promise<void> => {
    ended.push(`${name}: ${await sleep.wait(1_000, signal)}`);
  };
  const woken = wait("woken");
  sleep.wake();
  await woken;
  const timed = wait("timed");
  await clock.advance(999);
  expect(ended).toEqual(["woken: woken"]);
  await clock.advance(1);
  await timed;
  await wait("aborted", AbortSignal.abort());
  expect([ended, clock.waiting]).toEqual([["woken: woken", "timed: time", "aborted: aborted"], 0]);
});

test("ends the next wait at once, and no other, when woken without a wait", async () => {
  const clock = createFakeClock();
  const sleep = createWakeableSleep(clock);
  sleep.wake();
  sleep.wake();
  await sleep.wait(1_000, neverAborted);
  const second = sleep.wait(1_000, neverAborted);
  await clock.advance(999);
  expect(clock.waiting).toBe(1);
  await clock.advance(1);
  await second;
});
