/** API callbacks as far as they are known: the service's list and the register of this computer, put together. Pure. */
import type { Callback } from "#contract/stream-words.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { EntryRow, Kept } from "./queries.ts";
import { compact, readCallback } from "./read-records.ts";

export type KnownCallback = Omit<Callback, "streams">;

export interface CallbackForm {
  readonly url: string;
  readonly purpose: string;
}

/** Newest of this computer first, then by id. */
export function knownCallbacks({ reading, listed, entries }: Kept): readonly KnownCallback[] {
  const told = new Map(listed.map((row) => [row.id, row] as const));
  const ours = entries.map((entry): KnownCallback => {
    const row = entry.id === null ? undefined : told.get(entry.id);
    return compact<KnownCallback>({
      ...callbackForm(entry),
      ...(row === undefined ? {} : readCallback(JSON.parse(row.record) as JsonRecord)),
      key: `here:${entry.entry}`,
      id: entry.id ?? undefined,
      source: row !== undefined ? "both" : isGone(entry, reading) ? "gone" : "this-computer",
      creation: creationOf(entry),
      asOf: row?.as_of,
    });
  });
  const claimed = new Set(entries.map(({ id }) => id));
  const others = listed
    .filter(({ id }) => !claimed.has(id))
    .map(({ id, record, as_of: asOf }): KnownCallback => {
      return { ...readCallback(JSON.parse(record) as JsonRecord), id, key: `service:${id}`, source: "service", asOf };
    });
  return [...ours, ...others.toSorted((a, b) => (a.id ?? "").localeCompare(b.id ?? "", "en", { numeric: true }))];
}

/** One that is there and delivers to this URL for this purpose. */
export function sameCallback(
  known: readonly KnownCallback[],
  { url, purpose }: CallbackForm,
): KnownCallback | undefined {
  return known.find((one) => one.url === url && one.purpose === purpose && one.id !== undefined && isThere(one));
}

/** One that was sent from here for this URL and purpose and cannot be used yet: nobody knows whether it is there, or which id it has. */
export function openCallback(
  known: readonly KnownCallback[],
  { url, purpose }: CallbackForm,
): (KnownCallback & { readonly isUnknown: boolean }) | undefined {
  const found = known.find(
    ({ id, creation, ...one }) =>
      one.url === url &&
      one.purpose === purpose &&
      (creation?.state === "unknown" || (creation?.state === "created" && id === undefined)),
  );
  return found === undefined ? undefined : { ...found, isUnknown: found.creation?.state === "unknown" };
}

export function isThere({ source, creation }: Pick<KnownCallback, "source" | "creation">): boolean {
  return source !== "gone" && (creation === undefined || creation.state === "created" || source === "both");
}

/** Created here, and a list that was read later does not have it. */
export function isGone(
  { id, state, sent_at: sentAt, settled_at: settledAt }: EntryRow,
  reading: Kept["reading"],
): boolean {
  if (id === null || state !== "created" || reading?.state !== "read") return false;
  return reading.as_of > (settledAt ?? sentAt);
}

export function creationOf({
  entry,
  state,
  sent_at: sentAt,
  settled_at: settledAt,
  answer,
}: EntryRow): NonNullable<Callback["creation"]> {
  return { entry, state, sentAt, ...(settledAt === null ? {} : { settledAt }), answer };
}

function callbackForm({ form }: EntryRow): CallbackForm {
  return JSON.parse(form) as CallbackForm;
}
