/**
 * `npm run metrics`: the size and shape of the sources, how many files a reader opens to follow a verb, and where the last `npm test` spent
 * its time. Lines are counted as `wc -l` does; texts (`shared/texts`) are not product lines.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, resolve } from "node:path";
import { importsOf, readSources, type FileMap } from "../test/rules/source-files.ts";
import { requireNoArguments } from "./no-arguments.ts";

requireNoArguments("npm run metrics: prints the size and shape of the sources. No options.");
const root = resolve(import.meta.dirname, "..");

/** From the window to the handler and back; every verb of the window passes them. */
const there = [
  "renderer/lib/fleet.ts",
  "preload/index.ts",
  "main/platform/electron/transport.ts",
  "main/core/ipc/router.ts",
  "main/app/create-app.ts",
];
const back = ["renderer/data/invalidations.ts"];

/**
 * The files that an engineer opened on the first day to follow a verb from its button to the wire or the database and back, without wrong
 * guesses and READMEs.
 */
const verbs: Readonly<Record<string, readonly string[]>> = {
  "pause a campaign": [
    "renderer/features/campaigns/campaign-action-bar.tsx",
    "renderer/features/campaigns/campaign-actions.ts",
    "renderer/app/actions/run-action.tsx",
    ...there,
    "main/features/campaigns/campaigns.ts",
    "main/features/campaigns/handlers.ts",
    "main/features/campaigns/running/campaign-runs.ts",
    "main/features/campaigns/running/campaign-run.ts",
    "main/features/campaigns/running/run-steps.ts",
    "main/features/campaigns/queries.ts",
    "main/features/campaigns/ledger/queries-state.ts",
    "main/core/jobs/transitions.ts",
    ...back,
  ],
  "set the quota of an endpoint": [
    "renderer/features/quotas/quotas-tab.tsx",
    "renderer/features/quotas/quota-card.tsx",
    "renderer/features/quotas/quota-change-form.tsx",
    "renderer/features/quotas/quota-actions.ts",
    ...there,
    "shared/contract/quotas/quotas.ts",
    "main/features/quotas/quotas.ts",
    "main/features/quotas/readings.ts",
    "main/core/api/quotas.ts",
    "main/features/quotas/queries-rows.ts",
    "main/features/quotas/queries-changes.ts",
    "main/features/quotas/transitions.ts",
    ...back,
  ],
  "create a DNS configuration": [
    "renderer/features/network/network-page.tsx",
    "renderer/features/network/dns.tsx",
    "renderer/features/network/creation-form.tsx",
    "renderer/features/network/network-actions.ts",
    ...there,
    "shared/contract/network/dns.ts",
    "main/features/network/network.ts",
    "main/features/network/dns/configurations.ts",
    "main/features/network/resource.ts",
    "main/core/journal/journal.ts",
    "main/core/journal/change.ts",
    "main/core/journal/queries.ts",
    "main/core/api/dns.ts",
    "main/features/audit/recorder.ts",
    ...back,
  ],
  "add a column": ["shared/records/fields.ts", "shared/texts/en/fleet.ts"],
};

const isProduct = (file: string): boolean =>
  /^(main|preload|renderer|shared)\//.test(file) && !file.startsWith("shared/texts/");
const linesOf = (text: string): number => text.split("\n").length - 1;

function sizeOf(files: FileMap): { readonly files: number; readonly lines: number; readonly median: number } {
  const lengths = [...files.values()].map(linesOf).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return { files: lengths.length, lines: lengths.reduce((sum, length) => sum + length, 0), median };
}

/** Importers by file. */
function importersOf(files: FileMap): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    for (const { ours, target } of importsOf(file, text)) {
      if (!ours || !files.has(target)) continue;
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return importers;
}

function print(rows: readonly (readonly [name: string, value: string | number])[]): void {
  for (const [name, value] of rows) console.log(`${name.padEnd(52)} ${String(value).padStart(10)}`);
}

const sources = readSources(["ts", "tsx", "css"]);
const product: FileMap = new Map([...sources].filter(([file]) => isProduct(file)));
const modules: FileMap = new Map([...product].filter(([file]) => !file.endsWith(".css")));
const size = sizeOf(product);
const importers = importersOf(modules);
const single = [...importers].filter(([, from]) => from.size === 1);
const sameFolder = single.filter(
  ([file, from]) => from.has(file) || posix.dirname([...from][0] ?? "") === posix.dirname(file),
);
const [longest] = [...modules].toSorted(([, a], [, b]) => linesOf(b) - linesOf(a));

print([
  ["product lines", size.lines],
  ["product files", size.files],
  ["median lines of a product file", size.median],
  ["modules with one importer", single.length],
  ["... of them in the importer's folder", sameFolder.length],
  [`longest module: ${longest?.[0] ?? ""}`, linesOf(longest?.[1] ?? "")],
  [
    "text lines (shared/texts)",
    sizeOf(new Map([...sources].filter(([file]) => file.startsWith("shared/texts/")))).lines,
  ],
  ["test lines", sizeOf(new Map([...sources].filter(([file]) => file.startsWith("test/")))).lines],
  ...Object.entries(verbs).map(([verb, files]) => [`files to follow: ${verb}`, files.length] as const),
]);

for (const [verb, files] of Object.entries(verbs)) {
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`${verb}: ${missing.join(", ")} does not exist`);
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

/** Seconds of the files of each project; they run side by side, so that the sum exceeds the time that passed. */
function testSeconds(): ReadonlyMap<string, number> {
  const results = join(root, "test-results");
  const reports = existsSync(results) ? readdirSync(results).filter((name) => name.endsWith(".json")) : [];
  const seconds = new Map<string, number>();
  for (const report of reports) {
    const { testResults } = JSON.parse(readFileSync(join(results, report), "utf8")) as Report;
    for (const { name, startTime, endTime } of testResults) {
      const [, project = ""] = relative(root, name).split(/[\\/]/);
      seconds.set(project, (seconds.get(project) ?? 0) + (endTime - startTime) / 1000);
    }
  }
  return seconds;
}

const seconds = [...testSeconds()];
console.log(seconds.length === 0 ? "\nNo npm test has run here." : "\nSeconds of the last npm test");
print(seconds.map(([project, total]) => [project, Math.round(total)] as const));
