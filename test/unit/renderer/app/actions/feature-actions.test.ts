import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { AppAction } from "../../../../../renderer/app/actions/action.ts";

interface FeatureAction {
  /** Name of its export. */
  readonly name: string;
  readonly file: string;
  readonly id: string;
}

let actions: readonly FeatureAction[];
let appActions: readonly AppAction[];

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ appActions } = await import("../../../../../renderer/app/actions/registry.ts"));
  const loaded = await Promise.all(
    globSync("renderer/features/**/*-actions.ts").map(async (path) => ({
      file: basename(path),
      exported: (await import(resolve(path))) as Readonly<Record<string, unknown>>,
    })),
  );
  actions = loaded.flatMap(({ file, exported }) =>
    Object.entries(exported).flatMap(([name, value]) => (isAction(value) ? [{ name, file, id: value.id }] : [])),
  );
  return () => void Reflect.deleteProperty(globalThis, "window");
});

function isAction(value: unknown): value is { readonly id: string } {
  return typeof value === "object" && value !== null && "id" in value && "run" in value;
}

test("each action of a feature has an id of its own", () => {
  const appIds = new Set(appActions.map(({ id }) => id));
  const ids = actions.map(({ id }) => id).filter((id) => !appIds.has(id));
  expect(ids.length).toBeGreaterThan(30);
  expect(ids).toEqual([...new Set(ids)]);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("every action of a feature is in the palette, or has a button, a menu item or a form", () => {
  const sources = globSync("renderer/**/*.{ts,tsx}").map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const unreachable = actions.filter(
    ({ name, file }) =>
      !sources.some(({ path, text }) => basename(path) !== file && new RegExp(`\\b${name}\\b`).test(text)),
  );
  expect(unreachable).toEqual([]);
});
