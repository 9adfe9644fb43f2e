import { expect, it } from "vitest";
import { createBatcher } from "../../../../main/core/jobs/batcher.ts";

it("runs inputs that arrive during a step in the next one, and returns each its own result", async () => {
  const steps: (readonly number[])[] = [];
  const double = createBatcher(async (inputs: readonly number[]) => {
    steps.push(inputs);
    await Promise.resolve();
    return inputs.map((input) => input * 2);
  }, 3);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((input) => double(input)));
  expect(answers).toEqual([2, 4, 6, 8, 10]);
  expect(steps).toEqual([[1], [2, 3, 4], [5]]);
});

it("fails all inputs of a failed step, and continues with the next", async () => {
  const odd = createBatcher(async (inputs: readonly number[]) => {
    await Promise.resolve();
    if (inputs.includes(2)) throw new Error("the disk is full");
    return inputs;
  }, 2);
  const results = await Promise.allSettled([1, 2, 3, 4].map((input) => odd(input)));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
});
