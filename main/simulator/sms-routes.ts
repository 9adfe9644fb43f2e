/** SMS of an endpoint: send, list, read, cancel. Sending is the hot path of benchmarks, so it does the minimum. */
import type { DeviceMessage } from "./sms-store.ts";
import { linkId, parseObject, type JsonValue } from "./json.ts";
import {
  badRequestReply,
  emptyReply,
  errorReply,
  type ErrorCode,
  invalidReply,
  jsonReply,
  notFoundReply,
  type Reply,
} from "./reply.ts";
import { type Call, locationHeader, type Routes } from "./route.ts";
import { answerRecord, smsRecord } from "./sms-record.ts";
import type { SimulatorState } from "./simulator-state.ts";

export const smsRoutes: Routes = {
  "POST endpoint/:/sms": { operation: "sms.send", run: send },
  "GET endpoint/:/sms": { operation: "sms.list", run: list },
  "GET endpoint/:/sms/:": { operation: "sms.get", run: detail },
  "DELETE endpoint/:/sms/:": { operation: "sms.cancel", run: cancel },
};

const alphanumeric = 208;
const unknownEndpoint = errorReply(404, 1401, "The endpoint does not exist.");

function send(state: SimulatorState, call: Call): Reply {
  const id = call.ids[0] ?? -1;
  const slot = state.fleet.endpoint.records.slotOf(id);
  if (slot === undefined) return unknownEndpoint;
  const body = parseObject(call.body);
  if (body === undefined) return badRequestReply("The body is not a JSON object.");
  const { source_address: source, payload } = body;
  const sender = senderText(source, linkId(body["source_address_type"]) === alphanumeric);
  if (typeof payload !== "string" || payload === "" || sender === undefined)
    return invalidReply(faultsOf(source, sender, payload));
  const form = state.settings.accept.sourceAddress;
  if (form !== "both" && (form === "text") !== (typeof source === "string"))
    return invalidReply([[1403, `source_address must be a ${form}.`]]);
  const now = state.time.now();
  if (!spendQuota(state, slot, now)) return errorReply(422, 1406, "The SMS quota of the endpoint does not allow it.");
  const index = state.sms.accept(slot, sender, payload, now);
  state.events.add("smsAccepted", slot, now);
  return emptyReply(201, locationHeader(state, `/api/v1/endpoint/${id}/sms/${state.sms.idOf(index)}`));
}

/** False when the endpoint's service profile applies the SMS quota and the quota is used up. */
function spendQuota(state: SimulatorState, slot: number, now: number): boolean {
  const { records } = state.fleet.endpoint;
  const profileId = records.key(records.field("service_profile"), slot);
  const profile = typeof profileId === "number" ? state.connectivity.profiles.get(profileId) : undefined;
  if (profile?.switches["apply_sms_quota"] !== true) return true;
  const verdict = state.quotas.spendSms(slot, now);
  if (verdict === "threshold") state.events.add("smsThreshold", slot, now);
  if (verdict === "used-up") state.events.add("smsUsedUp", slot, now);
  return verdict !== "refused";
}

/** Undefined for an invalid sender; valid are digits with an optional plus, or up to 11 letters and digits where the type says so. */
function senderText(source: JsonValue | undefined, letters: boolean): string | undefined {
  const text = typeof source === "number" ? String(source) : source;
  if (typeof text !== "string") return undefined;
  return (letters ? /^[\w .-]{1,11}$/ : /^\+?\d{1,20}$/).test(text) ? text : undefined;
}

function faultsOf(
  source: JsonValue | undefined,
  sender: string | undefined,
  payload: JsonValue | undefined,
): (readonly [ErrorCode, string])[] {
  const faults: (readonly [ErrorCode, string])[] = [];
  if (source === undefined || source === null || source === "") faults.push([1402, "source_address is required."]);
  else if (sender === undefined) faults.push([1403, "source_address must be numeric."]);
  if (payload === undefined || payload === null || payload === "") faults.push([1402, "payload is required."]);
  else if (typeof payload !== "string") faults.push([1403, "payload must be a text."]);
  return faults;
}

/** Newest first, all of them: this list has no paging (docs/service-facts.md#lists). */
function list(state: SimulatorState, call: Call): Reply {
  const slot = state.fleet.endpoint.records.slotOf(call.ids[0] ?? -1);
  if (slot === undefined) return unknownEndpoint;
  const now = call.asOf ?? state.time.now();
  const items: { readonly at: number; readonly record: JsonValue }[] = [];
  for (const index of state.sms.ofSlot(slot)) {
    const at = state.sms.acceptedAt[index] ?? 0;
    if (at > now) continue;
    items.push({ at, record: smsRecord(state, slot, index, now) });
    const reply = state.sms.replyTo(index, now);
    if (reply !== undefined) items.push({ at: reply.at, record: answerRecord(state, slot, reply) });
  }
  for (const message of state.messages.ofSlot(slot)) {
    if (message.at <= now) items.push({ at: message.at, record: answerRecord(state, slot, message) });
  }
  items.sort((a, b) => b.at - a.at);
  const { listHours = Number.POSITIVE_INFINITY } = state.faults.plan;
  const oldest = state.time.now() - listHours * 3_600_000;
  return jsonReply(
    200,
    items.flatMap(({ at, record }) => (at < oldest ? [] : [record])),
  );
}

function detail(state: SimulatorState, call: Call): Reply {
  const own = ownMessage(state, call);
  if (own !== undefined) return jsonReply(200, answerRecord(state, own.slot, own));
  const message = find(state, call);
  if (message === undefined) return notFoundReply("The SMS");
  const now = state.time.now();
  if (!message.isAnswer) return jsonReply(200, smsRecord(state, message.slot, message.index, now));
  const reply = state.sms.replyTo(message.index, now);
  return reply === undefined ? notFoundReply("The SMS") : jsonReply(200, answerRecord(state, message.slot, reply));
}

function cancel(state: SimulatorState, call: Call): Reply {
  const message = find(state, call);
  if (message === undefined && ownMessage(state, call) === undefined) return notFoundReply("The SMS");
  if (message?.isAnswer === false && state.sms.cancel(message.index, state.time.now())) return emptyReply(200);
  return errorReply(state.settings.oddities.cancelRejectionStatus ?? 409, 1406, "Only a buffered SMS can be canceled.");
}

/** An unsolicited message of the device. */
function ownMessage(state: SimulatorState, call: Call): DeviceMessage | undefined {
  const message = state.messages.find(call.ids[1] ?? -1);
  return message?.slot === state.fleet.endpoint.records.slotOf(call.ids[0] ?? -1) ? message : undefined;
}

function find(
  state: SimulatorState,
  call: Call,
): { readonly slot: number; readonly index: number; readonly isAnswer: boolean } | undefined {
  const slot = state.fleet.endpoint.records.slotOf(call.ids[0] ?? -1);
  const smsId = call.ids[1] ?? -1;
  const own = state.sms.indexOf(smsId);
  const index = own ?? state.sms.indexOf(smsId - 1);
  if (slot === undefined || index === undefined || state.sms.slots[index] !== slot) return undefined;
  return { slot, index, isAnswer: own === undefined };
}
