/** Creating an API callback: checked, looked for among those that are known, sent once. */
import type { streams } from "#contract/streams.ts";
import type { Handlers } from "#contract/kit.ts";
import { describeMissingId } from "../../api/lost-answer.ts";
import { createApiCallback } from "../../api/api-callbacks.ts";
import { checkCallback } from "./check-form.ts";
import { type Created, create, refusal } from "./creation.ts";
import { type CallbackForm, knownCallbacks, sameCallback, openCallback } from "./known-callbacks.ts";
import { idsBefore } from "./list-desk.ts";
import type { StreamConnection, StreamParts } from "./parts.ts";
import { callbackRequest } from "./requests.ts";

type Answer = Awaited<ReturnType<Handlers<typeof streams>["createCallback"]>>;

interface Wanted extends CallbackForm {
  readonly connection: StreamConnection;
  readonly allowSame: boolean;
  readonly signal: AbortSignal;
}

export async function createCallback(parts: StreamParts, wanted: Wanted): Promise<Answer> {
  const { connection, allowSame, signal } = wanted;
  const { url, purpose } = checkCallback(wanted);
  const known = await idsBefore(parts, "callback", connection, signal);
  const there = knownCallbacks(await parts.store.kept(connection.id, "callback"));
  const same = sameCallback(there, { url, purpose });
  const lost = openCallback(there, { url, purpose });
  if (same?.id !== undefined && !allowSame) {
    const message = `Callback ${same.id} has this URL and purpose already; nothing was sent.`;
    return { outcome: "exists", key: same.key, id: same.id, message };
  }
  if (lost !== undefined && !allowSame) {
    return { outcome: "unsettled", key: lost.key, message: openSentence(lost) };
  }
  const done = await sendCallback(parts, connection, { url, purpose }, known);
  const key = `here:${done.entry}`;
  if (done.state === "unknown") {
    const message = `${done.why} It is not known whether the callback was created. Read the list again before creating it once more.`;
    return { outcome: "unknown", key, message };
  }
  if (done.id === undefined) {
    return { outcome: "created", key, message: `The callback was created. ${describeMissingId(done.list)}` };
  }
  const how = done.wasLost ? ": the answer was lost, and reading found it" : "";
  return { outcome: "created", key, id: done.id, message: `Callback ${done.id} was created${how}.` };
}

export function openSentence({ isUnknown }: { readonly isUnknown: boolean }): string {
  return isUnknown
    ? "This callback was sent before, and it is not known whether it was created; nothing was sent. Read the list again, or say what came of it."
    : "This callback was created before, and its id is not known here; nothing was sent. Read the list again, or choose it by its id.";
}

/** Throws what the service refused with, the field named where it names one. */
export async function sendCallback(
  parts: StreamParts,
  connection: StreamConnection,
  form: CallbackForm,
  known: string | undefined,
): Promise<Created> {
  const note = { what: "create-callback" as const, after: { url: form.url, purpose: form.purpose } };
  try {
    return await create(parts, {
      kind: "callback",
      connection,
      form,
      sent: [callbackRequest(form)],
      known,
      send: (work) => createApiCallback(connection.api, form, { priority: "click", note: { ...note, work } }),
    });
  } catch (error) {
    throw refusal(error);
  }
}
