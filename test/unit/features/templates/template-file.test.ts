import * as fc from "fast-check";
import { expect, test } from "vitest";
import { templateBodySchema, type TemplateBody } from "#contract/templates.ts";
import { readTemplates, writeTemplates } from "../../../../main/features/templates/template-file.ts";

function makeTemplate(fields: Partial<TemplateBody> = {}): TemplateBody {
  return templateBodySchema.parse({ name: "Reboot", text: "REBOOT {{pin}}", ...fields });
}

function file(...templates: readonly unknown[]): string {
  return JSON.stringify({ format: "fleetdesk-templates", version: 1, templates });
}

test("what is written is read back to the letter", () => {
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
  fc.assert(
    fc.property(fc.uniqueArray(template, { selector: place, maxLength: 6 }), (given) => {
      const templates = given.map((one) => templateBodySchema.parse(one));
      expect(readTemplates(writeTemplates(templates))).toEqual({
        entries: templates.map((one, index) => ({ entry: index + 1, template: one })),
        problems: [],
      });
    }),
    { numRuns: 60 },
  );
});

test("every entry that cannot be taken is told with its number, and the others are taken", () => {
  const { entries, problems } = readTemplates(
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
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^"No text": "text" cannot be read: /),
    expect.stringMatching(/^The entry cannot be read: /),
    expect.stringMatching(/^"Open": The placeholder that begins at position 1 /),
    expect.stringMatching(/^"Pattern": The pattern cannot be read: /),
    'It has the folder and the name of entry 1, "REBOOT".',
  ]);
});

test.each([
  ["no JSON", "templates", "import-invalid"],
  ["another JSON", "[]", "import-invalid"],
  ["another format", JSON.stringify({ format: "mail", version: 1, templates: [] }), "import-invalid"],
  ["a later version", JSON.stringify({ format: "fleetdesk-templates", version: 2, templates: [] }), "import-newer"],
])("%s is refused", (_, text, code) => {
  expect(() => readTemplates(text)).toThrow(expect.objectContaining({ code }));
});

test("a byte order mark in front does no harm", () => {
  expect(readTemplates(`\ufeff${file(makeTemplate())}`).entries).toHaveLength(1);
});
