/** Suggestions of the filter bar. Pure. */
import { formatNumber } from "#shared/format.ts";
import { t } from "#shared/texts/text.ts";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { fieldInSentence } from "../../lib/field-label.ts";
import { capitalized } from "../../lib/records.ts";
import { isSearchField, searchTextOf } from "./filter-text.ts";

export interface Suggestion {
  /** Replacement for the draft. */
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  /** Complete condition; otherwise typing continues after it. */
  readonly complete: boolean;
}

const mostOffered = 12;

/** Cached rows per value of the field whose value is being typed, and filters that were applied before. */
export interface SuggestionSources {
  readonly counts?: readonly FacetValue[];
  readonly recent?: readonly string[];
}

interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export function suggestions(
  draft: string,
  fields: readonly Field[],
  { counts = [], recent = [] }: SuggestionSources = {},
): readonly Suggestion[] {
  const colon = draft.indexOf(":");
  if (colon >= 0) return ofValues(draft, colon, fields, counts).slice(0, mostOffered);
  const named = ofFields(draft, fields).slice(0, mostOffered);
  if (draft.trim() === "") {
    const hint = t(($) => $.fleet.filter.recent);
    return [...recent.map((text) => ({ text, label: text, hint, complete: true })), ...named];
  }
  // A possible field name is suggested first, since it is parsed as one.
  return [...named, ...ofSearch(draft, fields)];
}

/** The search in all identifiers of the cache: the meaning of a text without a field. */
function ofSearch(draft: string, fields: readonly Field[]): readonly Suggestion[] {
  const text = searchTextOf(draft, fields);
  if (text === undefined) return [];
  const label = `${capitalized(fieldInSentence("any"))}: ${text}`;
  return [{ text: `any:${text}`, label, hint: fields.find(isSearchField)?.hint ?? "", complete: true }];
}

function ofFields(draft: string, fields: readonly Field[]): readonly Suggestion[] {
  const prefix = draft.trim().toLowerCase();
  return fields
    .filter(
      ({ name, match }) =>
        match !== undefined && (name.startsWith(prefix) || fieldInSentence(name).toLowerCase().startsWith(prefix)),
    )
    .map(({ name, hint }) => ({
      text: `${name}:`,
      label: capitalized(fieldInSentence(name)),
      hint,
      complete: false,
    }));
}

function ofValues(
  draft: string,
  colon: number,
  fields: readonly Field[],
  counts: readonly FacetValue[],
): readonly Suggestion[] {
  const name = draft.slice(0, colon).trim();
  const prefix = draft
    .slice(colon + 1)
    .trim()
    .toLowerCase();
  const field = fields.find((candidate) => candidate.name === name);
  // Other values than the closed ones are those that rows have; one with a comma cannot be written.
  const choices = field?.choices ?? counts.filter(({ value }) => value !== "" && !value.includes(","));
  const countOf = new Map(counts.map(({ value, count }) => [value, count]));
  return choices
    .filter(({ value, label }) => value.startsWith(prefix) || label.toLowerCase().includes(prefix))
    .map(({ value, label }) => {
      const count = countOf.get(value);
      return { text: `${name}:${value}`, label, hint: count === undefined ? "" : formatNumber(count), complete: true };
    });
}

/** The field whose value is being typed. */
export function currentField(draft: string, fields: readonly Field[]): Field | undefined {
  const colon = draft.indexOf(":");
  return colon < 0 ? undefined : fields.find(({ name }) => name === draft.slice(0, colon).trim());
}
