import * as fc from "fast-check";
import { expect, test } from "vitest";
import { templateVariables } from "#shared/rules/template.ts";

test.each([
  ["plain", []],
  ["{{pin}} {{ endpoint.name }} {{pin}} \\{{literal}}", ["pin", "endpoint.name"]],
  ["{{Pin}} {{pin}}", ["Pin", "pin"]],
  ["{{any name at all}}", ["any name at all"]],
] as const)("%j has the variables %j", (text, names) => {
  expect(templateVariables(text)).toEqual(names);
});

test.each([
  ["", "text-empty"],
  ["{{pin", "template-malformed"],
  ["{{}}", "template-malformed"],
  ["{{endpoint.colour}}", "variable-unknown"],
])("%j is rejected as %s", (text, code) => {
  expect(() => templateVariables(text)).toThrow(expect.objectContaining({ code }));
});

test("every name without braces is listed", () => {
  const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z_ .-]{0,20}[a-zA-Z]$/).filter((one) => !one.startsWith("endpoint."));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), (names) => {
      expect(templateVariables(names.map((one) => `{{${one}}}`).join(" and "))).toEqual([...new Set(names)]);
    }),
  );
});
