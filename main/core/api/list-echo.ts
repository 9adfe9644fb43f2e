/**
 * Compares the filter and the order that a service reports as applied (`X-Filter`, `X-Sort`) with the request.
 *
 * The format of the criteria is not specified, so a report counts as different only when it lacks the name of a field.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { textLanguage } from "#shared/texts/text.ts";
import type { QueryCollection } from "./query-fields.ts";
import { findField } from "./query-fields.ts";

interface RequestedFields {
  readonly filter: readonly { readonly field: string }[];
  readonly sort: readonly { readonly field: string }[];
}

interface Echoes {
  readonly filterEcho?: string;
  readonly sortEcho?: string;
}

/** How the reports differ from the request. */
export function echoWarnings(
  collection: QueryCollection,
  { filter, sort }: RequestedFields,
  { filterEcho, sortEcho }: Echoes,
): CodedText[] {
  const unfiltered = fieldsNotEchoed(collection, filter, filterEcho);
  const unsorted = fieldsNotEchoed(collection, sort, sortEcho);
  return [
    ...(unfiltered.length === 0
      ? []
      : [codedText("filter-not-applied", { fields: listOf(unfiltered), reported: filterEcho ?? "" })]),
    ...(unsorted.length === 0
      ? []
      : [codedText("sort-not-applied", { fields: listOf(unsorted), reported: sortEcho ?? "" })]),
  ];
}

/** Records of the response that do not match the filter. */
export function mismatchWarning(fields: readonly string[], count: number, total: number): CodedText {
  return codedText("filter-mismatch", { fields: listOf(fields), mismatches: count, count: total });
}

function listOf(fields: readonly string[]): string {
  return new Intl.ListFormat(textLanguage()).format(fields);
}

/** The requested fields that a report does not name; none when the service sends no report. */
function fieldsNotEchoed(
  collection: QueryCollection,
  requested: RequestedFields["filter"],
  echo: string | undefined,
): readonly string[] {
  if (echo === undefined || echo.trim() === "") return [];
  const text = decoded(echo);
  return requested
    .map(({ field }) => field)
    .filter((name) => {
      const field = findField(collection, name);
      return ![name, field?.spec, field?.name].some((one) => one !== undefined && text.includes(one));
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
