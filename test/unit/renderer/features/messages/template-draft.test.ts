import { expect, test } from "vitest";
import {
  bodyOf,
  byFolder,
  emptyTemplate,
  readTemplateDraft,
  templateDraftOf,
} from "../../../../../renderer/features/messages/template-draft.ts";

const body = {
  name: "Reboot",
  folder: "Meters",
  text: "REBOOT {{pin}}",
  variables: [{ name: "pin", description: "PIN of the device", standard: "0000" }],
  expect: { pattern: "^OK", withinMinutes: 30 },
  notes: "Only at night.",
};

test("saves a template as entered", () => {
  expect(bodyOf(templateDraftOf(body), ["pin"])).toEqual(body);
});

test("omits data of variables that are no longer in the text, and needs none for fields of the endpoint", () => {
  expect(bodyOf(templateDraftOf(body), ["slot", "endpoint.name"]).variables).toEqual([
    { name: "slot", description: "" },
  ]);
});

test("expects no answer without a pattern", () => {
  expect(bodyOf({ ...templateDraftOf(body), pattern: " " }, []).expect).toBeUndefined();
});

test("round-trips an incomplete template draft, and rejects invalid data", () => {
  expect(readTemplateDraft(JSON.stringify({ text: "REB", name: "Half" }))).toEqual({
    ...emptyTemplate,
    text: "REB",
    name: "Half",
  });
  expect([readTemplateDraft(""), readTemplateDraft("{}"), readTemplateDraft("null")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("groups templates by folder, those without one first", () => {
  const one = (folder: string, id: number): Parameters<typeof byFolder>[0][number] => ({
    ...body,
    folder,
    id,
    updatedAt: 0,
  });
  expect(
    byFolder([one("Meters", 1), one("", 2), one("Alarms", 3), one("Meters", 4)]).map(([f, all]) => [f, all.length]),
  ).toEqual([
    ["", 1],
    ["Alarms", 1],
    ["Meters", 2],
  ]);
});
