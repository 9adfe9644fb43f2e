import { expect, test } from "vitest";
import { createBell } from "../../../main/jobs/bell.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";

const never = new AbortController().signal;

test("a wait ends when the bell is rung, when its time is over, or when it is aborted", async () => {
  const clock = createFakeClock();
  const bell = createBell(clock);
  const ended: string[] = [];
  const wait = async (name: string, signal = never): Promise<void> => {
    ended.push(`${name}: ${await bell.wait(1_000, signal)}`);
  };
  const rung = wait("rung");
  bell.ring();
  await rung;
  const timed = wait("timed");
  await clock.advance(999);
  expect(ended).toEqual(["rung: rung"]);
  await clock.advance(1);
  await timed;
  await wait("aborted", AbortSignal.abort());
  expect([ended, clock.waiting]).toEqual([["rung: rung", "timed: time", "aborted: aborted"], 0]);
});

test("a ring while nobody waits ends the next wait at once, and no other", async () => {
  const clock = createFakeClock();
  const bell = createBell(clock);
  bell.ring();
  bell.ring();
  await bell.wait(1_000, never);
  const second = bell.wait(1_000, never);
  await clock.advance(999);
  expect(clock.waiting).toBe(1);
  await clock.advance(1);
  await second;
});
