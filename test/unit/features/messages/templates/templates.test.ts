import { codedText } from "#shared/texts/coded-text.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type TemplateBody, templateBodySchema } from "#shared/contract/messages/templates.ts";
import { readTemplates, writeTemplates } from "../../../../../main/features/messages/templates/templates.ts";

const read = (text: string): ReturnType<typeof readTemplates> => readTemplates(text, () => Promise.resolve());

function makeTemplate(fields: Partial<TemplateBody> = {}): TemplateBody {
  return templateBodySchema.parse({ name: "Reboot", text: "REBOOT {{pin}}", ...fields });
}

function file(...templates: readonly unknown[]): string {
  return JSON.stringify({ format: "fleetdesk-templates", version: 1, templates });
}

test("reading a written file returns identical templates", async () => {
  const word = fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).filter((text) => text.trim() === text);
  const template = fc.record(
    {
      name: word,
      folder: word,
      text: word.filter((text) => !text.includes("{{")),
      variables: fc.uniqueArray(
        fc.record({ name: fc.stringMatching(/^[a-z]{1,20}$/), description: word, standard: word }),
        {
          selector: ({ name }) => name,
          maxLength: 4,
        },
      ),
      expect: fc.record({
        pattern: fc.constantFrom("^ok", "error|fail", "\\d+ V"),
        withinMinutes: fc.integer({ min: 1, max: 600 }),
      }),
      notes: word,
    },
    { requiredKeys: ["name", "text"] },
  );
  const place = ({ name, folder = "" }: { name: string; folder?: string }): string =>
    JSON.stringify([folder.toLowerCase(), name.toLowerCase()]);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(template, { selector: place, maxLength: 6 }), async (inputs) => {
      const templates = inputs.map((one) => templateBodySchema.parse(one));
      expect(await read(writeTemplates(templates))).toEqual({
        entries: templates.map((one, index) => ({ entry: index + 1, template: one })),
        problems: [],
      });
    }),
    { numRuns: 60 },
  );
});

const named = (name: string, problem: object): object => ({ code: "template-entry-named", params: { name, problem } });

test("reports every invalid entry with its number, and reads the others", async () => {
  const { entries, problems } = await read(
    file(
      makeTemplate(),
      { name: "No text" },
      "nothing",
      makeTemplate({ name: "Open", text: "{{pin" }),
      makeTemplate({ name: "Pattern", expect: { pattern: "(", withinMinutes: 5 } }),
      makeTemplate({ name: "REBOOT" }),
      makeTemplate({ name: "Last" }),
    ),
  );
  expect(entries.map(({ entry, template }) => [entry, template.name])).toEqual([
    [1, "Reboot"],
    [7, "Last"],
  ]);
  expect(problems.map(({ entry }) => entry)).toEqual([2, 3, 4, 5, 6]);
  expect(problems.map(({ message }) => message)).toMatchObject([
    named("No text", { code: "template-field-invalid", params: { field: "text" } }),
    { code: "template-entry-invalid" },
    named("Open", { code: "placeholder-not-closed", params: { position: 1 } }),
    named("Pattern", { code: "pattern-unreadable" }),
    codedText("template-entry-duplicate", { entry: 1, name: "REBOOT" }),
  ]);
});

test.each([
  ["no JSON", "templates", "import-invalid"],
  ["another JSON", "[]", "import-invalid"],
  ["another format", JSON.stringify({ format: "mail", version: 1, templates: [] }), "import-invalid"],
  ["a later version", JSON.stringify({ format: "fleetdesk-templates", version: 2, templates: [] }), "import-newer"],
])("rejects %s", async (_, text, code) => {
  await expect(read(text)).rejects.toMatchObject({ code });
});

test("accepts a byte order mark", async () => {
  expect((await read(`\ufeff${file(makeTemplate())}`)).entries).toHaveLength(1);
});

const many = (count: number): string =>
  file(...Array.from({ length: count }, (_, index) => makeTemplate({ name: `Template ${index}` })));

test("reads 2,000 templates in slices, and rejects more", async () => {
  let pauses = 0;
  const { entries } = await readTemplates(many(2000), () => {
    pauses += 1;
    return Promise.resolve();
  });
  expect([entries.length, pauses]).toEqual([2000, 199]);
  await expect(read(many(2001))).rejects.toMatchObject({
    code: "import-invalid",
    text: codedText("template-file-too-large", { templates: 2001, limit: 2000 }),
  });
});

test("a pattern that would take long to compile is a problem of its entry alone", async () => {
  const expectation = { pattern: ".{0,999}".repeat(61), withinMinutes: 5 };
  const { entries, problems } = await read(file(makeTemplate({ expect: expectation }), makeTemplate({ name: "Last" })));
  expect([entries.length, problems]).toMatchObject([
    1,
    [{ entry: 1, message: named("Reboot", { code: "pattern-too-large" }) }],
  ]);
});
