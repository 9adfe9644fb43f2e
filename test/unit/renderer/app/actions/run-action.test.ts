import { beforeAll, expect, test } from "vitest";
import type { Action } from "../../../../../renderer/app/actions/action.ts";
import type * as RunAction from "../../../../../renderer/app/actions/run-action.tsx";

let runAction: typeof RunAction.runAction;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ runAction } = await import("../../../../../renderer/app/actions/run-action.tsx"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

/** An action that does not end before `finish`. */
function unfinished(options: Pick<Action<string>, "repeatable">): {
  readonly action: Action<string>;
  readonly runs: () => number;
  readonly finish: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    await promise;
  };
  return { action: { id: "test-action", title: "Test", run, ...options }, runs: () => runs, finish: resolve };
}

test("runs once at a time", async () => {
  const { action, runs, finish } = unfinished({});
  const first = runAction(action, "target");
  expect(await runAction(action, "target")).toBe(false);
  finish();
  expect(await first).toBe(true);
  expect(await runAction(action, "target")).toBe(true);
  expect(runs()).toBe(2);
});

test("a toggle that is pressed twice runs twice", async () => {
  const { action, runs, finish } = unfinished({ repeatable: true });
  const pressed = [runAction(action, "target"), runAction(action, "target")];
  finish();
  expect(await Promise.all(pressed)).toEqual([true, true]);
  expect(runs()).toBe(2);
});
