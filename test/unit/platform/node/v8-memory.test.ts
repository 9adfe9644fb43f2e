/** In processes of their own: a flag of V8 applies to every thread. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const megabyte = 1024 * 1024;
const moduleUrl = new URL("../../../../main/platform/node/v8-memory.ts", import.meta.url).href;

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
  // While V8 marks old objects in steps, which takes long on a loaded computer, it collects no new ones.
  const flags = ["--no-incremental-marking", "--input-type=module"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "-e", script]);
  return Number(stdout);
}

test("V8 reserves no more than the limit for new objects", async () => {
  const [limited, unlimited] = await Promise.all([measureReserved(2 * megabyte), measureReserved(undefined)]);
  expect(limited).toBeLessThanOrEqual(2 * megabyte);
  expect(unlimited).toBeGreaterThan(2 * megabyte);
});

/** Bytes of the heap after work that left garbage, at once and after it was idle for a while. */
async function measureIdle(collects: boolean): Promise<readonly [atOnce: number, later: number]> {
  const script = `
    import { getHeapStatistics } from "node:v8";
    import { collectWhenIdle } from ${JSON.stringify(moduleUrl)};
    const after = (ms, run) => { const timer = setTimeout(run, ms); return () => clearTimeout(timer); };
    if (${collects}) collectWhenIdle({ after }, 50);
    const work = Array.from({ length: 40 }, (_, round) => Array.from({ length: 20_000 }, (_, index) => ({ round, index })));
    const atOnce = getHeapStatistics().total_heap_size;
    work.length = 0;
    const isReturned = () => getHeapStatistics().total_heap_size < atOnce / 2;
    // A loaded computer may take long to collect; without a collection a second shows that nothing is returned.
    for (let turn = 0; turn < ${collects ? 200 : 10} && !isReturned(); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    console.log(JSON.stringify([atOnce, getHeapStatistics().total_heap_size]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  return JSON.parse(stdout) as [number, number];
}

test("a program that turns idle returns the memory of its last work", async () => {
  const [[before, after], [, uncollected]] = await Promise.all([measureIdle(true), measureIdle(false)]);
  expect(after).toBeLessThan(before / 2);
  expect(uncollected).toBeGreaterThan(before / 2);
});
