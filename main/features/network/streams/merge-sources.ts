/** Merges the list of the service with the local register of creations. Pure. */
import { definedFields } from "#shared/defined-fields.ts";
import { decodeText } from "#shared/texts/coded-text.ts";
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import { resolvableAfterMs } from "../../../core/api/lost-answer.ts";
import { isWholeReading } from "../../../core/api/record-list.ts";
import type { EntryRow, CachedList, ListedRow } from "./queries.ts";

/** The source of a record. */
export type Origin = Pick<Callback, "key" | "source" | "creation" | "asOf">;

export interface FieldReaders<T> {
  /** Fields from the request of a creation. */
  readonly registered: (entry: EntryRow) => Partial<T>;
  readonly reported: (row: ListedRow) => Partial<T>;
}

/** Local creations first, newest first; then by id. Fields of the list take precedence over those of the request. */
export function mergeSources<T extends Origin & { readonly id?: string }>(
  { reading, listed, entries }: CachedList,
  { registered, reported }: FieldReaders<Omit<T, keyof Origin | "id">>,
): readonly T[] {
  // All fields of T except its origin are optional, so the sources may omit any of them.
  type Fields = { readonly [K in keyof T]: T[K] | undefined };
  const byId = new Map(listed.map((row) => [row.id, row] as const));
  const local = entries.map((entry): T => {
    const row = entry.id === null ? undefined : byId.get(entry.id);
    return definedFields<T>({
      ...registered(entry),
      ...(row === undefined ? {} : reported(row)),
      key: `here:${entry.entry}`,
      id: entry.id ?? undefined,
      source: row !== undefined ? "both" : isNoLongerListed(entry, reading) ? "gone" : "this-computer",
      creation: creationOf(entry),
      asOf: row?.as_of,
    } as Fields);
  });
  const claimed = new Set(entries.map(({ id }) => id));
  const rest = listed
    .filter(({ id }) => !claimed.has(id))
    .map((row): T => {
      const fields = { ...reported(row), id: row.id, key: `service:${row.id}`, source: "service", asOf: row.as_of };
      return definedFields<T>(fields as Fields);
    });
  return [...local, ...rest.toSorted((a, b) => (a.id ?? "").localeCompare(b.id ?? "", "en", { numeric: true }))];
}

export function existsOnService({ source, creation }: Pick<Origin, "source" | "creation">): boolean {
  return source !== "gone" && (creation === undefined || creation.state === "created" || source === "both");
}

/** True for an object that was created here and is missing from a later list. */
function isNoLongerListed(
  { id, state, sent_at: sentAt, settled_at: resolvedAt }: EntryRow,
  reading: CachedList["reading"],
): boolean {
  if (id === null || state !== "created" || !isWholeReading(reading)) return false;
  return reading.as_of > (resolvedAt ?? sentAt);
}

function creationOf(row: EntryRow): NonNullable<Origin["creation"]> {
  const { entry, state, sent_at: sentAt, settled_at: resolvedAt, answer, known: previousIds } = row;
  // Counted from the loss of the answer: while the request is in flight no list proves anything.
  const isResolvable = state === "unknown" && previousIds !== null && resolvedAt !== null;
  const resolvableFrom = isResolvable ? { resolvableFrom: resolvedAt + resolvableAfterMs } : {};
  return {
    entry,
    state,
    sentAt,
    resolvedAt: resolvedAt ?? undefined,
    ...resolvableFrom,
    answer: decodeText(answer),
  };
}
