import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { afterHeading, hasNewEntry } from "../../../../../renderer/features/audit/audit-query.ts";

test("labels values as before and after only for completed calls, otherwise as requested", () => {
  expect(afterHeading("done")).toEqual({ after: t(($) => $.audit.fields.after), changed: true });
  for (const outcome of ["refused", "not-sent", "not-done"] as const) {
    expect(afterHeading(outcome)).toEqual({ after: t(($) => $.audit.fields.requested), changed: false });
  }
  expect(afterHeading("unknown")).toEqual({ after: t(($) => $.audit.fields.requestedUnknown), changed: false });
  expect(afterHeading("under-way")).toEqual({ after: t(($) => $.audit.fields.requestedInProgress), changed: false });
});

test("an entry is new if the list lacks it, or shows it before its outcome was resolved", () => {
  const entry = (id: string, ...chain: readonly number[]): AuditEntry => ({ id, chain }) as unknown as AuditEntry;
  const list = [entry("3", 3), entry("2", 2)];
  expect(hasNewEntry(list, [entry("4", 4)])).toBe(true);
  expect(hasNewEntry(list, [entry("3", 3, 5)])).toBe(true);
  expect(hasNewEntry(list, [entry("3", 3)])).toBe(false);
  // The list was loaded after its newest entry.
  expect(hasNewEntry(list, [entry("2", 2)])).toBe(false);
  expect(hasNewEntry([], [])).toBe(false);
});
