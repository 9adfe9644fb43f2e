/** Templates by folder, and one that is being written. Pure. */
import type { Template, TemplateBody } from "#contract/templates.ts";

/** In the order in which they come; what is in no folder first. */
export function byFolder(templates: readonly Template[]): readonly (readonly [string, readonly Template[]])[] {
  const folders = Map.groupBy(templates, ({ folder }) => folder);
  return [...folders].toSorted(([a], [b]) => a.localeCompare(b));
}

/** As it is typed: nothing of it needs to be right yet. */
export interface TemplateDraft {
  readonly name: string;
  readonly folder: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, { readonly description: string; readonly standard: string }>>;
  readonly pattern: string;
  readonly withinMinutes: number;
  readonly notes: string;
}

export const emptyTemplate: TemplateDraft = {
  name: "",
  folder: "",
  text: "",
  variables: {},
  pattern: "",
  withinMinutes: 60,
  notes: "",
};

export function templateDraftOf({ name, folder, text, variables, expect, notes }: TemplateBody): TemplateDraft {
  return {
    name,
    folder,
    text,
    notes,
    variables: Object.fromEntries(
      variables.map(({ name: each, description, standard }) => [each, { description, standard: standard ?? "" }]),
    ),
    pattern: expect?.pattern ?? "",
    withinMinutes: expect?.withinMinutes ?? 60,
  };
}

/** `names`: the variables that the text has now; what was said of others is left out. */
export function bodyOf(draft: TemplateDraft, names: readonly string[]): TemplateBody {
  const { name, folder, text, pattern, withinMinutes, notes } = draft;
  const variables = names
    .filter((each) => !each.startsWith("endpoint."))
    .map((each) => {
      const { description = "", standard = "" } = draft.variables[each] ?? {};
      return { name: each, description, ...(standard === "" ? {} : { standard }) };
    });
  return {
    name: name.trim(),
    folder: folder.trim(),
    text,
    variables,
    notes,
    ...(pattern.trim() === "" ? {} : { expect: { pattern, withinMinutes } }),
  };
}

/** Reads back what was kept while it was written; anything else is nothing. */
export function readTemplateDraft(text: string): TemplateDraft | undefined {
  try {
    const stored = JSON.parse(text) as Partial<TemplateDraft>;
    return typeof stored.text === "string" ? { ...emptyTemplate, ...stored } : undefined;
  } catch {
    return undefined;
  }
}
