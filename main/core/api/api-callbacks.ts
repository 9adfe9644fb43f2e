/** API callbacks (docs/service-facts.md#api-callback). Beyond the specification, so each operation may be `not-offered`. */
import { codedText } from "#shared/texts/coded-text.ts";
import { readRecordOf } from "./bodies.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { createdId } from "./write-answer.ts";
import { pathId, requireHttpUrl, requireText } from "./inputs.ts";
import { offered, offeredOne } from "./offered.ts";
import type { JsonRecord } from "./json.ts";
import { readRecordList } from "./record-list.ts";
import type { RecordList } from "./record-list.ts";

export const apiCallbackPath = "/api/v1/api_callback";
const path = apiCallbackPath;
const notOffered = codedText("callbacks-not-offered");

export interface ApiCallbackDraft {
  readonly url: string;
  readonly purpose: string;
}

/** The request body of the creation. Throws `invalid-input` with the field. */
export function apiCallbackText({ url, purpose }: ApiCallbackDraft): string {
  return JSON.stringify({ url: requireHttpUrl("url", url), purpose: requireText("purpose", purpose) });
}

export function listApiCallbacks(api: ApiClient, options: CallOptions = {}): Promise<RecordList> {
  return offered(notOffered, async () => readRecordList(await api.request({ method: "GET", path, ...options })));
}

export function getApiCallback(api: ApiClient, callbackId: string, options: CallOptions = {}): Promise<JsonRecord> {
  const target = `${path}/${pathId("callbackId", callbackId)}`;
  return offeredOne(notOffered, async () =>
    readRecordOf(await api.request({ method: "GET", path: target, ...options }), callbackId),
  );
}

export function createApiCallback(
  api: ApiClient,
  draft: ApiCallbackDraft,
  options: CallOptions = {},
): Promise<{ readonly id: string | undefined }> {
  const body = apiCallbackText(draft);
  return offered(notOffered, async () => {
    const answer = await api.request({ method: "POST", path, body, ...options });
    return { id: createdId(answer, "api_callback") };
  });
}

export function deleteApiCallback(api: ApiClient, callbackId: string, options: CallOptions = {}): Promise<void> {
  const target = `${path}/${pathId("callbackId", callbackId)}`;
  return offeredOne(notOffered, async () => {
    await api.request({ method: "DELETE", path: target, ...options });
  });
}
