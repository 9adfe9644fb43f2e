import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCore } from "../../../make/core.ts";

const reboot = { name: "Reboot", folder: "Resets", text: "REBOOT {{pin}} {{endpoint.name}}" };

test("a template is saved over a restart, with all its fields", async () => {
  await using core = await openCore();
  const body = {
    ...reboot,
    variables: [{ name: "pin", description: "four digits", standard: "0000" }],
    expect: { pattern: "^ok", withinMinutes: 5 },
    notes: "Only at night.",
  };
  const saved = await core.client.templates.save(body);
  await core.restart();
  expect((await core.client.templates.list({})).templates).toEqual([saved]);
  expect(saved).toEqual({ ...body, id: saved.id, updatedAt: saved.updatedAt });
});

test("lists templates by folder and name, and contains none by default", async () => {
  await using core = await openCore();
  const { templates } = core.client;
  expect((await templates.list({})).templates).toEqual([]);
  for (const [folder, name] of [
    ["b", "one"],
    ["", "z"],
    ["A", "two"],
    ["b", "Four"],
  ] as const) {
    await templates.save({ folder, name, text: "x" });
  }
  expect((await templates.list({})).templates.map(({ folder, name }) => [folder, name])).toEqual([
    ["", "z"],
    ["A", "two"],
    ["b", "Four"],
    ["b", "one"],
  ]);
});

test("a name is unique within its folder, regardless of case", async () => {
  await using core = await openCore();
  const { templates } = core.client;
  const first = await templates.save(reboot);
  await expect(templates.save({ ...reboot, name: "REBOOT", folder: "resets" })).rejects.toMatchObject({
    code: "name-taken",
  });
  const other = await templates.save({ ...reboot, folder: "" });
  await expect(templates.save({ ...reboot, id: other.id })).rejects.toMatchObject({ code: "name-taken" });
  expect(await templates.save({ ...reboot, id: first.id, name: "reboot" })).toMatchObject({
    id: first.id,
    name: "reboot",
  });
});

test("does not save unusable templates", async () => {
  await using core = await openCore();
  const { templates } = core.client;
  const saveError = async (fields: object): Promise<unknown> =>
    templates.save({ ...reboot, ...fields }).catch((error: { code: string }) => error.code);
  expect(await saveError({ text: "REBOOT {{pin" })).toBe("template-malformed");
  expect(await saveError({ text: "   " })).toBe("text-empty");
  expect(await saveError({ text: "{{endpoint.colour}}" })).toBe("variable-unknown");
  expect(await saveError({ expect: { pattern: "(ok" } })).toBe("pattern-invalid");
  expect(await saveError({ variables: [{ name: "a" }, { name: "A" }] })).toBe("template-malformed");
  expect(await saveError({ id: 99 })).toBe("template-unknown");
  expect((await templates.list({})).templates).toEqual([]);
});

test("renames a folder completely, or not at all if a name would be duplicated", async () => {
  await using core = await openCore();
  const { templates } = core.client;
  await templates.save(reboot);
  await templates.save({ ...reboot, name: "Status" });
  await templates.save({ ...reboot, folder: "Night" });
  await expect(templates.renameFolder({ folder: "Resets", to: "night" })).rejects.toMatchObject({ code: "name-taken" });
  expect(await templates.renameFolder({ folder: "resets", to: "RESETS" })).toEqual({ renamed: 2 });
  expect(await templates.renameFolder({ folder: "RESETS", to: "" })).toEqual({ renamed: 2 });
  expect((await templates.list({})).templates.map(({ folder, name }) => `${folder}/${name}`)).toEqual([
    "/Reboot",
    "/Status",
    "Night/Reboot",
  ]);
});

test("a removed template no longer exists, and removing it again is reported", async () => {
  await using core = await openCore();
  const { id } = await core.client.templates.save(reboot);
  await core.client.templates.remove({ id });
  await expect(core.client.templates.remove({ id })).rejects.toMatchObject({ code: "template-unknown" });
});

test("an import skips, replaces or renames templates with an existing name, and imports none twice", async () => {
  await using core = await openCore();
  const { templates } = core.client;
  await templates.save(reboot);
  const { text, count } = await templates.exportText({});
  expect(count).toBe(1);
  for (const existing of ["keep", "replace", "rename"] as const) {
    expect(await templates.importText({ text, existing })).toEqual({
      added: 0,
      replaced: 0,
      unchanged: 1,
      problems: [],
    });
  }
  const { id } = (await templates.list({})).templates[0] ?? { id: 0 };
  await templates.save({ ...reboot, id, text: "REBOOT NOW" });
  expect(await templates.importText({ text })).toMatchObject({ added: 0, replaced: 0, unchanged: 1 });
  expect(await templates.importText({ text, existing: "rename" })).toMatchObject({
    added: 1,
    replaced: 0,
    unchanged: 0,
  });
  expect(await templates.importText({ text, existing: "rename" })).toMatchObject({
    added: 0,
    replaced: 0,
    unchanged: 1,
  });
  expect(await templates.importText({ text, existing: "replace" })).toMatchObject({
    added: 0,
    replaced: 1,
    unchanged: 0,
  });
  expect((await templates.list({})).templates.map(({ name, text: content }) => [name, content])).toEqual([
    ["Reboot", reboot.text],
    ["Reboot (2)", reboot.text],
  ]);
});

test("an export is written to the selected file, or not at all", async () => {
  const selected: { file?: string } = {};
  await using core = await openCore({
    hosts: { files: { saveAs: () => Promise.resolve(selected.file), open: () => Promise.resolve(undefined) } },
  });
  const { templates } = core.client;
  const { id } = await templates.save(reboot);
  await templates.save({ ...reboot, name: "Status" });
  expect(await templates.exportAs({})).toEqual({ outcome: "cancelled", count: 0 });
  const file = join(core.dataDir, "templates.json");
  selected.file = file;
  expect(await templates.exportAs({ ids: [id] })).toEqual({ outcome: "written", count: 1, file });
  expect(readFileSync(file, "utf8")).toBe((await templates.exportText({ ids: [id] })).text);
});

test("tests a pattern on a reply", async () => {
  await using core = await openCore();
  const { templates } = core.client;
  expect(await templates.tryPattern({ pattern: "^ok\\b", answer: "OK 12" })).toEqual({ matches: true });
  expect(await templates.tryPattern({ pattern: "^ok\\b", answer: "not ok" })).toEqual({ matches: false });
  await expect(templates.tryPattern({ pattern: "(", answer: "" })).rejects.toMatchObject({ code: "pattern-invalid" });
});
