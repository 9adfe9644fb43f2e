/** API callbacks as far as they are known. Pure. */
import type { Callback } from "#contract/stream-words.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { isThere, putTogether } from "./put-together.ts";
import type { EntryRow, Kept } from "./queries.ts";
import { readCallback } from "./read-records.ts";

export type KnownCallback = Omit<Callback, "streams">;

export interface CallbackForm {
  readonly url: string;
  readonly purpose: string;
}

/** Newest of this computer first, then by id. */
export function knownCallbacks(kept: Kept): readonly KnownCallback[] {
  return putTogether<KnownCallback>(kept, {
    registered: callbackForm,
    told: ({ record }) => readCallback(JSON.parse(record) as JsonRecord),
  });
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

function callbackForm({ form }: EntryRow): CallbackForm {
  return JSON.parse(form) as CallbackForm;
}
