/** Data streams as far as they are known. Pure. */
import type { Stream, StreamDetail, StreamForm, StreamRequest } from "#contract/stream-words.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { KnownCallback } from "./known-callbacks.ts";
import { isThere, putTogether } from "./put-together.ts";
import type { EntryRow, Kept, ListedRow } from "./queries.ts";
import { compact, contentWords, destinationWords, readStream, type ToldStream } from "./read-records.ts";

/** Newest of this computer first, then by id. */
export function knownStreams(kept: Kept, callbacks: readonly KnownCallback[]): readonly Stream[] {
  return putTogether<Stream>(kept, {
    registered: (entry) => registered(entry, callbacks),
    told: (row) => toldOf(row, callbacks),
  });
}

/** One stream with what was sent for it and what a form needs to send the same again. */
export function detailOf(stream: Stream, { listed, entries }: Kept, callbacks: readonly KnownCallback[]): StreamDetail {
  const entry = entries.find((one) => one.entry === stream.creation?.entry);
  const record = listed.find(({ id }) => id === stream.id)?.record;
  const form = entry === undefined ? formOfTold(stream) : portable(formOf(entry), callbacks);
  return {
    ...stream,
    sent: entry === undefined ? [] : (JSON.parse(entry.sent) as StreamRequest[]),
    ...(form === undefined ? {} : { form }),
    ...(record === undefined ? {} : { record: JSON.parse(record) as JsonRecord }),
  };
}

/** Streams that are there, or may be, and deliver the same to the same place. */
export function sameStreams(
  known: readonly Stream[],
  form: StreamForm,
  callback: string | undefined,
): readonly Stream[] {
  return known.filter((stream) => {
    const isPossible = stream.creation?.state === "unknown" || isThere(stream);
    if (!isPossible || stream.destination !== form.destination || stream.content !== form.content) return false;
    if (form.destination !== "rest-api") return stream.target === `${form.region}/${form.name}`;
    const url = form.callback.kind === "new" ? form.callback.url : undefined;
    if (callback !== undefined && stream.callback !== undefined) return stream.callback === callback;
    return url !== undefined && stream.target === url;
  });
}

/** Whether a record of the list can be what an entry created: all that both tell is the same. */
export function isPossibly(form: StreamForm, callback: KnownCallback | undefined, told: ToldStream): boolean {
  if (told.destinationText !== undefined && told.destination !== form.destination) return false;
  if (told.contentText !== undefined && told.content !== form.content) return false;
  if (form.destination !== "rest-api") {
    return told.target === undefined || told.target === `${form.region}/${form.name}`;
  }
  const { id, url } = callbackOf(form, callback);
  if (told.callback !== undefined && id !== undefined) return told.callback === id;
  return told.target === undefined || url === undefined || told.target === url;
}

export function formOf({ form }: EntryRow): StreamForm {
  return JSON.parse(form) as StreamForm;
}

/** The callback a stream of the register was sent with: the form may say only its URL. */
export function callbackOfEntry({ sent }: EntryRow, known: readonly KnownCallback[]): KnownCallback | undefined {
  const last = (JSON.parse(sent) as StreamRequest[]).at(-1);
  const [, id] = /"api_callback":\{"id":(\d+)\}/.exec(last?.body ?? "") ?? [];
  return id === undefined ? undefined : (known.find((one) => one.id === id) ?? unlisted(id));
}

function unlisted(id: string): KnownCallback {
  return { key: `service:${id}`, id, source: "service" };
}

function callbackOf(
  form: Extract<StreamForm, { destination: "rest-api" }>,
  known: KnownCallback | undefined,
): { readonly id: string | undefined; readonly url: string | undefined } {
  return form.callback.kind === "existing"
    ? { id: form.callback.id, url: known?.url }
    : { id: known?.id, url: form.callback.url };
}

function registered(entry: EntryRow, callbacks: readonly KnownCallback[]): Omit<ToldStream, "id"> {
  const form = formOf(entry);
  const words = { destinationText: destinationWords[form.destination], contentText: contentWords[form.content] };
  const common = { destination: form.destination, content: form.content, historic: form.historic, ...words };
  if (form.destination !== "rest-api") return { ...common, target: `${form.region}/${form.name}`, role: form.role };
  const known = callbackOfEntry(entry, callbacks);
  const { id, url } = callbackOf(form, known);
  return { ...common, ...(id === undefined ? {} : { callback: id }), ...(url === undefined ? {} : { target: url }) };
}

/** What the list tells; a REST callback that it names by id or by URL is looked up for the other. */
function toldOf({ record }: ListedRow, callbacks: readonly KnownCallback[]): Omit<ToldStream, "id"> {
  const { id: _, ...told } = readStream(JSON.parse(record) as JsonRecord);
  const byId = told.callback === undefined ? undefined : callbacks.find(({ id }) => id === told.callback);
  const byUrl =
    told.target === undefined ? [] : callbacks.filter(({ id, url }) => id !== undefined && url === told.target);
  return compact<Omit<ToldStream, "id">>({
    ...told,
    callback: told.callback ?? (told.destination === "rest-api" && byUrl.length === 1 ? byUrl[0]?.id : undefined),
    target: told.target ?? byId?.url,
  });
}

/** By URL and purpose, where these mean one callback: an id means nothing to another connection. */
function portable(form: StreamForm, callbacks: readonly KnownCallback[]): StreamForm {
  if (form.destination !== "rest-api" || form.callback.kind === "new") return form;
  const { id } = form.callback;
  const known = callbacks.find((one) => one.id === id);
  if (known?.url === undefined || known.purpose === undefined || known.url.includes("•")) return form;
  const { url, purpose } = known;
  const isOne = callbacks.filter((one) => one.url === url && one.purpose === purpose).length === 1;
  return isOne ? { ...form, callback: { kind: "new", url, purpose } } : form;
}

/** Of a stream that only the service told: enough is known of some. */
function formOfTold({
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
