/** Merges the known data streams. Pure. */
import { definedFields } from "#shared/defined-fields.ts";
import type { Stream, StreamDetail, StreamForm, StreamRequest } from "#shared/contract/network/stream-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { MergedCallback } from "./merge-callbacks.ts";
import { existsOnService, mergeSources } from "./merge-sources.ts";
import type { Change } from "../../../core/journal/change.ts";
import type { CachedList, ListedRow } from "./queries.ts";
import { contentLabels, destinationLabels, readStream, type ListedStream } from "./read-records.ts";

/** Local creations first, newest first; then by id. */
export function mergeStreams(cached: CachedList, callbacks: readonly MergedCallback[]): readonly Stream[] {
  return mergeSources<Stream>(cached, {
    registered: (entry) => registered(entry, callbacks),
    reported: (row) => listedFields(row, callbacks),
  });
}

/** A stream with the requests sent for it, and the form that sends the same again. */
export function detailOf(
  stream: Stream,
  { listed, entries }: CachedList,
  callbacks: readonly MergedCallback[],
): StreamDetail {
  const entry = entries.find(({ change }) => change === stream.creation?.entry);
  const record = listed.find(({ id }) => id === stream.id)?.record;
  const form = entry === undefined ? formOfListed(stream) : portable(formOf(entry), callbacks);
  return {
    ...stream,
    sent: entry === undefined ? [] : [...requestOf(entry).sent],
    form,
    record: record === undefined ? undefined : (JSON.parse(record) as JsonRecord),
  };
}

/** Streams that exist, or may exist, and deliver the same content to the same target. */
export function sameStreams(
  streams: readonly Stream[],
  form: StreamForm,
  callback: string | undefined,
): readonly Stream[] {
  return streams.filter((stream) => {
    const isPossible = stream.creation?.state === "unknown" || existsOnService(stream);
    if (!isPossible || stream.destination !== form.destination || stream.content !== form.content) return false;
    if (form.destination !== "rest-api") return stream.target === `${form.region}/${form.name}`;
    const url = form.callback.kind === "new" ? form.callback.url : undefined;
    if (callback !== undefined && stream.callback !== undefined) return stream.callback === callback;
    return url !== undefined && stream.target === url;
  });
}

/** Whether a record of the list can be what an entry created: all fields present in both are equal. */
export function isPossibly(form: StreamForm, callback: MergedCallback | undefined, reported: ListedStream): boolean {
  if (reported.destinationText !== undefined && reported.destination !== form.destination) return false;
  if (reported.contentText !== undefined && reported.content !== form.content) return false;
  if (form.destination !== "rest-api") {
    return reported.target === undefined || reported.target === `${form.region}/${form.name}`;
  }
  const { id, url } = callbackOf(form, callback);
  if (reported.callback !== undefined && id !== undefined) return reported.callback === id;
  return reported.target === undefined || url === undefined || reported.target === url;
}

/** What the journal stores of a creation. */
export interface CreateStreamRequest {
  readonly form: StreamForm;
  readonly sent: readonly StreamRequest[];
  /** URL of an existing callback, where it was known. */
  readonly url?: string;
}

function requestOf({ request }: Pick<Change, "request">): CreateStreamRequest {
  return request as CreateStreamRequest;
}

export function formOf(change: Pick<Change, "request">): StreamForm {
  return requestOf(change).form;
}

/** Whether a record of the list can be what a creation created. */
export function isCreatedStream(change: Change, record: JsonRecord): boolean {
  const { form, url } = requestOf(change);
  const callback = callbackOfEntry(change, []);
  return isPossibly(form, callback === undefined ? undefined : { ...callback, url }, readStream(record));
}

/** The callback with which a stream of the register was sent: the form may contain only its URL. */
export function callbackOfEntry(
  change: Pick<Change, "request">,
  callbacks: readonly MergedCallback[],
): MergedCallback | undefined {
  const [, id] = /"api_callback":\{"id":(\d+)\}/.exec(requestOf(change).sent.at(-1)?.body ?? "") ?? [];
  return id === undefined ? undefined : (callbacks.find((one) => one.id === id) ?? unlisted(id));
}

function unlisted(id: string): MergedCallback {
  return { key: `service:${id}`, id, source: "service" };
}

function callbackOf(
  form: Extract<StreamForm, { destination: "rest-api" }>,
  callback: MergedCallback | undefined,
): { readonly id: string | undefined; readonly url: string | undefined } {
  return form.callback.kind === "existing"
    ? { id: form.callback.id, url: callback?.url }
    : { id: callback?.id, url: form.callback.url };
}

function registered(entry: Change, callbacks: readonly MergedCallback[]): Omit<ListedStream, "id"> {
  const form = formOf(entry);
  const texts = { destinationText: destinationLabels[form.destination], contentText: contentLabels[form.content] };
  const common = { destination: form.destination, content: form.content, historic: form.historic, ...texts };
  if (form.destination !== "rest-api") return { ...common, target: `${form.region}/${form.name}`, role: form.role };
  const callback = callbackOfEntry(entry, callbacks);
  const { id, url } = callbackOf(form, callback);
  return { ...common, callback: id, target: url };
}

/** Fields of the list; a REST callback with only an id or a URL is completed from the known callbacks. */
function listedFields({ record }: ListedRow, callbacks: readonly MergedCallback[]): Omit<ListedStream, "id"> {
  const { id: _, ...reported } = readStream(JSON.parse(record) as JsonRecord);
  const byId = reported.callback === undefined ? undefined : callbacks.find(({ id }) => id === reported.callback);
  const byUrl =
    reported.target === undefined ? [] : callbacks.filter(({ id, url }) => id !== undefined && url === reported.target);
  return definedFields<Omit<ListedStream, "id">>({
    ...reported,
    callback:
      reported.callback ?? (reported.destination === "rest-api" && byUrl.length === 1 ? byUrl[0]?.id : undefined),
    target: reported.target ?? byId?.url,
  });
}

/** Names the callback by URL and purpose, where these identify one callback: ids are not valid on other connections. */
function portable(form: StreamForm, callbacks: readonly MergedCallback[]): StreamForm {
  if (form.destination !== "rest-api" || form.callback.kind === "new") return form;
  const { id } = form.callback;
  const match = callbacks.find((one) => one.id === id);
  if (match?.url === undefined || match.purpose === undefined || match.url.includes("•")) return form;
  const { url, purpose } = match;
  const isOne = callbacks.filter((one) => one.url === url && one.purpose === purpose).length === 1;
  return isOne ? { ...form, callback: { kind: "new", url, purpose } } : form;
}

/** The form of a stream known only from the service; undefined where fields are missing. */
function formOfListed({
  destination,
  content,
  historic = false,
  target,
  role,
  callback,
}: Stream): StreamForm | undefined {
  if (destination === undefined || content === undefined) return undefined;
  if (destination === "rest-api") {
    return callback === undefined
      ? undefined
      : { destination, content, historic, callback: { kind: "existing", id: callback } };
  }
  const [region, name] = target?.split("/") ?? [];
  if (role === undefined || region === undefined || name === undefined) return undefined;
  return { destination, content, historic, role, region, name };
}
