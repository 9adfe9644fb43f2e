/** Sentences for inputs that the contract rejects. */
import { codedText, isCodedText } from "#shared/texts/coded-text.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeIssue } from "../../../../main/core/ipc/router.ts";

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
    .refine((text) => text !== "no", "The name is taken.")
    .optional(),
  on: z.boolean().optional(),
});

/** The field and the code of its problem. */
function issueOf(input: unknown): unknown {
  const { error } = schema.safeParse(input);
  if (error === undefined) return "valid";
  const { field, text } = describeIssue(error, "The input");
  const problem = text.params?.["problem"];
  return [field, isCodedText(problem) ? problem : text];
}

describe("a rejected input", () => {
  test.each([
    [{ name: "" }, "name", codedText("value-empty")],
    [{ name: "abcd" }, "name", codedText("value-too-long", { count: 3 })],
    [{ code: "1" }, "code", codedText("value-too-short", { count: 4 })],
    [{ many: [] }, "many", codedText("value-empty")],
    [{ many: [1, 2, 3] }, "many", codedText("list-too-long", { count: 2 })],
    [{ many: ["1"] }, "many.0", codedText("type-number")],
    [{ many: 1 }, "many", codedText("type-list")],
    [{ rate: 0 }, "rate", codedText("number-above", { count: 0 })],
    [{ rate: 10 }, "rate", codedText("number-at-most", { count: 9 })],
    [{ rows: 4 }, "rows", codedText("number-at-least", { count: 5 })],
    [{ rows: 5.5 }, "rows", codedText("type-integer")],
    [{ kind: "mms" }, "kind", codedText("value-none-of", { values: '"data" or "sms"' })],
    [{ step: 3 }, "step", codedText("value-not-multiple", { divisor: 5 })],
    [{ own: "no" }, "own", codedText("value-invalid", { reason: "The name is taken." })],
    [{ on: "yes" }, "on", codedText("type-boolean")],
    [{ name: 1 }, "name", codedText("type-text")],
    [{ nmae: "a" }, "", codedText("value-unknown-keys", { keys: '"nmae"' })],
    ["text", "", codedText("type-other", { type: "object" })],
  ])("%j", (input, field, problem) => expect(issueOf(input)).toEqual([field, problem]));

  test("a missing field is reported as missing", () => {
    const { error } = z.object({ endpoint: z.string() }).safeParse({});
    expect(error === undefined ? undefined : describeIssue(error, "The input")).toEqual({
      field: "endpoint",
      text: codedText("field-problem", { field: "endpoint", problem: codedText("value-missing") }),
    });
  });
});
