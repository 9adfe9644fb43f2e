/**
 * Creates a callback or a stream through the journal: the form is validated, then the lists are read, then the requests are sent in order.
 *
 * Invariant: only requests that `preview` shows are sent, and none twice. A callback that was created before its stream
 * was rejected stays known, so that the same form uses it the next time.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import type { Stream, StreamForm, StreamRequest } from "#shared/contract/network/stream-schemas.ts";
import { AppError, isAppError, toFailure } from "#shared/failure.ts";
import { joinTexts } from "#shared/texts/join-texts.ts";
import type { StreamAnswer, StreamPreview, streams } from "#shared/contract/network/streams.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { ChangeRef } from "../../../core/api/change-note.ts";
import type { ChangeSpec } from "../../../core/journal/change.ts";
import type { ChangeResult, JournalConnection } from "../../../core/journal/journal.ts";
import { describeMissingId } from "../../../core/api/write-answer.ts";
import { createApiCallback } from "../../../core/api/api-callbacks.ts";
import { createDataStream } from "../../../core/api/data-streams.ts";
import { type StreamConnection, type StreamDeps, loadCached } from "./deps.ts";
import {
  type CallbackForm,
  isCreatedCallback,
  isCreatedStream,
  mergeCallbacks,
  mergeStreams,
  openCallback,
  sameCallback,
  sameStreams,
} from "./merge-streams.ts";
import type { Kind } from "./queries.ts";
import { idsBefore, readList } from "./read-list.ts";
import { checkCallback, checkForm } from "./check-form.ts";
import { callbackRequest, draftOf, fingerprintOf, isInline, requestsOf, streamRequest } from "./requests.ts";

const proof: ChangeSpec["proof"] = {
  applied: (id) => codedText("proved-by-list", { id }),
  notApplied: codedText("proved-not-created-later"),
};

const specs: Readonly<Record<Kind, ChangeSpec>> = {
  stream: {
    resource: "stream",
    action: "create",
    readings: ["stream"],
    evidence: { by: "creation", matches: isCreatedStream },
    proof,
  },
  callback: {
    resource: "callback",
    action: "create",
    readings: ["callback"],
    evidence: { by: "creation", matches: isCreatedCallback },
    proof,
  },
};
export const streamSpecs: readonly ChangeSpec[] = Object.values(specs);

export interface Creation {
  readonly kind: Kind;
  readonly connection: StreamConnection;
  /** The form and the requests as they are stored. */
  readonly request: { readonly form: unknown; readonly sent: readonly StreamRequest[]; readonly url?: string };
  readonly previousIds: readonly string[] | undefined;
  readonly send: (change: ChangeRef) => Promise<{ readonly id: string | undefined }>;
}

export type Created = ChangeResult<{ readonly id: string | undefined }>;

/** Throws the rejection of the service. */
export async function create(
  deps: StreamDeps,
  { kind, connection, request, previousIds, send }: Creation,
): Promise<Created> {
  const read = (): Promise<unknown> => readList(deps, kind, connection, new AbortController().signal);
  return await deps.journal.submit(specs[kind], connection, {
    request,
    previousIds,
    send,
    createdId: ({ id }) => id,
    read: previousIds === undefined ? undefined : read,
  });
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
export function toRejection(
  error: unknown,
  more: { readonly text?: CodedText; readonly callback?: string } = {},
): unknown {
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

interface CreateCallbackRequest extends CallbackForm {
  readonly connection: StreamConnection;
  readonly allowSame: boolean;
  readonly signal: AbortSignal;
}

export async function createCallback(deps: StreamDeps, request: CreateCallbackRequest): Promise<Answer> {
  const { connection, allowSame, signal } = request;
  const { url, purpose } = checkCallback(request);
  const previousIds = await idsBefore(deps, "callback", connection, signal);
  const there = mergeCallbacks(await loadCached(deps, connection, "callback"));
  const same = sameCallback(there, { url, purpose });
  const lost = openCallback(there, { url, purpose });
  if (same?.id !== undefined && !allowSame) {
    const message = codedText("callback-exists", { callback: same.id });
    return { outcome: "exists", key: same.key, id: same.id, message };
  }
  if (lost !== undefined && !allowSame) {
    return { outcome: "unsettled", key: lost.key, message: openText(lost) };
  }
  const done = await sendCallback(deps, connection, { url, purpose }, previousIds);
  const key = `here:${done.change.change}`;
  if (done.outcome === "unknown") {
    return { outcome: "unknown", key, message: codedText("callback-create-unknown", { reason: done.reason }) };
  }
  const { subject: id } = done.change;
  if (done.outcome === "recovered") {
    return { outcome: "created", key, id, message: codedText("callback-created-recovered", { callback: id ?? "" }) };
  }
  if (id === undefined) {
    const message = codedText("callback-created-without-id", { reason: describeMissingId(done.list) });
    return { outcome: "created", key, message };
  }
  return { outcome: "created", key, id, message: codedText("callback-created", { callback: id }) };
}

export function openText({ isUnknown }: { readonly isUnknown: boolean }): CodedText {
  return codedText(isUnknown ? "callback-unconfirmed" : "callback-id-unknown");
}

/** Throws the rejection of the service, with the field where the service names one. */
export async function sendCallback(
  deps: StreamDeps,
  connection: StreamConnection,
  form: CallbackForm,
  previousIds: readonly string[] | undefined,
): Promise<Created> {
  const note = { operation: "create-callback" as const, after: { url: form.url, purpose: form.purpose } };
  try {
    return await create(deps, {
      kind: "callback",
      connection,
      request: { form, sent: [callbackRequest(form)] },
      previousIds,
      send: (change) => createApiCallback(connection.api, form, { priority: "click", note: { ...note, change } }),
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
export async function planStream(
  deps: Pick<StreamDeps, "store" | "journal">,
  connection: JournalConnection,
  input: StreamForm,
): Promise<Plan> {
  const { form, warnings } = checkForm(input);
  const callbacks = mergeCallbacks(await loadCached(deps, connection, "callback"));
  const isNew =
    form.destination === "rest-api" && form.callback.kind === "new" && !isInline(form.callback)
      ? form.callback
      : undefined;
  const reused = isNew === undefined ? undefined : sameCallback(callbacks, isNew)?.id;
  const callback = form.destination === "rest-api" && form.callback.kind === "existing" ? form.callback.id : reused;
  const same = sameStreams(mergeStreams(await loadCached(deps, connection, "stream"), callbacks), form, callback);
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
  readonly connection: StreamConnection;
  readonly form: StreamForm;
  readonly fingerprint: string | undefined;
  readonly allowSame: boolean;
  readonly signal: AbortSignal;
}

export async function createStream(deps: StreamDeps, request: CreateStreamRequest): Promise<StreamAnswer> {
  const { connection, fingerprint, allowSame, signal } = request;
  const { form: checked } = checkForm(request.form);
  const previousStreamIds = await idsBefore(deps, "stream", connection, signal);
  const previousCallbackIds =
    checked.destination === "rest-api" ? await idsBefore(deps, "callback", connection, signal) : undefined;
  const { preview, form, same, lost, callback } = await planStream(deps, connection, request.form);
  const [first] = same;
  if (first !== undefined && !allowSame) return exists(first);
  if (lost !== undefined) return { outcome: "unsettled", of: "callback", key: lost.key, message: openText(lost) };
  if (fingerprint !== undefined && fingerprint !== preview.fingerprint) {
    return { outcome: "moved", message: codedText("stream-requests-changed") };
  }
  if (form.destination !== "rest-api")
    return await sendStream(deps, { connection, form, previousIds: previousStreamIds });
  if (callback !== undefined)
    return await sendStream(deps, { connection, form, previousIds: previousStreamIds, callback });
  if (isInline(form.callback)) return await sendStream(deps, { connection, form, previousIds: previousStreamIds });
  if (form.callback.kind !== "new") throw new Error("a REST stream without a callback");
  const choice = form.callback;
  const { url, purpose } = choice;
  const createdCallback = await sendCallback(deps, connection, { url, purpose }, previousCallbackIds).catch(
    (error: unknown) => {
      if (!isAppError(error, "not-offered")) throw error;
      // Without a preview these exact requests were not approved, so the stream may be sent in its other form.
      if (fingerprint === undefined) return undefined;
      throw toRejection(error, { text: codedText("stream-not-sent-without-callback") });
    },
  );
  if (createdCallback === undefined) {
    const inline = { ...form, callback: { ...choice, inline: true } };
    return await sendStream(deps, { connection, form: inline, previousIds: previousStreamIds });
  }
  const key = `here:${createdCallback.change.change}`;
  if (createdCallback.outcome === "unknown") return callbackUnknown(key, createdCallback.reason);
  if (createdCallback.change.subject === undefined) {
    return { outcome: "unknown", of: "callback", key, message: codedText("stream-callback-without-id") };
  }
  return await sendStream(deps, {
    connection,
    form,
    previousIds: previousStreamIds,
    callback: createdCallback.change.subject,
    isFresh: true,
  });
}

interface Sending {
  readonly connection: StreamConnection;
  readonly form: StreamForm;
  readonly previousIds: readonly string[] | undefined;
  readonly callback?: string;
  /** The callback was just created for this stream. */
  readonly isFresh?: boolean;
}

async function sendStream(
  deps: StreamDeps,
  { connection, form, previousIds, callback, isFresh }: Sending,
): Promise<StreamAnswer> {
  const draft = draftOf(form, Number(callback ?? 0));
  const request = streamRequest(form, Number(callback ?? 0));
  const note = { operation: "create-stream" as const, after: JSON.parse(request.body) as Record<string, unknown> };
  try {
    const send = (change: ChangeRef): ReturnType<typeof createDataStream> =>
      createDataStream(connection.api, draft, { priority: "click", note: { ...note, change } });
    const url = callback === undefined ? undefined : await urlOf(deps, connection, callback);
    const stored = { form, sent: [request], url };
    const done = await create(deps, { kind: "stream", connection, request: stored, previousIds, send });
    const key = `here:${done.change.change}`;
    if (done.outcome === "unknown") {
      const message = codedText("stream-create-unknown", { reason: done.reason });
      return { outcome: "unknown", of: "stream", key, message };
    }
    const { subject: id } = done.change;
    if (id === undefined) {
      const list = done.outcome === "applied" ? done.list : "none";
      return {
        outcome: "created",
        key,
        message: codedText("stream-created-without-id", { reason: describeMissingId(list) }),
      };
    }
    const code = done.outcome === "recovered" ? "stream-created-recovered" : "stream-created";
    return { outcome: "created", key, id, message: codedText(code, { stream: id }) };
  } catch (error) {
    if (isFresh !== true || callback === undefined) throw toRejection(error);
    throw toRejection(error, { text: codedText("stream-callback-stays", { callback }), callback });
  }
}

async function urlOf(deps: StreamDeps, connection: StreamConnection, callback: string): Promise<string | undefined> {
  const callbacks = mergeCallbacks(await loadCached(deps, connection, "callback"));
  return callbacks.find(({ id }) => id === callback)?.url;
}

function exists({ key, id, creation }: Stream): StreamAnswer {
  if (creation?.state === "unknown") {
    return { outcome: "unsettled", of: "stream", key, message: openStreamText(creation) };
  }
  if (id === undefined) return { outcome: "exists", key, message: codedText("stream-exists-without-id") };
  return { outcome: "exists", key, id, message: codedText("stream-exists", { stream: id }) };
}

function openStreamText({ sentAt, resolvableFrom }: NonNullable<Stream["creation"]>): CodedText {
  const sent = moment(sentAt);
  if (resolvableFrom === undefined) return codedText("stream-unconfirmed-no-list", { sent });
  return codedText("stream-unconfirmed", { sent, until: moment(resolvableFrom) });
}

/** Formats as "2031-12-31 23:59:59 UTC", rounded up to a whole second. */
function moment(at: number): string {
  return `${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function callbackUnknown(key: string, reason: CodedText): StreamAnswer {
  return { outcome: "unknown", of: "callback", key, message: codedText("stream-callback-unknown", { reason }) };
}
