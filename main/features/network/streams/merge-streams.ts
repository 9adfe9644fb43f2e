/** Merges the known streams and callbacks: lists of the service, and creations from here. Pure. */
import { definedFields } from "#shared/defined-fields.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type {
  Callback,
  Stream,
  StreamDetail,
  StreamForm,
  StreamRequest,
} from "#shared/contract/network/stream-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { contentLabels, destinationLabels } from "#shared/rules/stream-labels.ts";
import { isWholeReading } from "../../../core/api/record-list.ts";
import { type Change, isUnresolved } from "../../../core/journal/change.ts";
import type { ListedRow, StoredList } from "../queries.ts";
import { type ListedStream, readCallback, readStream } from "./read-records.ts";

/** A list as last read, and the creations from here. */
export interface CachedList extends StoredList {
  /** Newest first. */
  readonly entries: readonly Change[];
  /** The grace period of the connection. */
  readonly graceMs: number;
}

/** The source of a record. */
type Origin = Pick<Callback, "key" | "source" | "creation" | "asOf">;

interface FieldReaders<T> {
  /** Fields from the request of a creation. */
  readonly registered: (entry: Change) => Partial<T>;
  readonly reported: (row: ListedRow) => Partial<T>;
}

/** Local creations first, newest first; then by id. Fields of the list take precedence over those of the request. */
function mergeSources<T extends Origin & { readonly id?: string }>(
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

function existsOnService({ source, creation }: Pick<Origin, "source" | "creation">): boolean {
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
interface CreateStreamRequest {
  readonly form: StreamForm;
  readonly sent: readonly StreamRequest[];
  /** URL of an existing callback, where it was known. */
  readonly url?: string;
}

function requestOf({ request }: Pick<Change, "request">): CreateStreamRequest {
  return request as CreateStreamRequest;
}

function formOf(change: Pick<Change, "request">): StreamForm {
  return requestOf(change).form;
}

/** Whether a record of the list can be what a creation created. */
export function isCreatedStream(change: Change, record: JsonRecord): boolean {
  const { form, url } = requestOf(change);
  const callback = callbackOfEntry(change, []);
  return isPossibly(form, callback === undefined ? undefined : { ...callback, url }, readStream(record));
}

/** The callback with which a stream of the register was sent: the form may contain only its URL. */
function callbackOfEntry(
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
