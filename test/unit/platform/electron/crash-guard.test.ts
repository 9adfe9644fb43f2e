import { expect, test } from "vitest";
import { createCrashGuard } from "../../../../main/platform/electron/crash-guard.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

interface Bench {
  readonly crash: (reason?: string) => Promise<void>;
  readonly clock: FakeClock;
  readonly done: string[];
}

/** A guard that records what it did; the operator answers its question with `again`. */
function openGuard(again: boolean): Bench {
  const clock = createFakeClock();
  const done: string[] = [];
  const crash = createCrashGuard({
    clock,
    log: createFakeLog(),
    reload: () => void done.push("reload"),
    confirmReload: () => {
      done.push("question");
      return Promise.resolve(again);
    },
    quit: () => void done.push("quit"),
  });
  return { crash: (reason = "crashed") => crash(reason), clock, done };
}

test("reloads a page that crashed, at most three times a minute, and then leaves the decision to the operator", async () => {
  const { crash, done } = openGuard(true);
  for (let times = 0; times < 5; times += 1) await crash();
  expect(done).toEqual(["reload", "reload", "reload", "question", "reload", "reload"]);
});

test("crashes of an earlier minute do not count", async () => {
  const { crash, clock, done } = openGuard(true);
  for (let times = 0; times < 5; times += 1) {
    await crash("oom");
    await clock.advance(25_000);
  }
  expect(done).toEqual(["reload", "reload", "reload", "reload", "reload"]);
});

test("an operator who does not reload the page quits", async () => {
  const { crash, done } = openGuard(false);
  for (let times = 0; times < 4; times += 1) await crash();
  expect(done.slice(3)).toEqual(["question", "quit"]);
});

test("a page that ended regularly is not reloaded", async () => {
  const { crash, done } = openGuard(true);
  await crash("clean-exit");
  expect(done).toEqual([]);
});
