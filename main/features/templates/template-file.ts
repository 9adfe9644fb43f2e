/**
 * Templates as one JSON text: {"format": "fleetdesk-templates", "version": 1, "templates": [{"name", "folder", "text",
 * "variables": [{"name", "description", "standard"}], "expect": {"pattern", "withinMinutes"}, "notes"}, …]}.
 * Only `name` and `text` of an entry are required. Numbers that are the database's own are not in it.
 */
import { z } from "zod";
import type { JsonRecord } from "#contract/kit.ts";
import { templateBodySchema, type TemplateBody } from "#contract/templates.ts";
import { AppError, toFailure } from "../../failure.ts";
import { checkTemplate } from "./check-template.ts";

const format = "fleetdesk-templates";
const version = 1;

const fileSchema = z.object({
  format: z.literal(format),
  version: z.number().int(),
  templates: z.array(z.unknown()),
});

/** A text of 20,000 characters and a pattern of the largest size take milliseconds each to check. */
const mostTemplates = 2000;
const entriesPerSlice = 10;

export interface FileEntry {
  /** Position in the file, from 1. */
  readonly entry: number;
  readonly template: TemplateBody;
}

export interface FileProblem {
  readonly entry: number;
  readonly message: string;
}

export function writeTemplates(templates: readonly TemplateBody[]): string {
  return `${JSON.stringify({ format, version, templates }, undefined, 2)}\n`;
}

/**
 * Every entry is either taken or reported as a problem; `pause` is waited for now and then, so that other work has its turn. Rejects
 * with `import-invalid` for a text that is no such file or has more than 2,000 templates, `import-newer` for one of a later version.
 */
export async function readTemplates(
  text: string,
  pause: () => Promise<void>,
): Promise<{ entries: readonly FileEntry[]; problems: readonly FileProblem[] }> {
  const { templates } = readFile(text);
  const entries: FileEntry[] = [];
  const problems: FileProblem[] = [];
  const taken = new Map<string, number>();
  for (const [index, value] of templates.entries()) {
    if (index > 0 && index % entriesPerSlice === 0) await pause();
    const entry = index + 1;
    const read = readEntry(value);
    if (typeof read === "string") {
      problems.push({ entry, message: read });
      continue;
    }
    const place = JSON.stringify([read.folder.toLowerCase(), read.name.toLowerCase()]);
    const twin = taken.get(place);
    if (twin === undefined) {
      taken.set(place, entry);
      entries.push({ entry, template: read });
    } else problems.push({ entry, message: `It has the folder and the name of entry ${twin}, "${read.name}".` });
  }
  return { entries, problems };
}

function readFile(text: string): z.output<typeof fileSchema> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new AppError("import-invalid", "This is not JSON. Templates are imported from a file that Fleetdesk wrote.", {
      cause,
    });
  }
  const file = fileSchema.safeParse(parsed);
  if (!file.success) {
    throw new AppError(
      "import-invalid",
      `This is no file of templates: it needs "format": "${format}", "version" and "templates".`,
    );
  }
  if (file.data.version > version) {
    throw new AppError("import-newer", "This file was written by a newer Fleetdesk. Update this one to read it.");
  }
  const { length } = file.data.templates;
  if (length > mostTemplates) {
    throw new AppError(
      "import-invalid",
      `This file has ${length} templates; ${mostTemplates} can be imported at once. Split the file and import its parts.`,
    );
  }
  return file.data;
}

/** The template, or a sentence about why it cannot be taken. */
function readEntry(value: unknown): TemplateBody | string {
  const body = templateBodySchema.safeParse(value);
  if (!body.success) {
    const [issue] = body.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? "The entry" : `"${issue.path.join(".")}"`;
    return `${named(value)}${where} cannot be read: ${issue?.message ?? "it is no template"}.`;
  }
  try {
    checkTemplate(body.data);
    return body.data;
  } catch (error) {
    return `${named(value)}${toFailure(error).message}`;
  }
}

function named(value: unknown): string {
  const name = typeof value === "object" && value !== null ? (value as JsonRecord)["name"] : undefined;
  return typeof name === "string" && name !== "" ? `"${name}": ` : "";
}
