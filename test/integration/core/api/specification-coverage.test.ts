/** Every operation of the specification is in the table of operations, and every entry of that table has a source. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { queryFields } from "../../../../main/core/api/query-fields.ts";
import { operations } from "./operations.ts";
import { specifiedFilters, specifiedOperations, specifiedShapes } from "./specification.ts";

/** Beyond the specification: a tolerated form, or a section of `docs/service-facts.md`. */
const beyond = /\((?:tolerated|service-facts: (?<section>[a-z-]+))\)$/;

/**
 * Functions that combine several calls which have an entry, other tests check the parts; and the request of an operator's own, whose path is
 * not the specification's (`api-request.test.ts`).
 */
const composedCalls = [
  "sendRawRequest",
  "fetchListPage",
  "walkCollection",
  "listSmsWhole",
  "hasSmsList",
  "cancelAndReadBack",
];

function matches(path: string, pattern: string): boolean {
  const segments = pattern.split("/").map((part) => (part.startsWith("{") ? "[^/]+" : part));
  return new RegExp(`^${segments.join("/")}$`).test(path.replace(/\?.*$/, ""));
}

test("the specification has 27 operations, each checked by its own entry", () => {
  expect(specifiedOperations).toHaveLength(27);
  expect(new Set(specifiedOperations.map(({ line }) => line)).size).toBe(27);
});

test.each(specifiedOperations)("$section: $method $path ($line)", ({ method, path, line, body = [] }) => {
  const entries = operations.filter(([section]) => section === line);
  expect(entries).toHaveLength(1);
  for (const [, , ownMethod, ownPath, ownBody] of entries) {
    expect([ownMethod, matches(ownPath, path)]).toEqual([method, true]);
    expect(Object.keys(ownBody ?? {})).toEqual(expect.arrayContaining([...body]));
    // In the specification a GET and a DELETE have no body, a POST and a PATCH have one.
    expect(ownBody !== undefined).toBe(method === "POST" || method === "PATCH");
  }
});

test("every entry of the table is an operation of the specification, one of its shapes, or listed as beyond it", () => {
  const proven = new Set([...specifiedOperations.map(({ line }) => line), ...Object.keys(specifiedShapes)]);
  expect(
    operations.map(([section]) => section).filter((section) => !proven.has(section) && !beyond.test(section)),
  ).toEqual([]);
  const sections = new Set(operations.map(([section]) => section));
  expect([...proven].filter((line) => !sections.has(line))).toEqual([]);
});

test("every entry beyond the specification names a section of docs/service-facts.md", () => {
  const facts = readFileSync(resolve(import.meta.dirname, "../../../../docs/service-facts.md"), "utf8");
  const anchors = [...facts.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-"));
  const named = operations.flatMap(([section]) => beyond.exec(section)?.groups?.["section"] ?? []);
  expect(named).not.toEqual([]);
  expect(named.filter((section) => !anchors.includes(section))).toEqual([]);
});

test.each(Object.entries(specifiedFilters))(
  "covers the filter table of %s field by field, with its match patterns",
  (name, table) => {
    const fields = queryFields[name as keyof typeof queryFields].filter(({ spec }) => spec !== undefined);
    const pairs = fields.flatMap(({ spec, match }) =>
      spec === undefined || match === undefined || !(spec in table)
        ? []
        : [[spec, match.kind === "exactOver" ? match.characters : match.kind] as const],
    );
    expect(Object.fromEntries(pairs)).toEqual(table);
  },
);

test("every function of the API layer that sends a request has an entry in the table", () => {
  const folder = resolve(import.meta.dirname, "../../../../main/core/api");
  const sources = readdirSync(folder).map((name) =>
    name.endsWith(".ts") ? readFileSync(join(folder, name), "utf8") : "",
  );
  const calls = sources.flatMap((text) =>
    [...text.matchAll(/^export (?:async )?function (\w+)\(\s*api: ApiClient/gm)].map(([, name = ""]) => name),
  );
  const table = readFileSync(join(import.meta.dirname, "operations.ts"), "utf8");
  expect(calls.length).toBeGreaterThan(25);
  const missing = calls.filter((name) => !composedCalls.includes(name) && !new RegExp(`\\b${name}\\(`).test(table));
  expect(missing).toEqual([]);
});
