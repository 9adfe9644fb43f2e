/**
 * Creating a stream: the form is checked whole, then the lists are read, then the requests go out in order.
 *
 * Invariant: no request leaves that `preview` would not have shown, and none twice. A callback that was created before its stream was
 * refused stays known, so that the same form uses it the next time.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { StreamAnswer, StreamPreview } from "#contract/streams.ts";
import type { Stream, StreamForm } from "#contract/stream-words.ts";
import { createDataStream } from "../../api/data-streams.ts";
import { describeMissingId } from "../../api/lost-answer.ts";
import { isAppError } from "../../failure.ts";
import { checkForm } from "./check-form.ts";
import { openText, sendCallback } from "./create-callback.ts";
import { create, refusal } from "./creation.ts";
import { knownCallbacks, sameCallback, openCallback } from "./known-callbacks.ts";
import { knownStreams, sameStreams } from "./known-streams.ts";
import { idsBefore } from "./list-desk.ts";
import type { StreamConnection, StreamParts } from "./parts.ts";
import { draftOf, isInline, requestsOf, sealOf, streamRequest } from "./requests.ts";

interface Plan {
  readonly preview: StreamPreview;
  readonly form: StreamForm;
  readonly same: readonly Stream[];
  /** A callback of this form that was sent before and cannot be used yet. */
  readonly lost: ReturnType<typeof openCallback>;
  /** Id of the callback to use; undefined when there is none, or none yet. */
  readonly callback: string | undefined;
}

/** From what is kept; touches no network. Throws `invalid-input` with the field. */
export async function planStream({ store }: StreamParts, connection: number, given: StreamForm): Promise<Plan> {
  const { form, warnings } = checkForm(given);
  const callbacks = knownCallbacks(await store.kept(connection, "callback"));
  const isNew =
    form.destination === "rest-api" && form.callback.kind === "new" && !isInline(form.callback)
      ? form.callback
      : undefined;
  const reused = isNew === undefined ? undefined : sameCallback(callbacks, isNew)?.id;
  const callback = form.destination === "rest-api" && form.callback.kind === "existing" ? form.callback.id : reused;
  const same = sameStreams(knownStreams(await store.kept(connection, "stream"), callbacks), form, callback);
  const requests = requestsOf(form, reused);
  return {
    form,
    same,
    lost: isNew === undefined || reused !== undefined ? undefined : openCallback(callbacks, isNew),
    callback,
    preview: {
      requests: [...requests],
      seal: sealOf(requests),
      ...(reused === undefined
        ? {}
        : { reused: { callback: reused, message: codedText("callback-reused", { callback: reused }) } }),
      same: same.map(({ key }) => key),
      warnings: [...warnings],
    },
  };
}

interface Wanted {
  readonly connection: StreamConnection;
  readonly form: StreamForm;
  readonly seal: string | undefined;
  readonly allowSame: boolean;
  readonly signal: AbortSignal;
}

export async function createStream(parts: StreamParts, wanted: Wanted): Promise<StreamAnswer> {
  const { connection, seal, allowSame, signal } = wanted;
  const { form: checked } = checkForm(wanted.form);
  const knownStreamIds = await idsBefore(parts, "stream", connection, signal);
  const knownCallbackIds =
    checked.destination === "rest-api" ? await idsBefore(parts, "callback", connection, signal) : undefined;
  const { preview, form, same, lost, callback } = await planStream(parts, connection.id, wanted.form);
  const [first] = same;
  if (first !== undefined && !allowSame) return exists(first);
  if (lost !== undefined) return { outcome: "unsettled", of: "callback", key: lost.key, message: openText(lost) };
  if (seal !== undefined && seal !== preview.seal) {
    return { outcome: "moved", message: codedText("stream-requests-changed") };
  }
  if (form.destination !== "rest-api") return await sendStream(parts, { connection, form, known: knownStreamIds });
  if (callback !== undefined) return await sendStream(parts, { connection, form, known: knownStreamIds, callback });
  if (isInline(form.callback)) return await sendStream(parts, { connection, form, known: knownStreamIds });
  if (form.callback.kind !== "new") throw new Error("a REST stream without a callback");
  const choice = form.callback;
  const { url, purpose } = choice;
  const made = await sendCallback(parts, connection, { url, purpose }, knownCallbackIds).catch((error: unknown) => {
    if (!isAppError(error, "not-offered")) throw error;
    // Without a preview nobody approved these exact requests, so the stream may be sent in its other form.
    if (seal === undefined) return undefined;
    throw refusal(error, { text: codedText("stream-not-sent-without-callback") });
  });
  if (made === undefined) {
    const inline = { ...form, callback: { ...choice, inline: true } };
    return await sendStream(parts, { connection, form: inline, known: knownStreamIds });
  }
  const key = `here:${made.entry}`;
  if (made.state === "unknown") return callbackUnknown(key, made.why);
  if (made.id === undefined) {
    return { outcome: "unknown", of: "callback", key, message: codedText("stream-callback-without-id") };
  }
  return await sendStream(parts, { connection, form, known: knownStreamIds, callback: made.id, isFresh: true });
}

interface Sending {
  readonly connection: StreamConnection;
  readonly form: StreamForm;
  readonly known: string | undefined;
  readonly callback?: string;
  /** The callback was created a moment ago, for this stream. */
  readonly isFresh?: boolean;
}

async function sendStream(
  parts: StreamParts,
  { connection, form, known, callback, isFresh }: Sending,
): Promise<StreamAnswer> {
  const draft = draftOf(form, Number(callback ?? 0));
  const request = streamRequest(form, Number(callback ?? 0));
  const note = { what: "create-stream" as const, after: JSON.parse(request.body) as Record<string, unknown> };
  try {
    const send = (work: string): ReturnType<typeof createDataStream> =>
      createDataStream(connection.api, draft, { priority: "click", note: { ...note, work } });
    const done = await create(parts, { kind: "stream", connection, form, sent: [request], known, send });
    const key = `here:${done.entry}`;
    if (done.state === "unknown") {
      const message = codedText("stream-create-unknown", { reason: done.why });
      return { outcome: "unknown", of: "stream", key, message };
    }
    if (done.id === undefined) {
      const message = codedText("stream-created-without-id", { reason: describeMissingId(done.list) });
      return { outcome: "created", key, message };
    }
    const code = done.wasLost ? "stream-created-recovered" : "stream-created";
    return { outcome: "created", key, id: done.id, message: codedText(code, { stream: done.id }) };
  } catch (error) {
    if (isFresh !== true || callback === undefined) throw refusal(error);
    throw refusal(error, { text: codedText("stream-callback-stays", { callback }), callback });
  }
}

function exists({ key, id, creation }: Stream): StreamAnswer {
  if (creation?.state === "unknown") {
    return { outcome: "unsettled", of: "stream", key, message: openStreamText(creation) };
  }
  if (id === undefined) return { outcome: "exists", key, message: codedText("stream-exists-without-id") };
  return { outcome: "exists", key, id, message: codedText("stream-exists", { stream: id }) };
}

function openStreamText({ sentAt, toldFrom }: NonNullable<Stream["creation"]>): CodedText {
  const sent = moment(sentAt);
  if (toldFrom === undefined) return codedText("stream-unconfirmed-no-list", { sent });
  return codedText("stream-unconfirmed", { sent, until: moment(toldFrom) });
}

/** "2031-12-31 23:59:59 UTC", a whole second later rather than earlier. */
function moment(at: number): string {
  return `${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function callbackUnknown(key: string, reason: CodedText): StreamAnswer {
  return { outcome: "unknown", of: "callback", key, message: codedText("stream-callback-unknown", { reason }) };
}
