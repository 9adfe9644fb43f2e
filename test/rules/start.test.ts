/** The command line starts fast because a command that reads the cache loads few modules. */
import { expect, test } from "vitest";
import type { Program } from "oxc-parser";
import { type FileMap, importsOf, parse, readSources } from "./source-files.ts";

/** What `fleetdesk list` loads: the entry, its command, and the reader of the cache. */
const entries = [
  "main/cli.ts",
  "main/cli/run-cli.ts",
  "main/cli/core.ts",
  "main/cli/features/fleet/list.ts",
  "main/app/reader.ts",
];
/** Limit of modules of ours; the migrations grow with each version and are only texts. */
const most = 160;
const migrations = "main/core/store/migrations/";
/** Most of the program: no command may load it before it needs it. */
const heavy = ["undici", "main/app/create-app.ts", "shared/contract/index.ts"];

const files = readSources(["ts"]);

test("a command that reads the cache loads few modules, and no core", () => {
  const loaded = loadedBy(files, entries);
  expect(heavy.filter((module) => loaded.has(module))).toEqual([]);
  expect([...loaded].filter((path) => files.has(path) && !path.startsWith(migrations)).length).toBeLessThanOrEqual(
    most,
  );
});

test("a static import of a value counts, an import of types and a dynamic import do not", () => {
  const example = new Map([
    [
      "main/a.ts",
      'import { b } from "./b.ts"; import type { C } from "./c.ts"; const d = (): unknown => import("./d.ts");',
    ],
    ["main/b.ts", 'export { z } from "zod"; export type { C } from "./c.ts";'],
  ]);
  expect([...loadedBy(example, ["main/a.ts"])]).toEqual(["main/a.ts", "main/b.ts", "zod"]);
});

function loadedBy(sources: FileMap, from: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>(from);
  for (const path of loaded) {
    const text = sources.get(path);
    if (text === undefined) continue;
    const evaluated = evaluatedAt(parse(path, text));
    for (const { target, at } of importsOf(path, text)) if (evaluated.has(at)) loaded.add(target);
  }
  return loaded;
}

/** Offsets of the sources that evaluating a module loads. */
function evaluatedAt({ body }: Program): ReadonlySet<number> {
  const offsets = new Set<number>();
  for (const node of body) {
    if (node.type === "ImportDeclaration") {
      const isType = node.importKind === "type";
      const onlyTypes =
        node.specifiers.length > 0 &&
        node.specifiers.every((one) => one.type === "ImportSpecifier" && one.importKind === "type");
      if (!isType && !onlyTypes) offsets.add(node.source.start);
    } else if (node.type === "ExportAllDeclaration" || node.type === "ExportNamedDeclaration") {
      if (node.source !== null && node.exportKind !== "type") offsets.add(node.source.start);
    }
  }
  return offsets;
}
