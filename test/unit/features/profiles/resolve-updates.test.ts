/** What a record proves of an update whose answer was lost. */
import { expect, test } from "vitest";
import { compareUpdate } from "../../../../main/features/profiles/resolve-updates.ts";

const update = { name: "New", description: "", switches: { apply_sms_quota: true } };

test.each([
  [{ name: "New", description: "", apply_sms_quota: true }, "all"],
  [{ name: "New", description: "old", apply_sms_quota: true }, "some"],
  [{ name: "Old", description: "old", apply_sms_quota: false }, "none"],
  [{ name: "New" }, undefined],
  [{}, undefined],
])("%j shows %s of an update's fields", (record, expected) => {
  expect(compareUpdate(update, record)).toBe(expected);
});

test("a field that was as requested before proves nothing", () => {
  const record = { name: "Old", description: "", apply_sms_quota: true };
  expect(compareUpdate(update, record, { description: "", apply_sms_quota: true })).toBe("none");
});
