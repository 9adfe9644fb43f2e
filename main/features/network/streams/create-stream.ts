/**
 * Creates a stream: the whole form is validated, then the lists are read, then the requests are sent in order.
 *
 * Invariant: only requests that `preview` shows are sent, and none twice. A callback that was created before its stream
 * was rejected stays known, so that the same form uses it the next time.
 */
import type { ChangeRef } from "../../../core/api/change-note.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { StreamAnswer, StreamPreview } from "#shared/contract/network/streams.ts";
import type { Stream, StreamForm } from "#shared/contract/network/stream-schemas.ts";
import { createDataStream } from "../../../core/api/data-streams.ts";
import { describeMissingId } from "../../../core/api/write-answer.ts";
import { isAppError } from "#shared/failure.ts";
import { checkForm } from "./check-form.ts";
import { openText, sendCallback } from "./create-callback.ts";
import { create, toRejection } from "./creation.ts";
import { mergeCallbacks, sameCallback, openCallback } from "./merge-callbacks.ts";
import { mergeStreams, sameStreams } from "./merge-streams.ts";
import { idsBefore } from "./read-list.ts";
import type { JournalConnection } from "../../../core/journal/journal.ts";
import { loadCached, type StreamConnection, type StreamDeps } from "./deps.ts";
import { draftOf, isInline, requestsOf, fingerprintOf, streamRequest } from "./requests.ts";

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
