/** Service profiles (docs/service-facts.md#service-profile): create, patch; list and detail where the service offers them. */
import { codedText } from "#shared/texts/coded-text.ts";
import { createdId, readOptionalRecord, readRecordOf } from "./bodies.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { invalidInput, pathId, requireNumericId, requireText } from "./inputs.ts";
import { offered, offeredOne } from "./offered.ts";
import type { JsonRecord } from "./json.ts";
import { readRecordList, type RecordList } from "./record-list.ts";

/** The documented fields (docs/service-facts.md#service-profile); others are sent unchanged. */
export interface ServiceProfileDraft {
  readonly name: string;
  readonly description?: string;
  readonly dnsId?: number;
  readonly apiCallbackId?: number;
  /** Further fields of the body, under the service's own names. */
  readonly fields?: JsonRecord;
}

/** A link is set by its id and removed by undefined, sent as `{"dns":{"id":null}}`; a missing key leaves it unchanged. */
export interface ServiceProfilePatch {
  readonly dns?: { readonly id: number | undefined };
  readonly apiCallback?: { readonly id: number | undefined };
  readonly fields?: JsonRecord;
}

const path = "/api/v1/service_profile";

export async function createServiceProfile(
  api: ApiClient,
  draft: ServiceProfileDraft,
  options: CallOptions = {},
): Promise<{ readonly id: string | undefined }> {
  const body = {
    ...draft.fields,
    name: requireText("name", draft.name),
    ...(draft.description === undefined ? {} : { description: draft.description }),
    ...link("dns", draft.dnsId),
    ...link("api_callback", draft.apiCallbackId),
  };
  const answer = await api.request({ method: "POST", path, body: JSON.stringify(body), ...options });
  return { id: createdId(answer, "service_profile") };
}

/**
 * Changes a profile. Returns the small body that the live service sends (201), or undefined when it cannot be parsed: the
 * change was accepted anyway, and a read returns the new state.
 */
export async function patchServiceProfile(
  api: ApiClient,
  profileId: string,
  patch: ServiceProfilePatch,
  options: CallOptions = {},
): Promise<JsonRecord | undefined> {
  const body = {
    ...patch.fields,
    ...unlinkable("dns", patch.dns),
    ...unlinkable("api_callback", patch.apiCallback),
  };
  if (Object.keys(body).length === 0) throw invalidInput("patch", codedText("profile-patch-empty"));
  const target = `${path}/${pathId("profileId", profileId)}`;
  return readOptionalRecord(
    await api.request({ method: "PATCH", path: target, body: JSON.stringify(body), ...options }),
  );
}

/** All profiles. Throws `not-offered` where the service has no such list. */
export function listServiceProfiles(api: ApiClient, options: CallOptions = {}): Promise<RecordList> {
  return offered(codedText("profile-list-not-offered"), async () =>
    readRecordList(await api.request({ method: "GET", path, ...options })),
  );
}

/** One profile, with its callback and services. Throws `not-offered` where the service has no such detail. */
export async function getServiceProfile(
  api: ApiClient,
  profileId: string,
  options: CallOptions = {},
): Promise<JsonRecord> {
  const target = `${path}/${pathId("profileId", profileId)}`;
  return offeredOne(codedText("profile-detail-not-offered"), async () =>
    readRecordOf(await api.request({ method: "GET", path: target, ...options }), profileId),
  );
}

function link(name: string, id: number | undefined): JsonRecord {
  return id === undefined ? {} : { [name]: { id: requireNumericId(name, id) } };
}

function unlinkable(name: string, target: { readonly id: number | undefined } | undefined): JsonRecord {
  if (target === undefined) return {};
  return { [name]: { id: target.id === undefined ? null : requireNumericId(name, target.id) } };
}
