/** A retry of rows of a change: whatever ends the process, or runs at the same time, no row is left in a change that has finished. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import { createChangeHandlers } from "../../../../main/features/quotas/change-handlers.ts";
import type { ChangeRuns } from "../../../../main/features/quotas/change-run.ts";
import { requeue } from "../../../../main/features/quotas/plan-change.ts";
import type { QuotaDeps } from "../../../../main/features/quotas/deps.ts";
import { moveChange, readChange, recoverChanges } from "../../../../main/features/quotas/queries-changes.ts";
import { createRowMoves, rowsToWork } from "../../../../main/features/quotas/queries-rows.ts";
import { useDatabase } from "../../../make/database.ts";

const database = useDatabase();

function make(state: string, row: string): number {
  const { lastInsertRowid: change } = database().run(
    `INSERT INTO quota_change (connection, kind, operation, title, whom, state, confirm_zero, single, created_at)
      VALUES (1, 'data', '{"op":"delete"}', 't', 'w', ?, 0, 0, 0)`,
    state,
  );
  database().run("INSERT INTO quota_row (change, row, endpoint, state) VALUES (?, 1, 1, ?)", change, row);
  return change;
}

/** Dependencies with a store that ends the process after so many writes. */
function depsWith(writes: number): QuotaDeps {
  let left = writes;
  const { moveRows } = createRowMoves(() => []);
  const writing =
    <A, R>(write: (db: ReturnType<typeof database>, args: A) => R) =>
    (args: A) =>
      left-- > 0 ? Promise.resolve(write(database(), args)) : Promise.reject(new Error("the process was killed"));
  const store = {
    readChange: (id: number) => Promise.resolve(readChange(database(), id)),
    rowsToWork: (...args: [number, "unreadable", number, number]) => Promise.resolve(rowsToWork(database(), ...args)),
    moveRows: writing(moveRows),
    moveChange: writing(moveChange),
  };
  // Safe cast: a retry uses these members only.
  return { store, clock: { now: () => 5 } } as unknown as QuotaDeps;
}

describe.each(["not-applied", "unreadable"] as const)("a retry of rows that are %s", (row) => {
  it.each([0, 1, 2, 3])("of which a crash leaves %i writes can be repeated or resumed", async (writes) => {
    const change = make("finished", row);
    const request = { states: [row], allowUnresolved: false, confirm: undefined };
    const retried = requeue(depsWith(writes), readChange(database(), change), request);
    await retried.catch((cause: unknown) => expect(cause).toEqual(new Error("the process was killed")));
    recoverChanges(database(), codedText("quota-change-ended"), 100, 7000);
    const { state, counts } = readChange(database(), change);
    expect([state, counts[row]]).toEqual(
      writes === 0 ? ["finished", 1] : [expect.stringMatching("interrupted"), writes === 1 ? 1 : 0],
    );
  });
});

it("a change is cancelled only after its rows are requeued, so that none of them stays planned", async () => {
  const change = make("finished", "not-applied");
  const deps = depsWith(Infinity);
  const requeued = Promise.withResolvers<undefined>();
  const moveRows: QuotaDeps["store"]["moveRows"] = async (steps) => {
    await requeued.promise;
    return await deps.store.moveRows(steps);
  };
  const runs = { has: () => false, begin: () => undefined, end: () => Promise.resolve() } as unknown as ChangeRuns;
  const connectionNames = (): Promise<Map<number, string>> => Promise.resolve(new Map([[1, "main"]]));
  const store = { ...deps.store, moveRows };
  const handlers = createChangeHandlers({ ...deps, store, connectionNames, publish: () => undefined }, runs);
  const context = { signal: new AbortController().signal };
  const retried = handlers.retry({ change, states: ["not-applied"], allowUnresolved: false }, context);
  await expect.poll(() => readChange(database(), change).state).toBe("running");
  const cancelled = handlers.cancel({ change }, context);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  requeued.resolve(undefined);
  await Promise.all([retried, cancelled]);
  const { state, counts } = readChange(database(), change);
  expect([state, counts.planned, counts.cancelled]).toEqual(["cancelled", 0, 1]);
});

it("a change does not finish while it has rows to send", () => {
  const change = make("running", "planned");
  expect(() => moveChange(database(), { change, event: "finish", now: 1 })).toThrow("has rows to send");
  expect(readChange(database(), change).state).toBe("running");
  database().run("UPDATE quota_row SET state = 'set' WHERE change = ?", change);
  expect(moveChange(database(), { change, event: "finish", now: 1 }).state).toBe("finished");
});
