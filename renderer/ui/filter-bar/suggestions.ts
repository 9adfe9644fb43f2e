/** Suggestions of the filter bar. Pure. */
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { fieldInSentence } from "../../lib/field-label.ts";
import { capitalized } from "../../lib/records.ts";
import { guessCondition } from "./filter-text.ts";

export interface Suggestion {
  /** Replacement for the draft. */
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  /** Complete condition; otherwise typing continues after it. */
  readonly complete: boolean;
}

const mostOffered = 12;

export function suggestions(draft: string, fields: readonly Field[]): readonly Suggestion[] {
  const colon = draft.indexOf(":");
  return (colon < 0 ? ofFields(draft, fields) : ofValues(draft, colon, fields)).slice(0, mostOffered);
}

function ofFields(draft: string, fields: readonly Field[]): readonly Suggestion[] {
  const prefix = draft.trim().toLowerCase();
  const matchingFields = fields.filter(
    ({ name, match }) =>
      match !== undefined && (name.startsWith(prefix) || fieldInSentence(name).toLowerCase().startsWith(prefix)),
  );
  const named = matchingFields.map(({ name, hint }) => ({
    text: `${name}:`,
    label: capitalized(fieldInSentence(name)),
    hint,
    complete: false,
  }));
  const guess = guessCondition(draft, fields);
  if (guess === undefined) return named;
  const hint = fields.find(({ name }) => name === guess.field)?.hint ?? "";
  const text = `${guess.field}:${guess.value}`;
  const suggestion = {
    text,
    label: `${capitalized(fieldInSentence(guess.field))}: ${guess.value}`,
    hint,
    complete: true,
  };
  // A possible field name is suggested first, since it is parsed as one.
  return named.length > 0 ? [...named, suggestion] : [suggestion];
}

function ofValues(draft: string, colon: number, fields: readonly Field[]): readonly Suggestion[] {
  const name = draft.slice(0, colon).trim();
  const prefix = draft
    .slice(colon + 1)
    .trim()
    .toLowerCase();
  const field = fields.find((candidate) => candidate.name === name);
  const choices = field?.choices ?? [];
  return choices
    .filter(({ value, label }) => value.startsWith(prefix) || label.toLowerCase().includes(prefix))
    .map(({ value, label }) => ({ text: `${name}:${value}`, label, hint: "", complete: true }));
}

/** The field whose value is being typed. */
export function currentField(draft: string, fields: readonly Field[]): Field | undefined {
  const colon = draft.indexOf(":");
  return colon < 0 ? undefined : fields.find(({ name }) => name === draft.slice(0, colon).trim());
}
