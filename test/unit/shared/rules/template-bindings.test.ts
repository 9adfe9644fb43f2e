/** Variables that are bound to columns, fields and constant values, in one list. */
import { describe, expect, test } from "vitest";
import type { Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import { compileTemplate, pickValues, renderTemplate, type Elsewhere } from "#shared/rules/template.ts";
import { makeCachedEndpoint } from "../../../make/cached-endpoint.ts";

const columns = ["id", "PIN code", "n"];
const values = ["7", "4711", "x"];

function render(text: string, elsewhere: Elsewhere): string {
  const template = compileTemplate(text, columns, elsewhere);
  const rendered = renderTemplate(template, pickValues(template, values), makeCachedEndpoint(7));
  return rendered.kind === "text" ? rendered.text : `missing ${rendered.variable}`;
}

describe("a variable", () => {
  test.each<[string, Binding, string]>([
    ["another column", { column: "PIN code" }, "4711"],
    ["another column in another case", { column: "pin CODE" }, "4711"],
    ["a field of the endpoint", { field: "name" }, "van-7"],
    ["what was typed", { value: "now" }, "now"],
    [
      "what was typed, looking like a placeholder",
      { value: "{{n}} {{endpoint.name}} \\{{ $& }}" },
      "{{n}} {{endpoint.name}} \\{{ $& }}",
    ],
    ["nothing but spaces", { value: "  " }, "missing word"],
    ["a column of another list", { column: "site" }, "missing word"],
    ["a default", { default: "0000" }, "0000"],
  ])("gets the value of %s", (_case, binding, expected) => {
    expect(render("{{word}}", { bindings: { word: binding }, columns: ["site"] })).toBe(expected);
  });

  test("that is bound does not use the column with its own name", () => {
    expect(render("{{n}}", { bindings: { n: { value: "typed" } } })).toBe("typed");
  });

  test.each([
    ["its own list", "{{N}}", "x"],
    ["another list", "{{site}}", "missing site"],
  ])("does not get its default when %s has a column with its name", (_case, text, expected) => {
    const bindings = { N: { default: "0000" }, site: { default: "0000" } };
    expect(render(text, { bindings, columns: ["Site"] })).toBe(expected);
  });

  test.each<[string, Elsewhere]>([
    ["{{word}}", {}],
    ["{{word}}", { bindings: { word: { column: "nowhere" } } }],
    ["{{word}}", { bindings: { word: { field: "colour" } } }],
    ["{{constructor}}", { bindings: {} }],
    ["{{toString}}", { bindings: {} }],
  ])("without a value is reported by name: %j (%j)", (text, elsewhere) => {
    expect(() => render(text, elsewhere)).toThrow(expect.objectContaining({ code: "variable-unknown" }));
  });
});
