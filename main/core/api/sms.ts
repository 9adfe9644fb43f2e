/** SMS of one endpoint (docs/service-facts.md#sms). The list has no paging: one response holds all records, newest first on the live service. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ApiClient, Call, CallOptions } from "./client.ts";
import type { SourceAddress } from "./dialect.ts";
import { createdId, readBody, readRecordOf, readRecords } from "./bodies.ts";
import { type ApiFailure, failureToError, headerText, rejectsField } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import { invalidInput, pathId, requireText } from "./inputs.ts";
import { type JsonRecord, isRecord, readId, readText } from "./json.ts";
import { isSenderNumber, senderDigits } from "#shared/rules/sender-number.ts";
import { isWholeList } from "./record-list.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";

export interface SmsDraft {
  /** Digits only (`sender-number.ts`). */
  readonly sourceAddress: string;
  readonly payload: string;
}

/**
 * The outcome of a POST.
 * - `accepted`: confirmed by the service (201, or a 2xx with the id); the response may lack the id.
 * - `refused`: the service rejected this message · `unknown`: it may have been accepted, only the endpoint's list can tell
 * - `not-sent`: certainly not accepted, and not because of this recipient: the same message may be sent again.
 */
export type SendResult =
  | {
      readonly kind: "accepted";
      readonly smsId: string | undefined;
      /** The `Date` of the response, epoch milliseconds. */
      readonly servedAt: number | undefined;
    }
  | { readonly kind: "refused"; readonly status: number; readonly code: string; readonly message: CodedText }
  | { readonly kind: "unknown"; readonly code: string; readonly message: CodedText }
  | {
      readonly kind: "not-sent";
      /** `token-rejected`: the token was refreshed successfully, and rejected for this message anyway. */
      readonly cause: "throttled" | "offline" | "signed-out" | "token-rejected";
      readonly code: string;
      readonly message: CodedText;
      readonly retryAfterMs?: number;
    };

export interface SendOptions extends CallOptions {
  /** The caller already holds a permit of the governor. */
  readonly permitHeld?: boolean;
}

/**
 * Sends one SMS, once. Throws only `invalid-input`, before anything leaves.
 *
 * Services differ in the format of the sender. Until it is detected, a 422 that names the field is followed by the other
 * format, once: a 422 accepted nothing, so this does not repeat an accepted request.
 */
export async function sendSms(
  api: ApiClient,
  endpointId: string,
  draft: SmsDraft,
  options: SendOptions = {},
): Promise<SendResult> {
  const path = `/api/v1/endpoint/${pathId("endpointId", endpointId)}/sms`;
  const { form, isConfirmed } = api.dialect.sourceAddress();
  const first = await send(api, path, smsBody(draft, form), options);
  // A number cannot carry a leading zero: the result for such a sender decides nothing about others.
  if (isConfirmed || !isPlainNumber(draft.sourceAddress)) return resultOf(first);
  if (first.ok) api.dialect.confirm("sourceAddress", form);
  if (first.ok || !rejectsField(first.failure, "source_address")) return resultOf(first);
  const other = form === "number" ? "text" : "number";
  const second = await send(api, path, smsBody(draft, other), { ...options, permitHeld: false });
  if (second.ok) api.dialect.confirm("sourceAddress", other);
  const isSame = !second.ok && rejectsField(second.failure, "source_address");
  return resultOf(isSame ? first : second);
}

function send(api: ApiClient, path: string, body: string, options: SendOptions): Promise<Call> {
  return api.call({ ...options, method: "POST", path, body, mustCreate: true });
}

function resultOf(call: Call): SendResult {
  if (!call.ok) return resultOfFailure(call.failure);
  return { kind: "accepted", smsId: createdId(call.answer, "sms"), servedAt: servedAt(call.answer) };
}

/** All SMS of an endpoint, sent and received. */
export async function listSms(api: ApiClient, endpointId: string, options: CallOptions = {}): Promise<JsonRecord[]> {
  const path = `/api/v1/endpoint/${pathId("endpointId", endpointId)}/sms`;
  return readRecords(await api.request({ method: "GET", path, ...options }));
}

/**
 * All SMS of an endpoint, and whether the list is known to be complete: to prove that a message is not in it. Caches between
 * Fleetdesk and the service must not answer.
 */
export async function listSmsWhole(api: ApiClient, endpointId: string, options: CallOptions = {}): Promise<SmsList> {
  const path = `/api/v1/endpoint/${pathId("endpointId", endpointId)}/sms`;
  return readSmsList(await api.request({ method: "GET", path, uncached: true, ...options }));
}

/**
 * Whether the service has SMS lists, from one request for an endpoint's list: undefined without a response. Never repeated and
 * never throws. The response also calibrates the service's clock.
 */
export async function hasSmsList(
  api: ApiClient,
  endpointId: string,
  options: CallOptions = {},
): Promise<boolean | undefined> {
  const path = `/api/v1/endpoint/${pathId("endpointId", endpointId)}/sms`;
  const outcome = await api.call({ method: "GET", path, uncached: true, ...options });
  if (outcome.ok) return true;
  return isWithoutList(outcome.failure) ? false : undefined;
}

/** A failure that means that there is no such list, or that it is too large to be read: no later reading will give more. */
export function isWithoutList({ code }: { readonly code: string }): boolean {
  return code === "http-404" || code === "http-405" || code === "http-501" || code === "answer-too-large";
}

/** One SMS. Throws `service-1201`, `http-404` and the like when there is none. */
export async function getSms(
  api: ApiClient,
  endpointId: string,
  smsId: string,
  options: CallOptions = {},
): Promise<JsonRecord> {
  return readRecordOf(await api.request({ method: "GET", path: smsPath(endpointId, smsId), ...options }), smsId);
}

/** Cancels a buffered SMS. The response for any other state is not documented: expect 404, 409 or 422 as a thrown rejection. */
export async function cancelSms(
  api: ApiClient,
  endpointId: string,
  smsId: string,
  options: CallOptions = {},
): Promise<void> {
  await api.request({ method: "DELETE", path: smsPath(endpointId, smsId), ...options });
}

function smsPath(endpointId: string, smsId: string): string {
  return `/api/v1/endpoint/${pathId("endpointId", endpointId)}/sms/${pathId("smsId", smsId)}`;
}

function smsBody({ sourceAddress, payload }: SmsDraft, form: SourceAddress): string {
  if (!isSenderNumber(sourceAddress)) {
    throw invalidInput("sourceAddress", codedText("sender-not-numeric", { digits: senderDigits }));
  }
  requireText("payload", payload);
  const address = form === "number" && isPlainNumber(sourceAddress) ? sourceAddress : `"${sourceAddress}"`;
  return `{"source_address":${address},"payload":${JSON.stringify(payload)}}`;
}

function servedAt({ headers }: Answer): number | undefined {
  const at = Date.parse(headerText(headers, "date") ?? "");
  return Number.isNaN(at) ? undefined : at;
}

function isPlainNumber(digits: string): boolean {
  return /^(0|[1-9]\d*)$/.test(digits);
}

function resultOfFailure(failure: ApiFailure): SendResult {
  const { kind, code, message, accepted, status, retryAfterMs } = failure;
  if (accepted === "unknown") return { kind: "unknown", code, message };
  switch (kind) {
    case "throttled":
      return { kind: "not-sent", cause: kind, code, message, retryAfterMs };
    case "signed-out":
      return { kind: "not-sent", cause: failure.renewed === true ? "token-rejected" : kind, code, message };
    case "refused":
    case "unexpected":
      return { kind: "refused", status: status ?? 0, code, message };
    case "offline":
    case "lost":
    case "aborted":
      return { kind: "not-sent", cause: "offline", code, message };
    default:
      throw new AppError("internal", codedText("internal"), { cause: failureToError(failure) });
  }
}

// An endpoint's SMS list as evidence (`record-list.ts`). An empty body does not fail; it proves nothing.

export interface SmsList {
  readonly records: JsonRecord[];
  /** A JSON array, current and from the service itself, and no header indicates more records. */
  readonly complete: boolean;
  /** Size of the body in bytes. */
  readonly bytes: number;
}

/** Parses the response to a list request. Throws `unexpected-answer` for anything but JSON with records. */
function readSmsList(answer: Answer): SmsList {
  const bytes = answer.body.length;
  if (!Array.isArray(readBody(answer))) return { records: [], complete: false, bytes };
  const records = readRecords(answer);
  return { records, complete: isWholeList(answer, records.length), bytes };
}

// A stored SMS record, parsed tolerantly (docs/service-facts.md#sms, #tolerance): a missing or unreadable value stays undefined.

export type SmsDelivery =
  | "pending"
  | "in-progress"
  | "buffered"
  | "delivered"
  | "failed"
  | "expired"
  | "cancelled"
  | "unknown";

export interface SmsRecord {
  readonly id: string | undefined;
  readonly direction: "mt" | "mo" | "unknown";
  readonly delivery: SmsDelivery;
  /** The service's text for the status. */
  readonly statusText: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly payload: string | undefined;
  /** Epoch milliseconds on the service's clock. */
  readonly submittedAt: number | undefined;
  readonly finalAt: number | undefined;
}

const deliveryById: ReadonlyMap<string, SmsDelivery> = new Map([
  ["1", "pending"],
  ["2", "in-progress"],
  ["3", "buffered"],
  ["4", "delivered"],
  ["5", "failed"],
  ["6", "expired"],
  ["7", "cancelled"],
]);

const deliveryByText: ReadonlyMap<string, SmsDelivery> = new Map([
  ["delivery attempt pending", "pending"],
  ["pending", "pending"],
  ["in progress", "in-progress"],
  ["buffered", "buffered"],
  ["delivered", "delivered"],
  ["failed", "failed"],
  ["expired", "expired"],
  ["canceled", "cancelled"],
  ["cancelled", "cancelled"],
]);

/** Parses one record; nothing is guessed. An empty sender counts as missing. */
export function readSmsRecord(record: JsonRecord): SmsRecord {
  return {
    id: readId(record["id"]),
    direction: readDirection(record["sms_type"]),
    delivery: readDelivery(record["status"]),
    statusText: describe(record["status"]),
    sourceAddress: nonEmpty(readText(record["source_address"])),
    payload: readText(record["payload"]),
    submittedAt: parseServiceDate(record["submit_date"]),
    finalAt: parseServiceDate(record["final_date"]),
  };
}

/** By id; by text where the id is missing or unknown to Fleetdesk. */
function readDelivery(status: unknown): SmsDelivery {
  const id = isRecord(status) ? readId(status["id"]) : readId(status);
  const text = (describe(status) ?? "").toLowerCase().replaceAll(/[\s_-]+/g, " ");
  return deliveryById.get(id ?? "") ?? deliveryByText.get(text) ?? "unknown";
}

/** By description only: the id of received messages is not documented. */
function readDirection(type: unknown): SmsRecord["direction"] {
  const text = describe(type)?.toLowerCase();
  return text === "mt" || text === "mo" ? text : "unknown";
}

/** The text of an enumeration, sent as an object or as the text itself; delivery receipts name it "status". */
function describe(value: unknown): string | undefined {
  const text = isRecord(value) ? (readText(value["description"]) ?? readText(value["status"])) : value;
  return typeof text === "string" ? nonEmpty(text.trim()) : undefined;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
