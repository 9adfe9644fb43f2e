/**
 * Creates a callback or a stream through the journal: the form is validated, then the lists are read, then the requests are sent in order.
 *
 * Invariant: only requests that `preview` shows are sent, and none twice. A callback that was created before its stream
 * was rejected stays known, so that the same form uses it the next time.
 */
import { formatUtcMoment } from "#shared/rules/service-date.ts";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { CallbackChoice, Stream, StreamForm, StreamRequest } from "#shared/contract/network/stream-schemas.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { StreamAnswer, StreamPreview, streams } from "#shared/contract/network/streams.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { type Change, creationSpec, deletionSpec } from "../../../core/journal/change.ts";
import {
  type DataStreamDraft,
  apiCallbackPath,
  apiCallbackText,
  createApiCallback,
  createDataStream,
  dataStreamPath,
  dataStreamText,
} from "../../../core/api/data-streams.ts";
import {
  completeIds,
  create,
  type Created,
  type CreationTexts,
  deletionsOf,
  type NetworkContext,
  readList,
} from "../resource.ts";
import {
  type CachedList,
  type CallbackForm,
  isCreatedCallback,
  isCreatedStream,
  mergeCallbacks,
  mergeStreams,
  openCallback,
  sameCallback,
  sameStreams,
} from "./merge-streams.ts";
import { checkCallback, checkForm } from "./check-form.ts";
import { t } from "#shared/texts/text.ts";
import { createHash } from "node:crypto";

export type StreamKind = "stream" | "callback";

const notCreated = codedText("proved-not-created-later");
const streamSpec = creationSpec("stream", isCreatedStream, notCreated);
const callbackSpec = creationSpec("callback", isCreatedCallback, notCreated);
export const deleteCallbackSpec = deletionSpec("callback");
export const streamSpecs = [streamSpec, callbackSpec, deleteCallbackSpec] as const;

/** A list as last read, and the creations and deletions from here. */
export async function loadCached(
  { store, journal, connection: { id, options } }: NetworkContext,
  kind: StreamKind,
): Promise<CachedList & { readonly deletions: readonly Change[] }> {
  const [cached, changes] = await Promise.all([store.load(id, kind), journal.list(id, [kind])]);
  const deleted = deletionsOf(changes);
  const entries = changes
    .filter(({ action, state }) => action === "create" && state !== "rejected" && state !== "not-sent")
    .filter(({ change, subject = "" }) => (deleted.get(subject) ?? 0) < change)
    .toReversed();
  const deletions = changes.filter(({ action }) => action === "delete");
  return { ...cached, entries, deletions, graceMs: options.reconcileAfterMs };
}

/** The complete ids of a list. Throws where the service is unreachable, because a creation would fail as well. */
export async function idsBefore(context: NetworkContext, kind: StreamKind): Promise<readonly string[] | undefined> {
  try {
    return completeIds(await readList(context, kind));
  } catch (error) {
    if (error instanceof AppError && error.details?.["kind"] === "refused") return undefined;
    throw error;
  }
}

const fieldsOnTheWire: readonly (readonly [name: RegExp, field: string])[] = [
  [/\bapi_callback\b/, "callback"],
  [/\bapi_username\b/, "role"],
  [/\bapi_parameter\b/, "name"],
  [/\bdata_stream_type\b/, "content"],
  [/\burl\b/i, "url"],
  [/\bpurpose\b/i, "purpose"],
];

/** Converts a rejection: adds the form field it refers to, where it names one, and further details for the caller. */
function toRejection(error: unknown, more: { readonly text?: CodedText; readonly callback?: string } = {}): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, details = {} } = error;
  const field = fieldsOnTheWire.find(([name]) => name.test(error.message))?.[1];
  const { text } = toFailure(error);
  return new AppError(code, more.text === undefined ? text : joinTexts(text, more.text), {
    details: {
      ...details,
      ...(field === undefined || details["kind"] !== "refused" ? {} : { field }),
      ...(more.callback === undefined ? {} : { callback: more.callback }),
    },
    cause: error,
  });
}

type Answer = Awaited<ReturnType<Handlers<typeof streams>["createCallback"]>>;

export async function createCallback(
  context: NetworkContext,
  { allowSame, ...input }: CallbackForm & { readonly allowSame: boolean },
): Promise<Answer> {
  const { url, purpose } = checkCallback(input);
  const form = { url, purpose };
  const previousIds = await idsBefore(context, "callback");
  const there = mergeCallbacks(await loadCached(context, "callback"));
  const same = sameCallback(there, form);
  const lost = openCallback(there, form);
  if (same?.id !== undefined && !allowSame) {
    const message = codedText("callback-exists", { callback: same.id });
    return { outcome: "exists", key: same.key, id: same.id, message };
  }
  if (lost !== undefined && !allowSame) {
    return { outcome: "unsettled", key: lost.key, message: openText(lost) };
  }
  const { change, outcome, id, message } = await sendCallback(context, form, previousIds, callbackTexts);
  return { outcome, key: `here:${change}`, id, message };
}

const callbackTexts: CreationTexts = {
  created: (callback) => codedText("callback-created", { callback }),
  recovered: (callback) => codedText("callback-created-recovered", { callback }),
  withoutId: (reason) => codedText("callback-created-without-id", { reason }),
  unknown: (reason) => codedText("callback-create-unknown", { reason }),
};

function openText({ isUnknown }: { readonly isUnknown: boolean }): CodedText {
  return codedText(isUnknown ? "callback-unconfirmed" : "callback-id-unknown");
}

/** Throws the rejection of the service, with the field where the service names one. */
async function sendCallback(
  context: NetworkContext,
  form: CallbackForm,
  previousIds: readonly string[] | undefined,
  texts: CreationTexts,
): Promise<Created> {
  const note = { operation: "create-callback" as const, after: { url: form.url, purpose: form.purpose } };
  try {
    return await create(context, {
      spec: callbackSpec,
      kind: "callback",
      request: { form, sent: [callbackRequest(form)] },
      previousIds,
      send: (change) =>
        createApiCallback(context.connection.api, form, { priority: "click", note: { ...note, change } }),
      texts,
    });
  } catch (error) {
    throw toRejection(error);
  }
}

interface Plan {
  readonly preview: StreamPreview;
  readonly form: StreamForm;
  readonly same: readonly Stream[];
  /** A callback of this form that was sent before and cannot be used yet. */
  readonly lost: ReturnType<typeof openCallback>;
  /** Id of the callback to use; undefined where none is needed, or none exists yet. */
  readonly callback: string | undefined;
}

/** Plans from stored data; touches no network. Throws `invalid-input` with the field. */
export async function planStream(context: NetworkContext, input: StreamForm): Promise<Plan> {
  const { form, warnings } = checkForm(input);
  const callbacks = mergeCallbacks(await loadCached(context, "callback"));
  const isNew =
    form.destination === "rest-api" && form.callback.kind === "new" && !isInline(form.callback)
      ? form.callback
      : undefined;
  const reused = isNew === undefined ? undefined : sameCallback(callbacks, isNew)?.id;
  const callback = form.destination === "rest-api" && form.callback.kind === "existing" ? form.callback.id : reused;
  const same = sameStreams(mergeStreams(await loadCached(context, "stream"), callbacks), form, callback);
  const requests = requestsOf(form, reused);
  return {
    form,
    same,
    lost: isNew === undefined || reused !== undefined ? undefined : openCallback(callbacks, isNew),
    callback,
    preview: {
      requests: [...requests],
      fingerprint: fingerprintOf(requests),
      reused:
        reused === undefined
          ? undefined
          : { callback: reused, message: codedText("callback-reused", { callback: reused }) },
      same: same.map(({ key }) => key),
      warnings: [...warnings],
    },
  };
}

interface CreateStreamRequest {
  readonly form: StreamForm;
  readonly fingerprint: string | undefined;
  readonly allowSame: boolean;
}

export async function createStream(
  context: NetworkContext,
  { form: input, fingerprint, allowSame }: CreateStreamRequest,
): Promise<StreamAnswer> {
  const { destination } = checkForm(input).form;
  const previousIds = await idsBefore(context, "stream");
  const callbackIds = destination === "rest-api" ? await idsBefore(context, "callback") : undefined;
  const { preview, form, same, lost, callback } = await planStream(context, input);
  const [first] = same;
  if (first !== undefined && !allowSame) return exists(first);
  if (lost !== undefined) return { outcome: "unsettled", of: "callback", key: lost.key, message: openText(lost) };
  if (fingerprint !== undefined && fingerprint !== preview.fingerprint) {
    return { outcome: "moved", message: codedText("stream-requests-changed") };
  }
  if (form.destination !== "rest-api" || callback !== undefined || isInline(form.callback))
    return await sendStream(context, { form, previousIds, callback });
  if (form.callback.kind !== "new") throw new Error("a REST stream without a callback");
  const choice = form.callback;
  const { url, purpose } = choice;
  const created = await sendCallback(context, { url, purpose }, callbackIds, {
    ...callbackTexts,
    withoutId: () => codedText("stream-callback-without-id"),
    unknown: (reason) => codedText("stream-callback-unknown", { reason }),
  }).catch((error: unknown) => {
    if (!isAppError(error, "not-offered")) throw error;
    // Without a preview these exact requests were not approved, so the stream may be sent in its other form.
    if (fingerprint === undefined) return undefined;
    throw toRejection(error, { text: codedText("stream-not-sent-without-callback") });
  });
  if (created === undefined) {
    const inline = { ...form, callback: { ...choice, inline: true } };
    return await sendStream(context, { form: inline, previousIds });
  }
  const { change, id, message } = created;
  if (id === undefined) return { outcome: "unknown", of: "callback", key: `here:${change}`, message };
  return await sendStream(context, { form, previousIds, callback: id, isFresh: true });
}

interface Sending {
  readonly form: StreamForm;
  readonly previousIds: readonly string[] | undefined;
  readonly callback?: string;
  /** The callback was just created for this stream. */
  readonly isFresh?: boolean;
}

async function sendStream(
  context: NetworkContext,
  { form, previousIds, callback, isFresh }: Sending,
): Promise<StreamAnswer> {
  const draft = draftOf(form, Number(callback ?? 0));
  const request = streamRequest(form, Number(callback ?? 0));
  const note = { operation: "create-stream" as const, after: JSON.parse(request.body) as Record<string, unknown> };
  try {
    const callbacks = callback === undefined ? [] : mergeCallbacks(await loadCached(context, "callback"));
    const url = callbacks.find(({ id }) => id === callback)?.url;
    const {
      outcome,
      change,
      id: created,
      message,
    } = await create(context, {
      spec: streamSpec,
      kind: "stream",
      request: { form, sent: [request], url },
      previousIds,
      send: (ref) =>
        createDataStream(context.connection.api, draft, { priority: "click", note: { ...note, change: ref } }),
      texts: streamTexts,
    });
    const key = `here:${change}`;
    return outcome === "unknown" ? { outcome, of: "stream", key, message } : { outcome, key, id: created, message };
  } catch (error) {
    if (isFresh !== true || callback === undefined) throw toRejection(error);
    throw toRejection(error, { text: codedText("stream-callback-stays", { callback }), callback });
  }
}

const streamTexts: CreationTexts = {
  created: (stream) => codedText("stream-created", { stream }),
  recovered: (stream) => codedText("stream-created-recovered", { stream }),
  withoutId: (reason) => codedText("stream-created-without-id", { reason }),
  unknown: (reason) => codedText("stream-create-unknown", { reason }),
};

function exists({ key, id, creation }: Stream): StreamAnswer {
  if (creation?.state === "unknown") {
    return { outcome: "unsettled", of: "stream", key, message: openStreamText(creation) };
  }
  if (id === undefined) return { outcome: "exists", key, message: codedText("stream-exists-without-id") };
  return { outcome: "exists", key, id, message: codedText("stream-exists", { stream: id }) };
}

function openStreamText({ sentAt, resolvableFrom }: NonNullable<Stream["creation"]>): CodedText {
  const sent = formatUtcMoment(sentAt);
  if (resolvableFrom === undefined) return codedText("stream-unconfirmed-no-list", { sent });
  return codedText("stream-unconfirmed", { sent, until: formatUtcMoment(resolvableFrom) });
}

/** Placeholder for the id of a callback that is not created yet. */
const openId = t(($) => $.network.streams.form.newCallbackId);

/**
 * Maps a form to the draft of the API layer. `callback`: the id of the REST callback, unless the request describes the
 * callback itself.
 */
function draftOf(form: StreamForm, callback: number): DataStreamDraft {
  const { content, historic } = form;
  if (form.destination === "rest-api") {
    const choice = form.callback;
    const sent = choice.kind === "new" && isInline(choice) ? inlineCallback(choice) : { id: callback };
    return { content, historic, destination: { kind: "rest-api", callback: sent } };
  }
  const { destination: kind, role, region, name } = form;
  return { content, historic, destination: { kind, role, target: `${region}/${name}` } };
}

/** True for a new callback that is described inside the request of its stream. */
function isInline(callback: CallbackChoice): boolean {
  return callback.kind === "new" && callback.inline === true;
}

type NewCallback = Extract<CallbackChoice, { kind: "new" }>;
type CallbackDraft = Extract<DataStreamDraft["destination"], { kind: "rest-api" }>["callback"];

function inlineCallback({ url, purpose, id, organisation }: NewCallback): CallbackDraft {
  return {
    id: id === undefined ? undefined : Number(id),
    url,
    organisationId: organisation,
    purpose: purpose === "" ? undefined : purpose,
  };
}

/** The requests in order. `reused`: id of a known callback that is used instead of creating one. */
export function requestsOf(form: StreamForm, reused: string | undefined): readonly StreamRequest[] {
  if (form.destination !== "rest-api") return [streamRequest(form, 0)];
  if (form.callback.kind === "existing") return [streamRequest(form, Number(form.callback.id))];
  if (isInline(form.callback)) return [streamRequest(form, 0)];
  if (reused !== undefined) return [streamRequest(form, Number(reused))];
  const sent = streamRequest(form, 0);
  // Everything before the placeholder is generated here without operator input, so the first match is the right one.
  const body = sent.body.replace('"api_callback":{"id":0}', `"api_callback":{"id":${openId}}`);
  return [callbackRequest(form.callback), { ...sent, body, open: openId }];
}

function streamRequest(form: StreamForm, callback: number): StreamRequest {
  return { method: "POST", path: dataStreamPath, body: dataStreamText(draftOf(form, callback)) };
}

function callbackRequest(draft: { readonly url: string; readonly purpose: string }): StreamRequest {
  return { method: "POST", path: apiCallbackPath, body: apiCallbackText(draft) };
}

/** Equal for equal requests only. */
export function fingerprintOf(requests: readonly StreamRequest[]): string {
  return createHash("sha256").update(JSON.stringify(requests)).digest("hex");
}
