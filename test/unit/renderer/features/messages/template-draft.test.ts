import { expect, test } from "vitest";
import {
  bodyOf,
  byFolder,
  emptyTemplate,
  templateDraftOf,
  writeTemplateDraft,
} from "../../../../../renderer/features/messages/template-draft.ts";
import { readForm } from "../../../../../renderer/lib/draft-storage.ts";

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

test("stores the edited fields of a template, so that the others follow its changes", () => {
  const before = templateDraftOf(body);
  const stored = writeTemplateDraft({ ...before, name: "Restart" }, before);
  const after = templateDraftOf({ ...body, folder: "Alarms", text: "RESET {{pin}}" });
  expect(readForm(stored, after)).toEqual({ ...after, name: "Restart" });
  expect(writeTemplateDraft({ ...emptyTemplate }, emptyTemplate)).toBe("");
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
