/** Merges the known API callbacks. Pure. */
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { existsOnService, mergeSources } from "./merge-sources.ts";
import type { Change } from "../../../core/journal/change.ts";
import type { CachedList } from "./queries.ts";
import { readCallback } from "./read-records.ts";

export type MergedCallback = Omit<Callback, "streams">;

export interface CallbackForm {
  readonly url: string;
  readonly purpose: string;
}

/** Local creations first, newest first; then by id. */
export function mergeCallbacks(cached: CachedList): readonly MergedCallback[] {
  return mergeSources<MergedCallback>(cached, {
    registered: callbackForm,
    reported: ({ record }) => readCallback(JSON.parse(record) as JsonRecord),
  });
}

/** An existing callback with this URL and purpose. */
export function sameCallback(
  callbacks: readonly MergedCallback[],
  { url, purpose }: CallbackForm,
): MergedCallback | undefined {
  return callbacks.find(
    (one) => one.url === url && one.purpose === purpose && one.id !== undefined && existsOnService(one),
  );
}

/**
 * A callback sent from here for this URL and purpose that cannot be used yet, because its outcome or its id is unknown.
 */
export function openCallback(
  callbacks: readonly MergedCallback[],
  { url, purpose }: CallbackForm,
): (MergedCallback & { readonly isUnknown: boolean }) | undefined {
  const match = callbacks.find(
    ({ id, creation, ...one }) =>
      one.url === url &&
      one.purpose === purpose &&
      (creation?.state === "unknown" || (creation?.state === "created" && id === undefined)),
  );
  return match === undefined ? undefined : { ...match, isUnknown: match.creation?.state === "unknown" };
}

function callbackForm({ request }: Change): CallbackForm {
  return (request as { readonly form: CallbackForm }).form;
}

/** Whether a record of the list can be what a creation created. */
export function isCreatedCallback(change: Change, record: JsonRecord): boolean {
  const { url, purpose } = callbackForm(change);
  const reported = readCallback(record);
  return reported.url === url && (reported.purpose === undefined || reported.purpose === purpose);
}
