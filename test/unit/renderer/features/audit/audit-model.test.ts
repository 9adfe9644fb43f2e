import { expect, test } from "vitest";
import { sentWords } from "../../../../../renderer/features/audit/audit-model.ts";

test("only of a call that was done the values are before and after; of others they were asked for", () => {
  expect(sentWords("done")).toEqual({ after: "After", changed: true });
  for (const outcome of ["refused", "not-sent", "not-done"] as const) {
    expect(sentWords(outcome)).toEqual({ after: "Asked for", changed: false });
  }
  expect(sentWords("unknown")).toEqual({ after: "Asked for, not known whether it took effect", changed: false });
  expect(sentWords("under-way")).toEqual({ after: "Asked for, not answered yet", changed: false });
});
