/** The service's list and the register of this computer, put together. Pure. */
import { decodeText } from "#shared/texts/coded-text.ts";
import type { Callback } from "#contract/stream-schemas.ts";
import { resolvableAfterMs } from "../../api/lost-answer.ts";
import { isWholeReading } from "../../api/record-list.ts";
import type { EntryRow, CachedList, ListedRow } from "./queries.ts";
import { compact } from "./read-records.ts";

/** Where one of them is known from. */
export type Origin = Pick<Callback, "key" | "source" | "creation" | "asOf">;

export interface Tellers<T> {
  /** What was sent to have it created. */
  readonly registered: (entry: EntryRow) => Partial<T>;
  readonly reported: (row: ListedRow) => Partial<T>;
}

/** Newest of this computer first, then by id; what the list tells of an entry stands above what was sent for it. */
export function mergeSources<T extends Origin & { readonly id?: string | undefined }>(
  { reading, listed, entries }: CachedList,
  { registered, reported }: Tellers<Omit<T, keyof Origin | "id">>,
): readonly T[] {
  // All of T but its origin is optional: whatever the tellers leave out is nothing that they could not tell.
  type Fields = { readonly [K in keyof T]: T[K] | undefined };
  const byId = new Map(listed.map((row) => [row.id, row] as const));
  const ours = entries.map((entry): T => {
    const row = entry.id === null ? undefined : byId.get(entry.id);
    return compact<T>({
      ...registered(entry),
      ...(row === undefined ? {} : reported(row)),
      key: `here:${entry.entry}`,
      id: entry.id ?? undefined,
      source: row !== undefined ? "both" : isGone(entry, reading) ? "gone" : "this-computer",
      creation: creationOf(entry),
      asOf: row?.as_of,
    } as Fields);
  });
  const claimed = new Set(entries.map(({ id }) => id));
  const rest = listed
    .filter(({ id }) => !claimed.has(id))
    .map((row): T => {
      const fields = { ...reported(row), id: row.id, key: `service:${row.id}`, source: "service", asOf: row.as_of };
      return compact<T>(fields as Fields);
    });
  return [...ours, ...rest.toSorted((a, b) => (a.id ?? "").localeCompare(b.id ?? "", "en", { numeric: true }))];
}

export function isThere({ source, creation }: Pick<Origin, "source" | "creation">): boolean {
  return source !== "gone" && (creation === undefined || creation.state === "created" || source === "both");
}

/** Created here, and a list that was read later does not have it. */
function isGone(
  { id, state, sent_at: sentAt, settled_at: resolvedAt }: EntryRow,
  reading: CachedList["reading"],
): boolean {
  if (id === null || state !== "created" || !isWholeReading(reading)) return false;
  return reading.as_of > (resolvedAt ?? sentAt);
}

function creationOf(row: EntryRow): NonNullable<Origin["creation"]> {
  const { entry, state, sent_at: sentAt, settled_at: resolvedAt, answer, known: previousIds } = row;
  // Counted from the loss: while it is on its way no list can tell.
  const isResolvable = state === "unknown" && previousIds !== null && resolvedAt !== null;
  const resolvableFrom = isResolvable ? { resolvableFrom: resolvedAt + resolvableAfterMs } : {};
  return {
    entry,
    state,
    sentAt,
    ...(resolvedAt === null ? {} : { resolvedAt }),
    ...resolvableFrom,
    answer: decodeText(answer),
  };
}
