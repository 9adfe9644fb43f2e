/** `npm run bench`: runs every measurement, prints a table, writes bench-results.json. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { runInChild } from "./child.ts";
import { describeTarget, describeValue, verdictOf, type Figure, type Report } from "./figures.ts";
import type { Job } from "./job.ts";
import { createLargeFleet, type OwnedLargeFleet } from "./large-fleet.ts";
import { measurements, type Measurement } from "./measurements.ts";
import { formatTable } from "./table.ts";

interface Options {
  readonly only?: readonly string[];
  readonly quick: boolean;
  readonly seed: number;
  readonly minutes?: number;
}

type Outcome = { readonly name: string } & (Report | { readonly failure: string });

const resultsFile = new URL("../../bench-results.json", import.meta.url);
const logLine = (text: string): void => void process.stderr.write(`${text}\n`);

/** The computer on which the figures were measured. */
interface MachineFacts {
  readonly system: string;
  readonly processor: string;
  readonly processors: number;
  readonly memoryMb: number;
  readonly node: string;
  readonly sqlite: string;
  /** Load of the last minute, before the first measurement: other load makes figures worse. */
  readonly load: number;
}

function machineFacts(): MachineFacts {
  const processors = cpus();
  return {
    system: `${type()} ${release()} ${process.arch}`,
    processor: processors[0]?.model ?? "unknown",
    processors: processors.length,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
    sqlite: process.versions["sqlite"] ?? "unknown",
    load: loadavg()[0] ?? 0,
  };
}

function readOptions(): Options {
  const names = measurements.map(({ name }) => name);
  return new Command("bench")
    .description("measure Fleetdesk against its targets; the service is simulated, nothing leaves this computer")
    .addOption(new Option("--only <names...>", "these measurements alone").choices(names))
    .option("--quick", "small sizes: shows that the benchmark works, proves nothing", false)
    .option("--minutes <n>", "length of each phase of the soak, 30 by default", parseMinutes)
    .option("--seed <n>", "the same seed makes the same fleet and the same questions", parseSeed, 1)
    .parse()
    .opts<Options>();
}

function parseSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}

function parseMinutes(text: string): number {
  if (/^\d{1,4}(\.\d)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("It must be a number of minutes.");
}

async function measureAll(options: Options, folder: string): Promise<readonly Outcome[]> {
  const { quick, seed, minutes, only } = options;
  const selected = measurements.filter(({ name, long }) => (only === undefined ? !long : only.includes(name)));
  const outcomes: Outcome[] = [];
  let large: OwnedLargeFleet | undefined;
  try {
    for (const measurement of selected) {
      logLine(`${measurement.name} …`);
      const scratch = join(folder, measurement.name);
      mkdirSync(scratch);
      try {
        if (measurement.large) large ??= await createLargeFleet(folder, quick, seed);
        outcomes.push(await measure(measurement, { quick, seed, scratch, minutes, large: transferable(large) }));
      } catch (error) {
        outcomes.push({ name: measurement.name, failure: error instanceof Error ? error.message : String(error) });
      }
      rmSync(scratch, { recursive: true, force: true });
    }
  } finally {
    await large?.[Symbol.asyncDispose]();
  }
  return outcomes;
}

async function measure({ name, entry, timeoutMs, long }: Measurement, job: Job): Promise<Outcome> {
  const limitMs = timeoutMs + (long ? (job.minutes ?? 0) * 2 * 60_000 : 0);
  return { name, ...(await runInChild<Job, Report>(entry, job, { timeoutMs: limitMs })) };
}

/** The part that can be sent to another process. */
function transferable(large: OwnedLargeFleet | undefined): Job["large"] {
  if (large === undefined) return undefined;
  const { dataDir, service, rows } = large;
  return { dataDir, service, rows };
}

function rowsOf(outcome: Outcome): readonly (readonly string[])[] {
  if ("failure" in outcome)
    return [[outcome.name, "failed", "", "", "FAILED", outcome.failure.split("\n", 1)[0] ?? ""]];
  return outcome.figures.map((figure: Figure, index) => [
    index === 0 ? outcome.name : "",
    figure.label,
    describeValue(figure),
    describeTarget(figure),
    verdictOf(figure),
    figure.note ?? "",
  ]);
}

function print(outcomes: readonly Outcome[], { quick, seed }: Options): void {
  const header = ["measurement", "what", "figure", "target", "verdict", "note"];
  const lines = formatTable(header, outcomes.flatMap(rowsOf), ["figure", "target"]);
  if (quick) lines.unshift("QUICK: small sizes, the figures prove nothing.", "");
  console.log([...lines, "", `seed ${seed}; all values are in bench-results.json`].join("\n"));
}

const options = readOptions();
const machine = machineFacts();
const folder = mkdtempSync(join(tmpdir(), "fleetdesk-bench-"));
const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
process.once("SIGINT", () => {
  removeFolder();
  process.exit(130);
});
try {
  const startedAt = new Date().toISOString();
  const outcomes = await measureAll(options, folder);
  const { quick, seed } = options;
  writeFileSync(resultsFile, `${JSON.stringify({ startedAt, quick, seed, machine, outcomes }, undefined, 2)}\n`);
  print(outcomes, options);
  if (outcomes.some((outcome) => "failure" in outcome)) process.exitCode = 1;
} finally {
  removeFolder();
}
