/** What is wrong with an input, in a sentence for a person; the treaty's own words where it has some. */
import type { z } from "zod";

export interface DescribedIssue {
  /** Dotted path of the field; empty for the input as a whole. */
  readonly field: string;
  /** "The field "name" is empty." */
  readonly message: string;
}

/** The first thing that is wrong. `whole` names the input where no field is to blame. */
export function describeIssue({ issues: [issue] }: z.ZodError, whole: string): DescribedIssue {
  if (issue === undefined) return { field: "", message: `${whole} is not valid.` };
  const field = issue.path.map(String).join(".");
  const subject = field === "" ? whole : `The field "${field}"`;
  return { field, message: `${subject} ${wrong(issue)}.` };
}

type Issue = z.core.$ZodIssue;

function wrong(issue: Issue): string {
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_type":
      return issue.message.endsWith("received undefined") ? "is missing" : `must be ${nameOf(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has ${issue.keys.map((key) => `"${key}"`).join(", ")}, which nobody knows`;
    default:
      return `is not valid: ${issue.message.replace(/\.$/, "")}`;
  }
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: "too_small" }>): string {
  const least = Number(minimum);
  if (origin === "string") return least <= 1 ? "is empty" : `must have ${least} characters at least`;
  if (origin === "array" || origin === "set") return least <= 1 ? "is empty" : `must have ${least} entries at least`;
  return inclusive === false ? `must be more than ${least}` : `must be ${least} at least`;
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: "too_big" }>): string {
  const most = Number(maximum);
  if (origin === "string") return `may have ${most} characters at most`;
  if (origin === "array" || origin === "set") return `may have ${most} entries at most`;
  return inclusive === false ? `must be less than ${most}` : `may be ${most} at most`;
}

function nameOf(expected: string): string {
  switch (expected) {
    case "string":
      return "text";
    case "int":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    default:
      return `of the kind "${expected}"`;
  }
}
