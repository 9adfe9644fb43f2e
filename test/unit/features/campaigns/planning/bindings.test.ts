/** A text over several lists: bound variables, columns that not every list has, and values that look like placeholders. */
import { codedText } from "#shared/texts/coded-text.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import { openCsvText } from "../../../../../main/features/campaigns/planning/csv-rows.ts";
import type { AudienceStep } from "../../../../../main/features/campaigns/planning/plan.ts";
import { planAudience } from "../../../../../main/features/campaigns/planning/planner.ts";
import { createFakeDirectory } from "../../../../fakes/fake-directory.ts";
import { createFakePlanWriter } from "../../../../fakes/fake-plan-writer.ts";
import { makeCachedEndpoint } from "../../../../make/cached-endpoint.ts";

/** One list of an audience: some of the columns, and a unique value in each cell. */
const list = fc.record({
  columns: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  ids: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
});
const text = fc
  .array(fc.constantFrom("{{a}}", "{{b}}", "{{x}}", "{{y}}", "{{z}}", "{{endpoint.name}}", "-", "\\{{", "}}"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((pieces) => `t${pieces.join("")}`);
const cell = (source: number, id: number, column: string): string =>
  `<${source}:${id}:${column}>{{b}}{{endpoint.name}}`;
const bindings: Readonly<Record<string, Binding>> = {
  x: { column: "c" },
  y: { field: "name" },
  z: { value: "{{a}}{{endpoint.id}}" },
};
const endpoints = [1, 2, 3, 4, 5, 6].map((id) => makeCachedEndpoint(id, { name: `<name-${id}>{{a}}` }));

/** The expected text for one recipient; undefined where a value is missing. */
function byHand(wording: string, at: { source: number; id: number; columns: readonly string[] }): string | undefined {
  let missing = false;
  const own = (column: string): string => {
    if (!at.columns.includes(column)) missing = true;
    return cell(at.source, at.id, column);
  };
  const rendered = wording.replaceAll(/\\\{\{|\{\{(.*?)\}\}/g, (all, name: string | undefined) => {
    if (name === undefined) return "{{";
    if (name === "a" || name === "b") return own(name);
    if (name === "x") return own("c");
    return name === "z"
      ? "{{a}}{{endpoint.id}}"
      : name === "y" || name === "endpoint.name"
        ? `<name-${at.id}>{{a}}`
        : all;
  });
  return missing ? undefined : rendered;
}

test("gives every recipient of several lists its own values unchanged, or excludes it with the variable's name", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 4 }), text, async (lists, wording) => {
      // One list has all columns, so that the text can be compiled.
      const all = [...lists, { columns: ["a", "b", "c"], ids: [1] }];
      const audience = all.map((one, source): AudienceStep => {
        const head = ["id", ...one.columns].join(";");
        const lines = one.ids.map((id) => [id, ...one.columns.map((column) => cell(source, id, column))].join(";"));
        const content = `${head}\n${lines.join("\n")}\n`;
        return {
          op: "add",
          source: { kind: "table", open: (signal) => openCsvText("list", content, signal) },
          label: codedText("source-list", { name: "list" }),
        };
      });
      const writer = createFakePlanWriter();
      const deps = { directory: createFakeDirectory({ cached: endpoints }), writer };
      const request = { connectionId: 1, audience, from: "12345", text: wording, bindings };
      await planAudience(deps, request, new AbortController().signal);
      const sent = new Map(
        writer.rows().flatMap((row) => (row.excluded === undefined ? [[row.endpointId, row.text] as const] : [])),
      );
      const expected = new Map<string, string>();
      for (const [source, { ids, columns: own }] of all.entries()) {
        for (const id of ids) {
          const rendered = byHand(wording, { source, id, columns: own });
          if (rendered !== undefined && !expected.has(String(id))) expected.set(String(id), rendered);
        }
      }
      expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(expected));
      for (const row of writer.rows()) {
        if (row.excluded === "missing-variable") expect(["a", "b", "x"]).toContain(row.detail?.params?.["variable"]);
      }
    }),
    { numRuns: 200 },
  );
});
