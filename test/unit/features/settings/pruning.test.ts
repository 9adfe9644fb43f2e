import { expect, test } from "vitest";
import { createPruning } from "../../../../main/features/settings/pruning.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

const minuteMs = 60_000;

interface Work {
  left: number;
  sending: boolean;
  /** Something begins to send when this many rows are left. */
  sendingAt?: number;
}

function prune(work: Work, failing = false): { readonly done: string[] } & ReturnType<typeof makeParts> {
  const parts = makeParts();
  const done: string[] = [];
  const pruning = createPruning({
    ...parts,
    isSending: () => Promise.resolve(work.sending),
    steps: {
      first: async () => {
        if (failing) throw new Error("broken");
        work.left -= 1;
        if (work.left === work.sendingAt) work.sending = true;
        done.push("first");
        return work.left > 0;
      },
      second: async () => {
        done.push("second");
        return false;
      },
    },
  });
  pruning.start(minuteMs);
  return { ...parts, done, stop: () => pruning.stop() };
}

const makeParts = () => ({ clock: createFakeClock(), log: createFakeLog(), stop: () => Promise.resolve() });

test("repeats each step until nothing is left, and begins again after six hours", async () => {
  const { clock, done } = prune({ left: 3, sending: false });
  expect(done).toEqual([]);
  await clock.advance(minuteMs);
  expect(done).toEqual(["first", "first", "first", "second"]);
  await clock.advance(359 * minuteMs);
  expect(done).toHaveLength(4);
  await clock.advance(minuteMs);
  expect(done).toHaveLength(6);
});

test("ends before the next step when something begins to send, and continues after it", async () => {
  const work: Work = { left: 4, sending: false, sendingAt: 2 };
  const { clock, done } = prune(work);
  await clock.advance(120 * minuteMs);
  expect(done).toEqual(["first", "first"]);
  work.sending = false;
  await clock.advance(10 * minuteMs);
  expect(done).toEqual(["first", "first", "first", "first", "second"]);
});

test("prunes the other data where one step fails, and logs the failure", async () => {
  const { clock, done, log } = prune({ left: 1, sending: false }, true);
  await clock.advance(minuteMs);
  expect(done).toEqual(["second"]);
  expect(log.lines).toMatchObject([{ level: "error", event: "retention.not-pruned", fields: { data: "first" } }]);
});

test("does nothing after it was stopped", async () => {
  const { clock, done, stop } = prune({ left: 1, sending: false });
  await stop();
  await clock.advance(minuteMs);
  expect(done).toEqual([]);
  expect(clock.waiting).toBe(0);
});
