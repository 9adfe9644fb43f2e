/** Sentences for inputs that the treaty refuses. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeIssue } from "../../../main/ipc/describe-issue.ts";

const schema = z.strictObject({
  name: z.string().min(1).max(3).optional(),
  code: z.string().min(4).optional(),
  many: z.array(z.number()).min(1).max(2).optional(),
  rate: z.number().gt(0).max(9).optional(),
  rows: z.number().int().min(5).optional(),
  kind: z.enum(["data", "sms"]).optional(),
  step: z.number().multipleOf(5).optional(),
  own: z
    .string()
    .refine((text) => text !== "no", "somebody has it already.")
    .optional(),
  on: z.boolean().optional(),
});

function said(input: unknown): string {
  const { error } = schema.safeParse(input);
  return error === undefined ? "valid" : describeIssue(error, "The input").message;
}

describe("an input that is refused", () => {
  test.each([
    [{ name: "" }, 'The field "name" is empty.'],
    [{ name: "abcd" }, 'The field "name" may have 3 characters at most.'],
    [{ code: "1" }, 'The field "code" must have 4 characters at least.'],
    [{ many: [] }, 'The field "many" is empty.'],
    [{ many: [1, 2, 3] }, 'The field "many" may have 2 entries at most.'],
    [{ many: ["1"] }, 'The field "many.0" must be a number.'],
    [{ many: 1 }, 'The field "many" must be a list.'],
    [{ rate: 0 }, 'The field "rate" must be more than 0.'],
    [{ rate: 10 }, 'The field "rate" may be 9 at most.'],
    [{ rows: 4 }, 'The field "rows" must be 5 at least.'],
    [{ rows: 5.5 }, 'The field "rows" must be a whole number.'],
    [{ kind: "mms" }, 'The field "kind" must be "data" or "sms".'],
    [{ step: 3 }, 'The field "step" must be a multiple of 5.'],
    [{ own: "no" }, 'The field "own" is not valid: somebody has it already.'],
    [{ on: "yes" }, 'The field "on" must be true or false.'],
    [{ name: 1 }, 'The field "name" must be text.'],
    [{ nmae: "a" }, 'The input has "nmae", which nobody knows.'],
    ["text", 'The input must be of the kind "object".'],
  ])("%j: %s", (input, sentence) => expect(said(input)).toBe(sentence));

  test("one that is missing is called missing", () => {
    const { error } = z.object({ endpoint: z.string() }).safeParse({});
    expect(error === undefined ? undefined : describeIssue(error, "The input")).toEqual({
      field: "endpoint",
      message: 'The field "endpoint" is missing.',
    });
  });
});
