import { expect, it } from "vitest";
import { backoffMs } from "../../../../main/core/jobs/backoff.ts";

it("doubles from the base up to the maximum", () => {
  expect([0, 1, 2, 3, 4, 50].map((attempt) => backoffMs(attempt, 250, 3000))).toEqual([
    250, 500, 1000, 2000, 3000, 3000,
  ]);
});
