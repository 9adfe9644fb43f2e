import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { sentWords } from "../../../../../renderer/features/audit/audit-model.ts";

test("only of a call that was done the values are before and after; of others they were asked for", () => {
  expect(sentWords("done")).toEqual({ after: t(($) => $.audit.fields.after), changed: true });
  for (const outcome of ["refused", "not-sent", "not-done"] as const) {
    expect(sentWords(outcome)).toEqual({ after: t(($) => $.audit.fields.requested), changed: false });
  }
  expect(sentWords("unknown")).toEqual({ after: t(($) => $.audit.fields.requestedUnknown), changed: false });
  expect(sentWords("under-way")).toEqual({ after: t(($) => $.audit.fields.requestedInProgress), changed: false });
});
