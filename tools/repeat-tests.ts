/**
 * `npm run test:repeat -- [--runs 3] [--load 10]`: runs `npm test` several times, beside so many processes that only compute, and counts.
 * The output of each run is in `test-results/repeat/`. Exit code 1 when a run failed.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "test-results/repeat");

/** Computes until its parent is gone. */
const busy = `const parent = process.ppid; while (process.ppid === parent) for (let n = 0; n < 1e7; n += 1);`;

interface Run {
  readonly seconds: number;
  readonly passed: boolean;
  /** The numbers of tests and files, as `npm test` prints them. */
  readonly count: string;
}

async function runTests(number: number): Promise<Run> {
  const file = join(folder, `run-${number}.log`);
  const output = createWriteStream(file);
  const startedAt = performance.now();
  const child = spawn("npm", ["test"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const [code] = (await once(child, "close")) as [number | null];
  output.end();
  await once(output, "finish");
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const count = /^\d+ passed, .*$/m.exec(readFileSync(file, "utf8"))?.[0] ?? "no tests were counted";
  return { seconds, passed: code === 0, count };
}

const { values } = parseArgs({
  options: { runs: { type: "string", default: "3" }, load: { type: "string", default: "0" } },
});
const [runs, load] = [Number(values.runs), Number(values.load)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(load) || load < 0) {
  throw new Error("--runs is a whole number from 1, --load a whole number from 0.");
}
mkdirSync(folder, { recursive: true });
const loadProcesses: readonly ChildProcess[] = Array.from({ length: load }, () =>
  spawn(process.execPath, ["--eval", busy], { stdio: "ignore" }),
);
const results: Run[] = [];
try {
  for (let number = 1; number <= runs; number += 1) {
    const result = await runTests(number);
    results.push(result);
    console.log(`run ${number}: ${result.passed ? "passed" : "failed"} in ${result.seconds} s, ${result.count}`);
  }
} finally {
  for (const loadProcess of loadProcesses) loadProcess.kill();
}
const passed = results.filter((result) => result.passed).length;
console.log(`${passed} of ${runs} runs passed beside a load of ${load}`);
process.exitCode = passed === runs ? 0 : 1;
