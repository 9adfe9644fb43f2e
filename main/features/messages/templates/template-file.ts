/**
 * Templates as one JSON text: {"format": "fleetdesk-templates", "version": 1, "templates": [{"name", "folder", "text",
 * "variables": [{"name", "description", "standard"}], "expect": {"pattern", "withinMinutes"}, "notes"}, …]}.
 * Only `name` and `text` of an entry are required. Database ids are not included.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { z } from "zod";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { templateBodySchema, type TemplateBody } from "#shared/contract/messages/templates.ts";
import { AppError, toFailure } from "#shared/failure.ts";
import { checkTemplate } from "./check-template.ts";

const format = "fleetdesk-templates";
const version = 1;

const fileSchema = z.object({
  format: z.literal(format),
  version: z.number().int(),
  templates: z.array(z.unknown()),
});

/** Validating a text of 20,000 characters and a pattern of the maximum size takes milliseconds each. */
const mostTemplates = 2000;
const entriesPerSlice = 10;

export interface FileEntry {
  /** Position in the file, from 1. */
  readonly entry: number;
  readonly template: TemplateBody;
}

export interface FileProblem {
  readonly entry: number;
  readonly message: CodedText;
}

export function writeTemplates(templates: readonly TemplateBody[]): string {
  return `${JSON.stringify({ format, version, templates }, undefined, 2)}\n`;
}

/**
 * Every entry is either returned or reported as a problem; `pause` is awaited between slices, so that other work runs. Rejects with
 * `import-invalid` for a text that is no such file or has more than 2,000 templates, `import-newer` for one of a later version.
 */
export async function readTemplates(
  text: string,
  pause: () => Promise<void>,
): Promise<{ entries: readonly FileEntry[]; problems: readonly FileProblem[] }> {
  const { templates } = readFile(text);
  const entries: FileEntry[] = [];
  const problems: FileProblem[] = [];
  const entryByPlace = new Map<string, number>();
  for (const [index, value] of templates.entries()) {
    if (index > 0 && index % entriesPerSlice === 0) await pause();
    const entry = index + 1;
    const read = readEntry(value);
    if ("problem" in read) {
      problems.push({ entry, message: read.problem });
      continue;
    }
    const { template } = read;
    const { folder, name } = template;
    const place = JSON.stringify([folder.toLowerCase(), name.toLowerCase()]);
    const twin = entryByPlace.get(place);
    if (twin === undefined) {
      entryByPlace.set(place, entry);
      entries.push({ entry, template });
    } else problems.push({ entry, message: codedText("template-entry-duplicate", { entry: twin, name }) });
  }
  return { entries, problems };
}

function readFile(text: string): z.output<typeof fileSchema> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new AppError("import-invalid", codedText("template-file-not-json"), {
      cause,
    });
  }
  const file = fileSchema.safeParse(parsed);
  if (!file.success) {
    throw new AppError("import-invalid", codedText("template-file-malformed", { format }));
  }
  if (file.data.version > version) {
    throw new AppError("import-newer", codedText("template-file-newer"));
  }
  const { length } = file.data.templates;
  if (length > mostTemplates) {
    throw new AppError(
      "import-invalid",
      codedText("template-file-too-large", { templates: length, limit: mostTemplates }),
    );
  }
  return file.data;
}

/** The template, or why it cannot be imported. */
function readEntry(value: unknown): { readonly template: TemplateBody } | { readonly problem: CodedText } {
  const body = templateBodySchema.safeParse(value);
  if (!body.success) {
    const [issue] = body.error.issues;
    const field = (issue?.path ?? []).join(".");
    const params = { issue: issue?.message ?? "" };
    const problem =
      field === ""
        ? codedText("template-entry-invalid", params)
        : codedText("template-field-invalid", { field, ...params });
    return { problem: named(value, problem) };
  }
  try {
    checkTemplate(body.data);
    return { template: body.data };
  } catch (error) {
    return { problem: named(value, toFailure(error).text) };
  }
}

function named(value: unknown, problem: CodedText): CodedText {
  const name = typeof value === "object" && value !== null ? (value as JsonRecord)["name"] : undefined;
  return typeof name === "string" && name !== "" ? codedText("template-entry-named", { name, problem }) : problem;
}
