/** Validates a template: its text, its variables, and the expected reply. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { TemplateBody } from "#shared/contract/messages/templates.ts";
import { AppError } from "#shared/failure.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { templateVariables } from "#shared/rules/template.ts";

/** Throws `text-empty`, `template-malformed`, `variable-unknown` (only for a field an endpoint does not have) or `pattern-invalid`. */
export function checkTemplate({ text, variables, expect }: TemplateBody): void {
  templateVariables(text);
  const seen = new Set<string>();
  for (const { name } of variables) {
    if (/[{}]/.test(name)) {
      throw new AppError("template-malformed", codedText("variable-name-has-braces", { name }));
    }
    if (seen.has(name.toLowerCase())) {
      throw new AppError("template-malformed", codedText("variable-described-twice", { name }));
    }
    seen.add(name.toLowerCase());
  }
  if (expect !== undefined) compilePattern(expect.pattern);
}
