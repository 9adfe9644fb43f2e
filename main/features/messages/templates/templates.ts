/** Saved message texts: validated when saved, exported and imported as one JSON text. */
import {
  type Template,
  type TemplateBody,
  templateBodySchema,
  type templates,
} from "#shared/contract/messages/templates.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { writeFileAtomically } from "../../../core/files/atomic-file.ts";
import type { Clock, Files, Log } from "../../../core/hosts.ts";
import { sleep } from "../../../core/wait.ts";
import type { StoreClient } from "../../../core/store/db.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { type templateQueries, type TemplateRow, templateUnknown } from "./queries.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { z } from "zod";
import { AppError, toFailure } from "#shared/failure.ts";
import { templateVariables } from "#shared/rules/template.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";

export interface TemplateDeps {
  readonly store: StoreClient<typeof templateQueries>;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChanged: () => void;
}

export function createTemplates({ store, files, clock, log, onChanged }: TemplateDeps): Handlers<typeof templates> {
  const list = async (): Promise<Template[]> => (await store.list()).flatMap((row) => describe(row, log));
  const selectBodies = async (ids: readonly number[] | undefined): Promise<TemplateBody[]> =>
    (await list()).filter(({ id }) => ids === undefined || ids.includes(id)).map(bodyOf);
  return {
    list: async () => ({ templates: await list() }),
    save: async ({ id, ...body }) => {
      checkTemplate(body);
      const { name, folder } = body;
      const row = await store.save({ id, name, folder, body: restOf(body), at: clock.now() });
      onChanged();
      return { ...body, id: row.id, updatedAt: row.updated_at };
    },
    remove: async ({ id }) => {
      if (!(await store.remove(id))) throw templateUnknown(id);
      onChanged();
      return {};
    },
    renameFolder: async ({ folder, to }) => {
      const renamed = await store.renameFolder(folder, to, clock.now());
      if (renamed > 0) onChanged();
      return { renamed };
    },
    exportAs: async ({ ids }) => {
      const bodies = await selectBodies(ids);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const file = await files.saveAs({ name: `templates-${day}.json`, extension: "json" });
      if (file === undefined) return { outcome: "cancelled", count: 0 };
      await writeFileAtomically(file, [writeTemplates(bodies)]);
      return { outcome: "written", count: bodies.length, file };
    },
    exportText: async ({ ids }) => {
      const bodies = await selectBodies(ids);
      return { text: writeTemplates(bodies), count: bodies.length };
    },
    importText: async ({ text, existing }, { signal }) => {
      const { entries, problems } = await readTemplates(text, () => sleep(clock, 0, signal));
      const accepted = entries.map(({ entry, template }) => {
        const { name, folder } = template;
        return { entry, name, folder, body: restOf(template) };
      });
      const done = await store.importAll(accepted, existing, clock.now());
      if (done.added + done.replaced > 0) onChanged();
      return { ...done, problems: [...problems] };
    },
    // oxlint-disable-next-line typescript/require-await -- pure, but the contract's handlers return promises
    tryPattern: async ({ pattern, answer }) => ({ matches: compilePattern(pattern).test(answer) }),
  };
}

/** The fields that are neither searched nor sorted by, as JSON. */
function restOf({ name: _name, folder: _folder, ...rest }: TemplateBody): string {
  return JSON.stringify(rest);
}

function bodyOf({ id: _id, updatedAt: _updatedAt, ...body }: Template): TemplateBody {
  return body;
}

/** An unreadable row is skipped and logged, so that the others are still listed. */
function describe(row: TemplateRow, log: Log): Template[] {
  const rest = tryParseJson(row.body) as object | undefined;
  const body = templateBodySchema.safeParse({ ...rest, name: row.name, folder: row.folder });
  if (body.success) return [{ ...body.data, id: row.id, updatedAt: row.updated_at }];
  log.warn("templates.not-readable", { id: row.id });
  return [];
}

// Templates as one JSON text: {"format": "fleetdesk-templates", "version": 1, "templates": [{"name", "folder",
// "text", "variables": [{"name", "description", "standard"}], "expect": {"pattern", "withinMinutes"}, "notes"}, …]}.
// Only `name` and `text` of an entry are required. Database ids are not included.

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

interface FileEntry {
  /** Position in the file, from 1. */
  readonly entry: number;
  readonly template: TemplateBody;
}

interface FileProblem {
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

// Validates a template: its text, its variables, and the expected reply.

/** Throws `text-empty`, `template-malformed`, `variable-unknown` (only for a field an endpoint does not have) or `pattern-invalid`. */
function checkTemplate({ text, variables, expect }: TemplateBody): void {
  templateVariables(text);
  const seen = new Set<string>();
  for (const { name } of variables) {
    if (/[{}]/.test(name)) {
      throw new AppError("template-malformed", codedText("variable-name-has-braces", { name }));
    }
    if (seen.has(name.toLowerCase())) {
      throw new AppError("template-malformed", codedText("variable-described-twice", { name }));
    }
    seen.add(name.toLowerCase());
  }
  if (expect !== undefined) compilePattern(expect.pattern);
}
