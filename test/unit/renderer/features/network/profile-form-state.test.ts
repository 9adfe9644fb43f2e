import { expect, test } from "vitest";
import { changesOf } from "../../../../../renderer/features/network/profile-form-state.ts";

test("an update holds what was typed and differs from the profile as it is now", () => {
  const draft = { name: "Meters", description: "", switches: { allowed_4g: false } };
  expect(changesOf(draft, { name: "Meters", description: "old" })).toEqual({
    description: "",
    switches: { allowed_4g: false },
  });
});

test("a field that was not touched is not sent, whatever somebody else made of it", () => {
  expect(changesOf({ name: "Mine", switches: {} }, { name: "Theirs", description: "new" })).toEqual({
    name: "Mine",
    switches: {},
  });
});
