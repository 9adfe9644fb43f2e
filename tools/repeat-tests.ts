/**
 * `npm run test:repeat -- [--runs 3] [--load 10]`: runs `npm test` several times, in parallel with processes that only compute, and counts failures.
 * The output of each run is in `test-results/repeat/`, with the files of its failed tests. Exit code 1 when a run failed.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, createWriteStream, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const root = resolve(import.meta.dirname, "..");
const results = join(root, "test-results");
const folder = join(results, "repeat");

/** Computes until its parent has ended. */
const busy = `const parent = process.ppid; while (process.ppid === parent) for (let n = 0; n < 1e7; n += 1);`;

interface Run {
  readonly seconds: number;
  readonly passed: boolean;
  /** The numbers of tests and files, as `npm test` prints them. */
  readonly count: string;
}

const logOf = (number: number): string => join(folder, `run-${number}.log`);

async function runTests(number: number): Promise<Run> {
  const file = logOf(number);
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

/** The next run empties `test-results/`. */
function saveResults(number: number): void {
  for (const name of readdirSync(results).filter((one) => one !== "repeat")) {
    cpSync(join(results, name), join(folder, `run-${number}`, name), { recursive: true });
  }
}

const usage = "npm run test:repeat -- [--runs <number of runs, 3>] [--load <number of busy processes, 0>]";

/** Ends the process with the usage for an invalid option. */
function readOptions(): { readonly runs: number; readonly load: number } {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: "string", default: "3" },
        load: { type: "string", default: "0" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    if (!/^[1-9]\d*$/.test(values.runs) || !/^\d+$/.test(values.load)) {
      throw new Error("--runs is a whole number from 1, --load a whole number from 0.");
    }
    return { runs: Number(values.runs), load: Number(values.load) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

const { runs, load } = readOptions();
mkdirSync(folder, { recursive: true });
const loadProcesses: readonly ChildProcess[] = Array.from({ length: load }, () =>
  spawn(process.execPath, ["--eval", busy], { stdio: "ignore" }),
);
const finished: Run[] = [];
try {
  for (let number = 1; number <= runs; number += 1) {
    const result = await runTests(number);
    finished.push(result);
    if (!result.passed) saveResults(number);
    const outcome = result.passed ? "passed" : `failed (${relative(root, logOf(number))})`;
    console.log(`run ${number}: ${outcome} in ${result.seconds} s, ${result.count}`);
  }
} finally {
  for (const loadProcess of loadProcesses) loadProcess.kill();
}
const passed = finished.filter((result) => result.passed).length;
console.log(`${passed} of ${runs} runs passed beside a load of ${load}`);
process.exitCode = passed === runs ? 0 : 1;
