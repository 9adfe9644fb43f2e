/** In processes of their own: a flag of V8 applies to every thread. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const megabyte = 1024 * 1024;
const moduleUrl = new URL("../../../../main/platform/node/young-generation.ts", import.meta.url).href;

/** The most that V8 reserved for new objects while many of them survived. */
async function measureReserved(limitBytes: number | undefined): Promise<number> {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { limitYoungGeneration } from ${JSON.stringify(moduleUrl)};
    if (${limitBytes !== undefined}) limitYoungGeneration(${limitBytes});
    const kept = [];
    let most = 0;
    for (let round = 0; round < 60; round += 1) {
      kept.push(Array.from({ length: 4000 }, (_, index) => ({ round, index })));
      if (kept.length > 50) kept.shift();
      most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size);
      await new Promise(setImmediate);
    }
    console.log(most);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  return Number(stdout);
}

test("V8 reserves no more than the limit for new objects", async () => {
  const [limited, unlimited] = await Promise.all([measureReserved(2 * megabyte), measureReserved(undefined)]);
  expect(limited).toBeLessThanOrEqual(2 * megabyte);
  expect(unlimited).toBeGreaterThan(2 * megabyte);
});
