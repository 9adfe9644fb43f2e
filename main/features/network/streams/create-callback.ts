/** Creates an API callback: validates the form, looks for an existing callback, and sends once. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { streams } from "#shared/contract/network/streams.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { describeMissingId } from "../../../core/api/write-answer.ts";
import { createApiCallback } from "../../../core/api/api-callbacks.ts";
import { checkCallback } from "./check-form.ts";
import { type Created, create, toRejection } from "./creation.ts";
import { type CallbackForm, mergeCallbacks, sameCallback, openCallback } from "./merge-callbacks.ts";
import { idsBefore } from "./read-list.ts";
import { loadCached, type StreamConnection, type StreamDeps } from "./deps.ts";
import { callbackRequest } from "./requests.ts";

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
