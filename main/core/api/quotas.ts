/**
 * Data and SMS quota of an endpoint (docs/service-facts.md#quotas). A POST sets the
 * volume, so a top-up reads, adds and sets. All throw `endpoint-unknown` where the endpoint does not exist
 * (404 with code 1401), and `not-offered` where the service does not support the method (405).
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { readBody } from "./bodies.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { formatQuotaDate } from "#shared/rules/service-date.ts";
import { otherQuotaPath, type QuotaPath, type SmsAutoRefill } from "./dialect.ts";
import { failureToError, readServiceError, rejectsField, unexpectedAnswer } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import { invalidInput, pathId, requireFinite } from "./inputs.ts";
import { isRecord, type JsonRecord } from "./json.ts";
import { isAbsent, isPageInstead } from "./offered.ts";

export interface DataQuotaDraft {
  /** Remaining megabytes after the change. */
  readonly volumeMb: number;
  /** Epoch milliseconds; stored in whole seconds. */
  readonly expiresAt: number;
  /** Throttle (withdrawn by the live service in 2024) needs a rate in bits per second. */
  readonly onExhaustion: "block" | { readonly throttleTo: 64_000 | 128_000 | 256_000 | 384_000 };
  /** Refilled daily at midnight UTC with the volume last added. */
  readonly autoRefill?: boolean;
  /** Remaining per cent, 0 to 100, at which the service creates an event. */
  readonly thresholdPercentage?: number;
}

export interface SmsQuotaDraft {
  /** Remaining messages after the change. */
  readonly volume: number;
  readonly expiresAt: number;
  readonly autoRefill?: boolean;
  readonly thresholdPercentage: number;
}

export interface QuotaOptions extends CallOptions {
  /** The caller already holds a permit of the governor. */
  readonly permitHeld?: boolean;
}

type Kind = "data" | "sms";

/** The data quota as received, or undefined when none is set. */
export function getDataQuota(
  api: ApiClient,
  endpointId: string,
  options: CallOptions = {},
): Promise<JsonRecord | undefined> {
  return getQuota(api, endpointId, "data", options);
}

/** The SMS quota as received, or undefined when none is set. */
export function getSmsQuota(
  api: ApiClient,
  endpointId: string,
  options: CallOptions = {},
): Promise<JsonRecord | undefined> {
  return getQuota(api, endpointId, "sms", options);
}

export async function setDataQuota(
  api: ApiClient,
  endpointId: string,
  draft: DataQuotaDraft,
  options: QuotaOptions = {},
): Promise<void> {
  const action =
    draft.onExhaustion === "block" ? { id: 1 } : { id: 2, peak_throughput: throughput(draft.onExhaustion.throttleTo) };
  await setQuota(api, endpointId, "data", options, {
    volume: volume("volumeMb", draft.volumeMb),
    expiry_date: formatQuotaDate(expiry(draft.expiresAt)),
    status: { id: 1 },
    action_on_exhaustion: action,
    auto_refill: draft.autoRefill === true ? 1 : 0,
    ...(draft.thresholdPercentage === undefined ? {} : { threshold_percentage: percentage(draft.thresholdPercentage) }),
  });
}

/** Services differ in the format of `auto_refill`: after a 422 that names it the other format is tried once. */
export async function setSmsQuota(
  api: ApiClient,
  endpointId: string,
  draft: SmsQuotaDraft,
  options: QuotaOptions = {},
): Promise<void> {
  if (!Number.isInteger(draft.volume)) throw invalidInput("volume", codedText("quota-sms-volume-fraction"));
  const isRefilled = draft.autoRefill === true;
  const fields = {
    volume: volume("volume", draft.volume),
    expiry_date: new Date(expiry(draft.expiresAt)).toISOString(),
    status: { id: 1 },
    threshold_percentage: percentage(draft.thresholdPercentage),
  };
  const set = (form: SmsAutoRefill, callOptions: QuotaOptions): Promise<void> =>
    setQuota(api, endpointId, "sms", callOptions, {
      ...fields,
      auto_refill: form === "boolean" ? isRefilled : Number(isRefilled),
    });
  const { form, isConfirmed } = api.dialect.smsAutoRefill();
  const other = form === "number" ? "boolean" : "number";
  try {
    await set(form, options);
    api.dialect.confirm("smsAutoRefill", form);
  } catch (error) {
    if (isConfirmed || !isAboutAutoRefill(error)) throw error;
    try {
      // The caller's permit was used by the first request.
      await set(other, { ...options, permitHeld: false });
    } catch (second) {
      throw isAboutAutoRefill(second) ? error : second;
    }
    api.dialect.confirm("smsAutoRefill", other);
  }
}

function isAboutAutoRefill(error: unknown): error is AppError {
  return isAppError(error) && rejectsField(error.details ?? {}, "auto_refill");
}

/**
 * Deletes a quota (docs/service-facts.md#quotas). "absent": there was no quota to delete, or the service does not offer the operation; only
 * a read distinguishes the two.
 */
export async function deleteQuota(
  api: ApiClient,
  endpointId: string,
  kind: Kind,
  options: QuotaOptions = {},
): Promise<"deleted" | "absent"> {
  const id = pathId("endpointId", endpointId);
  try {
    await requestQuota(api, { method: "DELETE", id, kind }, options);
    return "deleted";
  } catch (error) {
    if (isNoRoute(error)) {
      assertQuotaMissing(error, endpointId, codedText("quota-deletion-not-offered"));
      return "absent";
    }
    throw error;
  }
}

async function getQuota(
  api: ApiClient,
  endpointId: string,
  kind: Kind,
  options: CallOptions,
): Promise<JsonRecord | undefined> {
  const id = pathId("endpointId", endpointId);
  try {
    const answer = await requestQuota(api, { method: "GET", id, kind }, options);
    const body = readBody(answer);
    if (body === undefined || body === null) return undefined;
    if (!isRecord(body) || readServiceError(answer).code !== undefined) throw failureToError(unexpectedAnswer(answer));
    return Object.keys(body).length > 0 ? body : undefined;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    assertQuotaMissing(error, endpointId, codedText("quotas-not-offered"));
    return undefined;
  }
}

/** Throws unless a 404 is about the quota: the endpoint, or the whole operation, may be missing instead. */
function assertQuotaMissing(error: AppError, endpointId: string, notOffered: CodedText): void {
  if (error.details?.["serviceCode"] === 1401) {
    throw new AppError("endpoint-unknown", codedText("quota-endpoint-unknown", { endpoint: endpointId }), {
      details: { ...error.details, endpoint: endpointId },
      cause: error,
    });
  }
  if (error.details?.["status"] === 405) {
    throw new AppError("not-offered", notOffered, {
      details: { kind: "refused", accepted: "no", status: 405 },
      cause: error,
    });
  }
}

async function setQuota(
  api: ApiClient,
  endpointId: string,
  kind: Kind,
  options: QuotaOptions,
  fields: JsonRecord,
): Promise<void> {
  const id = pathId("endpointId", endpointId);
  await requestQuota(api, { method: "POST", id, kind, body: JSON.stringify(fields) }, options);
}

function quotaPath(form: QuotaPath, encodedId: string, kind: Kind): string {
  return `${form === "prefixed" ? "/api/v1" : ""}/endpoint/${encodedId}/quota/${kind}`;
}

interface QuotaRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Encoded. */
  readonly id: string;
  readonly kind: Kind;
  readonly body?: string;
}

/**
 * Sends a request to the detected form of the path, or to the specification's form and, where it does not exist, to the
 * other. Only a 2xx decides; where neither exists, the error with the service's own code is thrown.
 *
 * A gateway's page may mean a missing route, or follow an accepted write: only a read then tries the other form, and a form that does not
 * exist there either proves nothing.
 */
async function requestQuota(
  api: ApiClient,
  { method, id, kind, body }: QuotaRequest,
  options: QuotaOptions,
): Promise<Answer> {
  const { form, isConfirmed } = api.dialect.quotaPath();
  const run = async (pathForm: QuotaPath, ownOptions: QuotaOptions): Promise<Answer> => {
    const answer = await api.request({ method, path: quotaPath(pathForm, id, kind), body, ...ownOptions });
    api.dialect.confirm("quotaPath", pathForm);
    return answer;
  };
  try {
    return await run(form, options);
  } catch (error) {
    if (isConfirmed || !(isNoRoute(error) || (method === "GET" && isPageInstead(error)))) throw error;
    try {
      // The caller's permit was used by the first request.
      return await run(otherQuotaPath(form), { ...options, permitHeld: false });
    } catch (second) {
      if (isNoRoute(second) && (error.details?.["serviceCode"] !== undefined || isPageInstead(error))) throw error;
      throw second;
    }
  }
}

/** 404 or 405; the live service's gateway answers 403 "Missing Authentication Token" for an unknown path. */
function isNoRoute(error: unknown): error is AppError {
  if (isAbsent(error)) return true;
  return (
    error instanceof AppError &&
    error.details?.["status"] === 403 &&
    /missing authentication token/i.test(error.message)
  );
}

function volume(field: string, value: number): number {
  if (requireFinite(field, value) < 0) throw invalidInput(field, codedText("quota-volume-negative"));
  return value;
}

function percentage(value: number): number {
  if (requireFinite("thresholdPercentage", value) < 0 || value > 100) {
    throw invalidInput("thresholdPercentage", codedText("quota-threshold-range"));
  }
  return value;
}

function throughput(value: number): number {
  if (![64_000, 128_000, 256_000, 384_000].includes(value)) {
    throw invalidInput("onExhaustion", codedText("quota-throttle-unsendable", { bitsPerSecond: value }));
  }
  return value;
}

function expiry(value: number): number {
  const farthest = Date.UTC(9999, 11, 31);
  if (requireFinite("expiresAt", value) <= 0 || value > farthest) {
    throw invalidInput("expiresAt", codedText("quota-expiry-range"));
  }
  return value;
}
