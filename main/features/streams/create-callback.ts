/** Creating an API callback: checked, looked for among those that are known, sent once. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
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
    const message = codedText("callback-exists", { callback: same.id });
    return { outcome: "exists", key: same.key, id: same.id, message };
  }
  if (lost !== undefined && !allowSame) {
    return { outcome: "unsettled", key: lost.key, message: openText(lost) };
  }
  const done = await sendCallback(parts, connection, { url, purpose }, known);
  const key = `here:${done.entry}`;
  if (done.state === "unknown") {
    return { outcome: "unknown", key, message: codedText("callback-create-unknown", { reason: done.why }) };
  }
  if (done.id === undefined) {
    const message = codedText("callback-created-without-id", { reason: describeMissingId(done.list) });
    return { outcome: "created", key, message };
  }
  const code = done.wasLost ? "callback-created-recovered" : "callback-created";
  return { outcome: "created", key, id: done.id, message: codedText(code, { callback: done.id }) };
}

export function openText({ isUnknown }: { readonly isUnknown: boolean }): CodedText {
  return codedText(isUnknown ? "callback-unconfirmed" : "callback-id-unknown");
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
