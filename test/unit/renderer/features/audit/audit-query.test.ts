import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { afterHeading } from "../../../../../renderer/features/audit/audit-query.ts";

test("labels values as before and after only for completed calls, otherwise as requested", () => {
  expect(afterHeading("done")).toEqual({ after: t(($) => $.audit.fields.after), changed: true });
  for (const outcome of ["refused", "not-sent", "not-done"] as const) {
    expect(afterHeading(outcome)).toEqual({ after: t(($) => $.audit.fields.requested), changed: false });
  }
  expect(afterHeading("unknown")).toEqual({ after: t(($) => $.audit.fields.requestedUnknown), changed: false });
  expect(afterHeading("under-way")).toEqual({ after: t(($) => $.audit.fields.requestedInProgress), changed: false });
});
