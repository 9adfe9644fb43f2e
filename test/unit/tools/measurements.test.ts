import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { measurements } from "../../../tools/bench/measurements.ts";

test("every measurement of the benchmark has its file", () => {
  expect(measurements.filter(({ entry }) => !existsSync(entry)).map(({ name }) => name)).toEqual([]);
});
