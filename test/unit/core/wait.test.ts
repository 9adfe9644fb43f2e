/** Work serialised by key. */
import { expect, test } from "vitest";
import { createKeyedMutex } from "../../../main/core/wait.ts";

test("work with one key runs in call order, in parallel to work with another key", async () => {
  const runExclusive = createKeyedMutex();
  const events: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  const first = runExclusive("a", async () => {
    events.push("a1 begins");
    await gate;
    events.push("a1 ends");
  });
  const second = runExclusive("a", () => Promise.resolve(events.push("a2")));
  await runExclusive("b", () => Promise.resolve(events.push("b")));
  expect(events).toEqual(["a1 begins", "b"]);
  open(undefined);
  await Promise.all([first, second]);
  expect(events).toEqual(["a1 begins", "b", "a1 ends", "a2"]);
});

test("a failure affects its own caller only", async () => {
  const runExclusive = createKeyedMutex();
  const failing = runExclusive("a", () => Promise.reject(new Error("no")));
  const next = runExclusive("a", () => Promise.resolve(1));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe(1);
});
