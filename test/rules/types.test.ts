/** The linter checks types (docs/decisions/0014): it must report what the compiler reports, in each program. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const results = join(root, "test-results");

/** Compiler messages for a file of the program of that `tsconfig.json`. */
async function typeErrors(program: string, text: string): Promise<string> {
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, "types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, program), files: ["example.ts"], include: [] }),
  );
  writeFileSync(join(folder, "example.ts"), text);
  const args = [
    "--config",
    join(root, ".oxlintrc.json"),
    "--no-ignore",
    "--format",
    "unix",
    join(folder, "example.ts"),
  ];
  const run = promisify(execFile)(join(root, "node_modules/.bin/oxlint"), args, { cwd: root });
  const output: unknown = await run.catch((error: unknown) => error);
  return (output as { readonly stdout: string }).stdout;
}

test.each([
  ["a wrong type", "tsconfig.json", "export const count: number = String(1);", "not assignable"],
  ["a global of the browser in the core", "tsconfig.json", "export const title = document.title;", "'document'"],
  ["a global of Node in the window", "renderer/tsconfig.json", "export const id = process.pid;", "'process'"],
  ["a global of Node in the shared code", "shared/tsconfig.json", "export const id = process.pid;", "'process'"],
  ["a timer in the shared code", "shared/tsconfig.json", "setTimeout(() => undefined, 1);", "'setTimeout'"],
  ["an unused local", "tsconfig.json", "export function f(): void {\n  let unused: string;\n}", "unused"],
  ["an index that may be missing", "tsconfig.json", "export const f = (a: number[]): number => a[0];", "undefined"],
])("reports %s", async (_name, program, text, message) => {
  expect(await typeErrors(program, `${text}\n`)).toContain(message);
});

test("accepts a file without an error", async () => {
  expect(await typeErrors("tsconfig.json", "export const count = 1;\n")).toBe("");
});
