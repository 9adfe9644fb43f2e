/**
 * `npm run metrics`: the size and shape of the sources, and how many files a reader opens to follow a verb from its button to the wire.
 * Lines are counted as `wc -l` does. Texts (`shared/texts`) are not product lines.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { importsOf, readSources, type FileMap } from "../test/rules/source-files.ts";
import { verbs } from "./metrics/verbs.ts";

const root = resolve(import.meta.dirname, "..");

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
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(52)} ${String(value).padStart(10)}\n`);
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
  ...verbs.map(({ name, files }) => [`files to follow: ${name}`, files.length] as const),
]);

const times = join(root, "test-results", "times.txt");
process.stdout.write(
  existsSync(times) ? `\nLast npm test:\n${readFileSync(times, "utf8")}` : "\nNo npm test has run here.\n",
);
