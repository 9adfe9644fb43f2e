/** Templates by folder, and the draft of a template. Pure. */
import type { Template, TemplateBody } from "#shared/contract/messages/templates.ts";

/** In order of first occurrence; templates without a folder first. */
export function byFolder(templates: readonly Template[]): readonly (readonly [string, readonly Template[]])[] {
  const folders = Map.groupBy(templates, ({ folder }) => folder);
  return [...folders].toSorted(([a], [b]) => a.localeCompare(b));
}

/** As entered, not validated. */
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

/** `names`: the variables in the current text; data of other variables is omitted. */
export function bodyOf(draft: TemplateDraft, names: readonly string[]): TemplateBody {
  const { name, folder, text, pattern, withinMinutes, notes } = draft;
  const variables = names
    .filter((each) => !each.startsWith("endpoint."))
    .map((each) => {
      const { description = "", standard = "" } = draft.variables[each] ?? {};
      return { name: each, description, standard: standard === "" ? undefined : standard };
    });
  return {
    name: name.trim(),
    folder: folder.trim(),
    text,
    variables,
    notes,
    expect: pattern.trim() === "" ? undefined : { pattern, withinMinutes },
  };
}

/** Serialises the fields that differ from the saved template, so that the others follow its changes; empty without one. `readForm` parses it. */
export function writeTemplateDraft(draft: TemplateDraft, saved: TemplateDraft): string {
  const fields = Object.keys(draft) as (keyof TemplateDraft)[];
  const edited = fields.filter((field) => JSON.stringify(draft[field]) !== JSON.stringify(saved[field]));
  return edited.length === 0 ? "" : JSON.stringify(Object.fromEntries(edited.map((field) => [field, draft[field]])));
}
