/**
 * What a service reports of the filter and the order it applied (`X-Filter`, `X-Sort`), compared with what was requested.
 *
 * How the criteria are written there is not specified, so a report counts as different only when it lacks the name of a field.
 */
import type { QueryCollection } from "./query-fields.ts";
import { findField } from "./query-fields.ts";

interface Asked {
  readonly filter: readonly { readonly field: string }[];
  readonly sort: readonly { readonly field: string }[];
}

interface Echoes {
  readonly filterEcho?: string | undefined;
  readonly sortEcho?: string | undefined;
}

/** What the reports say against the answer being what was requested, as sentences for a person. */
export function echoWarnings(
  collection: QueryCollection,
  { filter, sort }: Asked,
  { filterEcho, sortEcho }: Echoes,
): string[] {
  const unfiltered = fieldsNotEchoed(collection, filter, filterEcho);
  const unsorted = fieldsNotEchoed(collection, sort, sortEcho);
  const words = (done: string, fields: readonly string[]): string =>
    `The service does not seem to have ${done} by ${new Intl.ListFormat("en-GB").format(fields)}`;
  return [
    ...(unfiltered.length === 0 ? [] : [`${words("filtered", unfiltered)}: it reports the filter "${filterEcho}".`]),
    ...(unsorted.length === 0 ? [] : [`${words("sorted", unsorted)}: it reports the order "${sortEcho}".`]),
  ];
}

/** What records that do not match say against the answer. */
export function mismatchWarning(fields: readonly string[], count: number, total: number): string {
  const which = `${count} of ${total} record${total === 1 ? " does" : "s do"} not match`;
  return `The service does not seem to have filtered by ${new Intl.ListFormat("en-GB").format(fields)}: ${which}.`;
}

/** The requested fields that a report does not name; none when the service reports nothing. */
function fieldsNotEchoed(
  collection: QueryCollection,
  asked: Asked["filter"],
  echo: string | undefined,
): readonly string[] {
  if (echo === undefined || echo.trim() === "") return [];
  const text = decoded(echo);
  return asked
    .map(({ field }) => field)
    .filter((name) => {
      const field = findField(collection, name);
      return ![name, field?.spec, field?.live].some((one) => one !== undefined && text.includes(one));
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
