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

test("a template is typed and saved as it is", () => {
  expect(bodyOf(templateDraftOf(body), ["pin"])).toEqual(body);
});

test("what was said of a variable that the text no longer has is not saved, and fields of the endpoint need no word", () => {
  expect(bodyOf(templateDraftOf(body), ["slot", "endpoint.name"]).variables).toEqual([
    { name: "slot", description: "" },
  ]);
});

test("without a pattern no answer is expected", () => {
  expect(bodyOf({ ...templateDraftOf(body), pattern: " " }, []).expect).toBeUndefined();
});

test("half a template is read back as it was kept; anything else is nothing", () => {
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

test("templates stand by folder, those without one first", () => {
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
