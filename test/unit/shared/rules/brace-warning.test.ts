import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { braceWarning } from "#shared/rules/brace-warning.ts";

test.each([
  ["PIN code}}", "code}}", "{{code}}"],
  ["PIN {code}", "{code}", "{{code}}"],
  ["PIN { endpoint.name } {{limit}}", "{ endpoint.name }", "{{endpoint.name}}"],
  ["{{limit}} code }}", "code }}", "{{code}}"],
])("warns of %j with the position and the correct form", (text, match, placeholder) => {
  const warning = codedText("literal-braces", { text: match, placeholder });
  expect(braceWarning(text)).toEqual(warning);
  expect(formatText(warning)).toContain(match);
  expect(formatText(warning)).toContain(placeholder);
});

test.each(["{{limit}};{{ endpoint.name }}", "\\{{limit}}", 'SET {"a":{"b":1}}', "{1} {} }", "no variable"])(
  "does not warn of %j",
  (text) => {
    expect(braceWarning(text)).toBeUndefined();
  },
);
