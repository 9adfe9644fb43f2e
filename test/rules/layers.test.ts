import { expect, test } from "vitest";
import { layers, type Layer } from "./layers.ts";
import { check, example, type Rule, type Violation } from "./rule.ts";
import { importsOf, readSources, type Import } from "./source-files.ts";

const layerOf = (path: string): Layer | undefined => layers.find(({ pattern }) => pattern.test(path));

const rule: Rule = (files) =>
  [...files].flatMap(([file, text]) => {
    const layer = layerOf(file);
    if (layer === undefined) return [{ file, problem: "belongs to no layer" }];
    return importsOf(file, text).flatMap((imported): Violation[] => {
      const problem = imported.ours ? problemWithFile(file, layer, imported) : problemWithPackage(layer, imported);
      return problem === undefined ? [] : [{ file, problem }];
    });
  });

function problemWithFile(file: string, layer: Layer, { target }: Import): string | undefined {
  const other = layerOf(target);
  if (other === undefined)
    return layer.imports.includes("*") ? undefined : `imports ${target}, which belongs to no layer`;
  if (other === layer) {
    const crosses = layer.isolated === true && layer.pattern.exec(file)?.[1] !== layer.pattern.exec(target)?.[1];
    return crosses ? `imports ${target}: features do not import each other` : undefined;
  }
  return layer.imports.includes("*") || layer.imports.includes(other.name)
    ? undefined
    : `${layer.name} imports ${target} (${other.name})`;
}

function problemWithPackage(layer: Layer, { target }: Import): string | undefined {
  const name = target.startsWith("node:") ? "node:*" : target;
  return layer.packages.includes("*") || layer.packages.includes(name)
    ? undefined
    : `${layer.name} imports the package ${target}`;
}

test("every import goes in an allowed direction", () => {
  expect(check("layers", rule, readSources())).toEqual([]);
});

test.each([
  [
    "the contract imports from main",
    "shared/contract/messages/sms.ts",
    'import type { Hosts } from "../../../main/core/hosts.ts";',
    "main/core/hosts.ts",
  ],
  [
    "the contract imports from Node",
    "shared/contract/messages/sms.ts",
    'import { join } from "node:path";',
    "node:path",
  ],
  [
    "a feature imports another, even only a type",
    "main/features/messages/sms/a.ts",
    'import type { B } from "../../fleet/b.ts";',
    "do not import each other",
  ],
  [
    "the types that a feature offers come from elsewhere",
    "main/features/fleet/index.ts",
    'export type { B } from "../../core/store/open.ts";',
    "open.ts",
  ],
  [
    "a feature bypasses the interface of the database",
    "main/features/messages/sms/a.ts",
    'import { openStore } from "../../../core/store/open.ts";',
    "open.ts",
  ],
  [
    "the API imports a feature",
    "main/core/api/a.ts",
    'import { b } from "../../features/fleet/b.ts";',
    "features/fleet",
  ],
  ["the simulator imports from the client", "main/simulator/a.ts", 'import { b } from "../core/api/b.ts";', "api/b.ts"],
  [
    "the engine imports SMS",
    "main/core/jobs/a.ts",
    'export * from "../../features/messages/b.ts";',
    "features/messages",
  ],
  [
    "a shared module imports a feature",
    "shared/rules/a.ts",
    'import { b } from "../../main/features/fleet/b.ts";',
    "features/fleet",
  ],
  ["a pure module accesses the disk", "shared/rules/a.ts", 'import { b } from "node:fs";', "node:fs"],
  ["the files module imports the store", "main/core/files/a.ts", 'import { b } from "../store/open.ts";', "open.ts"],
  ["main imports a test", "main/app/create-app.ts", 'import { b } from "../../test/fakes/b.ts";', "test/fakes"],
  [
    "it is a dynamic import",
    "main/core/api/a.ts",
    'export const a = () => import("../../app/create-app.ts");',
    "main/app/create-app.ts",
  ],
  [
    "it is an import type",
    "main/core/api/a.ts",
    'export type A = import("../../app/create-app.ts").App;',
    "main/app/create-app.ts",
  ],
  ["the core imports Electron", "main/app/create-app.ts", 'import { app } from "electron";', "electron"],
  [
    "a page imports from another feature",
    "renderer/features/fleet/a.tsx",
    'import { B } from "../events/b.tsx";',
    "do not import each other",
  ],
  [
    "the window imports from main",
    "renderer/lib/a.ts",
    'import { b } from "../../main/app/create-app.ts";',
    "main/app/create-app.ts",
  ],
  ["a UI component imports the store", "renderer/ui/a.tsx", 'import { b } from "../app/store/index.ts";', "store"],
  ["a slice imports a component", "renderer/features/fleet/fleet-slice.ts", 'import { B } from "./b.tsx";', "b.tsx"],
  [
    "the desktop code imports a feature",
    "main/platform/electron/a.ts",
    'import type { B } from "../../features/fleet/b.ts";',
    "features/fleet",
  ],
  ["the bridge imports values of the contract", "preload/index.ts", 'import { z } from "zod";', "zod"],
  ["a file has no layer", "main/helpers.ts", "export {};", "no layer"],
])("reports an import when %s", (_case, file, text, problem) => {
  expect(rule(example({ [file]: text }))).toEqual([{ file, problem: expect.stringContaining(problem) as string }]);
});
