/** Describes an invalid input as a text; uses the contract's text where it has one. */
import { isTextCode, textLanguage } from "#shared/texts/text.ts";
import type { z } from "zod";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";

export interface DescribedIssue {
  /** Dotted path of the field; empty for the input as a whole. */
  readonly field: string;
  /** 'The field "name" is empty.' */
  readonly text: CodedText;
}

/** The first issue. `whole` names the input where the issue is not about a field. */
export function describeIssue({ issues: [issue] }: z.ZodError, whole: string | CodedText): DescribedIssue {
  if (issue === undefined) return { field: "", text: codedText("input-invalid", { input: whole }) };
  const field = issue.path.map(String).join(".");
  const problem = problemOf(issue);
  if (field === "") return { field, text: codedText("input-problem", { input: whole, problem }) };
  return { field, text: codedText("field-problem", { field, problem }) };
}

type Issue = z.core.$ZodIssue;

function problemOf(issue: Issue): CodedText {
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_type":
      return issue.message.endsWith("received undefined") ? codedText("value-missing") : wrongType(issue.expected);
    case "invalid_value":
      return codedText("value-none-of", { values: anyOf(issue.values.map((value) => JSON.stringify(value))) });
    case "not_multiple_of":
      return codedText("value-not-multiple", { divisor: issue.divisor });
    case "unrecognized_keys":
      return codedText("value-unknown-keys", { keys: issue.keys.map((key) => `"${key}"`).join(", ") });
    default:
      // A format of the contract has the code of its message.
      return isTextCode(issue.message)
        ? { code: issue.message }
        : codedText("value-invalid", { reason: issue.message });
  }
}

function anyOf(values: readonly string[]): string {
  return new Intl.ListFormat(textLanguage(), { type: "disjunction" }).format(values);
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: "too_small" }>): CodedText {
  const count = Number(minimum);
  if (origin === "string" || origin === "array" || origin === "set") {
    if (count <= 1) return codedText("value-empty");
    return codedText(origin === "string" ? "value-too-short" : "list-too-short", { count });
  }
  return codedText(inclusive === false ? "number-above" : "number-at-least", { count });
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: "too_big" }>): CodedText {
  const count = Number(maximum);
  if (origin === "string") return codedText("value-too-long", { count });
  if (origin === "array" || origin === "set") return codedText("list-too-long", { count });
  return codedText(inclusive === false ? "number-below" : "number-at-most", { count });
}

function wrongType(expected: string): CodedText {
  switch (expected) {
    case "string":
      return codedText("type-text");
    case "int":
      return codedText("type-integer");
    case "number":
      return codedText("type-number");
    case "boolean":
      return codedText("type-boolean");
    case "array":
      return codedText("type-list");
    default:
      return codedText("type-other", { type: expected });
  }
}
