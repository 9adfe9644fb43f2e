import { expect, test } from "vitest";
import { createSlowStart } from "../../../../main/core/jobs/slow-start.ts";

test("applies the set concurrency until a restart, which begins with one and grows with each answer", () => {
  const slowStart = createSlowStart();
  expect(slowStart.limit(16)).toBe(16);
  slowStart.restart();
  expect(slowStart.limit(16)).toBe(1);
  slowStart.answered();
  expect(slowStart.limit(16)).toBe(2);
  for (let answer = 0; answer < 20; answer += 1) slowStart.answered();
  expect(slowStart.limit(16)).toBe(16);
  slowStart.restart();
  expect(slowStart.limit(16)).toBe(1);
});
