import { expect, test } from "vitest";
import { braceWarning } from "../../../main/texts/brace-warning.ts";

test.each([
  ["PIN code}}", '"code}}"', "{{code}}"],
  ["PIN {code}", '"{code}"', "{{code}}"],
  ["PIN { endpoint.name } {{limit}}", '"{ endpoint.name }"', "{{endpoint.name}}"],
  ["{{limit}} code }}", '"code }}"', "{{code}}"],
])("%j is warned of with the place and the right form", (text, found, right) => {
  expect(braceWarning(text)).toBe(`The text has ${found}, which is sent as it is. Write ${right} for a variable.`);
});

test.each(["{{limit}};{{ endpoint.name }}", "\\{{limit}}", 'SET {"a":{"b":1}}', "{1} {} }", "no variable"])(
  "%j is what it seems",
  (text) => {
    expect(braceWarning(text)).toBeUndefined();
  },
);
