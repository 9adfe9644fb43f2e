import { expect, test } from "vitest";
import { compareUpdate } from "../../../../../main/features/network/profiles/profile-changes.ts";

const update = { name: "New", description: "", switches: { apply_sms_quota: true } };

test.each([
  [{ name: "New", description: "", apply_sms_quota: true }, "all"],
  [{ name: "New", description: "old", apply_sms_quota: true }, "some"],
  [{ name: "Old", description: "old", apply_sms_quota: false }, "none"],
  [{ name: "New" }, undefined],
  [{}, undefined],
])("compares %j with an update: %s of its fields match", (record, expected) => {
  expect(compareUpdate(update, record)).toBe(expected);
});

test("ignores a field that already had the requested value", () => {
  const record = { name: "Old", description: "", apply_sms_quota: true };
  expect(compareUpdate(update, record, { description: "", apply_sms_quota: true })).toBe("none");
});
