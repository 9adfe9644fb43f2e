/**
 * `npm run check` and `npm test`: runs the parts in order, stops at the first failure, and prints the time of each and the number of
 * tests. A failed end-to-end test runs once more to record a trace; the result stays a failure.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { requireNoArguments } from "./no-arguments.ts";

interface Part {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The part of Vitest's JSON report that is used here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    /** "failed" also when no test of the file ran, since a shared resource could not be opened. */
    readonly status: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

const root = resolve(import.meta.dirname, "..");
const results = join(root, "test-results");

const vitest = (name: string, ...projects: readonly string[]): Part => ({
  name,
  command: "vitest",
  args: [
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportOf(name)}`,
  ],
});

const check: readonly Part[] = [
  { name: "types and lint", command: "oxlint", args: ["--deny-warnings"] },
  { name: "format", command: "oxfmt", args: ["--check"] },
  { name: "unused exports", command: "knip", args: ["--no-progress"] },
  vitest("rules and unit tests", "rules", "unit"),
];
const wholeProgram = vitest("integration and end-to-end tests", "integration", "e2e");

function reportOf(name: string): string {
  return join(results, `${name.replaceAll(" ", "-")}.json`);
}

function readReport({ name }: Part): Report {
  try {
    return JSON.parse(readFileSync(reportOf(name), "utf8")) as Report;
  } catch {
    return { testResults: [] }; // not a part with tests, or it ended before its report
  }
}

async function run({ command, args }: Part, variables: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...variables } });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

/** Runs the failed end-to-end tests again, so that `test-results/` has a trace of each that fails again. */
async function traceFailures(part: Part): Promise<void> {
  for (const { name, status, assertionResults } of readReport(part).testResults) {
    const file = relative(root, name);
    if (status !== "failed" || !file.startsWith("test/e2e/")) continue;
    const tests = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(" > "));
    process.stdout.write(`\nRecording a trace of ${file}: ${tests.join("; ") || "all tests"}.\n`);
    const escaped = tests.map((test) => test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const pattern = tests.length === 0 ? [] : ["--testNamePattern", `^(${escaped.join("|")})$`];
    const args = ["run", "--project", "e2e", file, ...pattern];
    await run({ name: "trace", command: "vitest", args }, { FLEETDESK_TRACE: "1" });
  }
}

const isCheck = process.argv[2] === "--check";
requireNoArguments(
  "npm test, npm run check: run everything. No options. A single file: npx vitest run --project unit FILE (docs/testing.md).",
  process.argv.slice(isCheck ? 3 : 2),
);
const suites = isCheck ? check : [...check, wholeProgram];
mkdirSync(results, { recursive: true });
// Reports of earlier runs, and the pictures and traces of the tests that run again; `repeat/` belongs to tools/repeat-tests.ts.
for (const name of readdirSync(results)) {
  const isStale = name.endsWith(".json") || (suites.includes(wholeProgram) && name !== "repeat");
  if (isStale) rmSync(join(results, name), { recursive: true });
}
const rows: string[] = [];
let failed = false;
for (const part of suites) {
  const startedAt = performance.now();
  failed = (await run(part)) !== 0;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  rows.push(`${part.name.padEnd(34)} ${String(seconds).padStart(5)} s  ${failed ? "failed" : "passed"}`);
  if (!failed) continue;
  if (part === wholeProgram) await traceFailures(part);
  break;
}
const files = suites.flatMap((part) => readReport(part).testResults);
const tests = files.flatMap(({ assertionResults }) => assertionResults);
const count = (of: readonly { readonly status: string }[], ...statuses: readonly string[]): number =>
  of.filter(({ status }) => statuses.includes(status)).length;
const skipped = count(tests, "skipped", "pending", "todo");
const summary = `${count(tests, "passed")} passed, ${count(tests, "failed")} failed, ${skipped} skipped`;
const counts =
  files.length === 0 ? "no tests ran" : `${summary}; ${count(files, "failed")} of ${files.length} files failed`;
process.stdout.write(`\n${rows.join("\n")}\n\n${counts}\n`);
process.exitCode = failed ? 1 : 0;
