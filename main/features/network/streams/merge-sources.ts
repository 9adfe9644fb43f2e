/** Merges the list of the service with the local register of creations. Pure. */
import { definedFields } from "#shared/defined-fields.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import { isWholeReading } from "../../../core/api/record-list.ts";
import { type Change, isUnresolved } from "../../../core/journal/change.ts";
import type { CachedList, ListedRow } from "./queries.ts";

/** The source of a record. */
export type Origin = Pick<Callback, "key" | "source" | "creation" | "asOf">;

export interface FieldReaders<T> {
  /** Fields from the request of a creation. */
  readonly registered: (entry: Change) => Partial<T>;
  readonly reported: (row: ListedRow) => Partial<T>;
}

/** Local creations first, newest first; then by id. Fields of the list take precedence over those of the request. */
export function mergeSources<T extends Origin & { readonly id?: string }>(
  { reading, listed, entries, graceMs }: CachedList,
  { registered, reported }: FieldReaders<Omit<T, keyof Origin | "id">>,
): readonly T[] {
  // All fields of T except its origin are optional, so the sources may omit any of them.
  type Fields = { readonly [K in keyof T]: T[K] | undefined };
  const byId = new Map(listed.map((row) => [row.id, row] as const));
  const local = entries.map((entry): T => {
    const row = entry.subject === undefined ? undefined : byId.get(entry.subject);
    return definedFields<T>({
      ...registered(entry),
      ...(row === undefined ? {} : reported(row)),
      key: `here:${entry.change}`,
      id: entry.subject,
      source: row !== undefined ? "both" : isNoLongerListed(entry, reading) ? "not-listed" : "this-computer",
      creation: creationOf(entry, graceMs),
      asOf: row?.as_of,
    } as Fields);
  });
  const claimed = new Set(entries.map(({ subject }) => subject));
  const rest = listed
    .filter(({ id }) => !claimed.has(id))
    .map((row): T => {
      const fields = { ...reported(row), id: row.id, key: `service:${row.id}`, source: "service", asOf: row.as_of };
      return definedFields<T>(fields as Fields);
    });
  return [...local, ...rest.toSorted((a, b) => (a.id ?? "").localeCompare(b.id ?? "", "en", { numeric: true }))];
}

export function existsOnService({ source, creation }: Pick<Origin, "source" | "creation">): boolean {
  return source !== "not-listed" && (creation === undefined || creation.state === "created" || source === "both");
}

/** True for an object that was created here and is missing from a later list. */
function isNoLongerListed({ subject, state, ...times }: Change, reading: CachedList["reading"]): boolean {
  if (subject === undefined || state !== "applied" || !isWholeReading(reading)) return false;
  return reading.as_of > (times.resolvedAt ?? times.endedAt ?? times.at);
}

function creationOf(change: Change, graceMs: number): NonNullable<Origin["creation"]> {
  const { change: entry, state, at: sentAt, endedAt, resolvedAt = endedAt, previousIds } = change;
  // Counted from the loss of the answer: while the request is in flight no list proves anything.
  const isResolvable = state === "unknown" && previousIds !== undefined && endedAt !== undefined;
  return definedFields<NonNullable<Origin["creation"]>>({
    entry,
    state: isUnresolved(change) ? "unknown" : state === "applied" ? "created" : "not-created",
    sentAt,
    resolvedAt,
    resolvableFrom: isResolvable ? endedAt + graceMs : undefined,
    answer: answerOf(change),
  });
}

function answerOf({ state, subject, message }: Change): CodedText {
  if (state === "sending") return codedText("response-pending");
  if (message !== undefined) return message;
  return subject === undefined ? codedText("accepted-without-id") : codedText("accepted-as", { id: subject });
}
