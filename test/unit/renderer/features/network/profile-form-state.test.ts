import { expect, test } from "vitest";
import { changesOf } from "../../../../../renderer/features/network/profile-form-state.ts";

test("contains the entered values that differ from the current profile", () => {
  const draft = { name: "Meters", description: "", switches: { allowed_4g: false } };
  expect(changesOf(draft, { name: "Meters", description: "old" })).toEqual({
    description: "",
    switches: { allowed_4g: false },
  });
});

test("does not send an untouched field, even if it was changed elsewhere", () => {
  expect(changesOf({ name: "Mine", switches: {} }, { name: "Theirs", description: "new" })).toEqual({
    name: "Mine",
    switches: {},
  });
});
