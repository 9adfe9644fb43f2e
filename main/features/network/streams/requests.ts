/** Builds the requests of a validated form as the exact texts to send, and a fingerprint of them. Pure. */
import { t } from "#shared/texts/text.ts";
import { createHash } from "node:crypto";
import type { CallbackChoice, StreamForm, StreamRequest } from "#shared/contract/network/stream-schemas.ts";
import { apiCallbackPath, apiCallbackText } from "../../../core/api/api-callbacks.ts";
import { type DataStreamDraft, dataStreamPath, dataStreamText } from "../../../core/api/data-streams.ts";

/** Placeholder for the id of a callback that is not created yet. */
const openId = t(($) => $.network.streams.form.newCallbackId);

/**
 * Maps a form to the draft of the API layer. `callback`: the id of the REST callback, unless the request describes the
 * callback itself.
 */
export function draftOf(form: StreamForm, callback: number): DataStreamDraft {
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
export function isInline(callback: CallbackChoice): boolean {
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

export function streamRequest(form: StreamForm, callback: number): StreamRequest {
  return { method: "POST", path: dataStreamPath, body: dataStreamText(draftOf(form, callback)) };
}

export function callbackRequest(draft: { readonly url: string; readonly purpose: string }): StreamRequest {
  return { method: "POST", path: apiCallbackPath, body: apiCallbackText(draft) };
}

/** Equal for equal requests only. */
export function fingerprintOf(requests: readonly StreamRequest[]): string {
  return createHash("sha256").update(JSON.stringify(requests)).digest("hex");
}
