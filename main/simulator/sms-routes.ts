/** SMS of an endpoint: send, list, read, cancel. Sending is the hot path of benchmarks, so it does the minimum. */
import { type DeviceMessage, type DeviceReply, type SmsState, validityMs } from "./sms-store.ts";
import { linkId, parseObject, type JsonValue, dateShapes, formatDate, chance, type JsonObject } from "./values.ts";
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
import { type Call, locationHeader, type Routes, type SimulatorState } from "./simulator-state.ts";
import { at } from "./collection.ts";
import { organisation } from "./accounts.ts";

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

// The 31 keys of a stored SMS with the types recorded from the live service (docs/service-facts.md#sms).

const statuses: Readonly<Record<SmsState, { readonly id: number; readonly description: string }>> = {
  pending: { id: 1, description: "DELIVERY ATTEMPT PENDING" },
  buffered: { id: 3, description: "BUFFERED" },
  delivered: { id: 4, description: "DELIVERED" },
  failed: { id: 5, description: "FAILED" },
  expired: { id: 6, description: "EXPIRED" },
  canceled: { id: 7, description: "CANCELED" },
};

const retryMs = 30 * 60_000;

/** A date in the shape of this service; `turn` selects when shapes are mixed. */
export function formatServiceDate(state: SimulatorState, epochMs: number, turn: number): string {
  const shape = state.settings.oddities.dates ?? "recorded";
  return formatDate(epochMs, shape === "mixed" ? (dateShapes[turn % dateShapes.length] ?? "recorded") : shape);
}

/** A date of an SMS record, by the record clock of the fault plan. */
function recordDate(state: SimulatorState, epochMs: number, id: number): string {
  const { seed = 1, recordClock } = state.faults.plan;
  if (recordClock === undefined) return formatServiceDate(state, epochMs, id);
  const { offsetMs = 0, spreadMs = 0, dates } = recordClock;
  const shifted = epochMs + offsetMs + Math.round((2 * chance(seed, id, 17) - 1) * spreadMs);
  return dates === undefined ? formatServiceDate(state, shifted, id) : formatDate(shifted, dates);
}

/** An SMS to a device. */
function smsRecord(simulatorState: SimulatorState, slot: number, index: number, now: number): JsonObject {
  const id = simulatorState.sms.idOf(index);
  const submitted = simulatorState.sms.acceptedAt[index] ?? 0;
  const { state, finalAt } = simulatorState.sms.progress(index, now);
  const date = (epochMs: number): string => recordDate(simulatorState, epochMs, index);
  const retrying = state === "buffered";
  return {
    ...commonKeys(simulatorState, slot, id),
    // The live service sets delivery_date even for expired messages, and leaves final_date empty on cancelled ones.
    dlr_status_id: state === "delivered" ? "1" : "4",
    submit_date: date(submitted),
    delivery_date: date(finalAt ?? submitted),
    expiry_date: date(submitted + validityMs),
    final_date: finalAt === undefined ? null : date(finalAt),
    retry_date: retrying ? date(now + retryMs) : null,
    last_delivery_attempt: state === "pending" ? null : date(submitted + simulatorState.settings.smsLife.pendingMs),
    retry_count: retrying ? "1" : "0",
    gsm_map_error: state === "failed" ? "27" : null,
    source_address: simulatorState.sms.sources[index] ?? "",
    payload: simulatorState.sms.payloads[index] ?? "",
    registered_delivery: "1",
    status: statuses[state],
    sms_type: { id: 1, description: "MT" },
    source_address_type: { id: 161, description: "National" },
  };
}

/** A reply of a device. */
function answerRecord(state: SimulatorState, slot: number, reply: DeviceReply): JsonObject {
  const date = recordDate(state, reply.at, reply.id);
  const common = commonKeys(state, slot, reply.id);
  return {
    ...common,
    dlr_status_id: "1",
    submit_date: date,
    delivery_date: date,
    expiry_date: recordDate(state, reply.at + validityMs, reply.id),
    final_date: date,
    retry_date: null,
    last_delivery_attempt: date,
    retry_count: "0",
    gsm_map_error: null,
    source_address: common["msisdn"],
    payload: reply.text,
    registered_delivery: "0",
    status: statuses.delivered,
    sms_type: { id: 2, description: "MO" },
    source_address_type: { id: 145, description: "International" },
  };
}

function commonKeys(state: SimulatorState, slot: number, id: number): JsonObject {
  const endpoint = state.fleet.endpoint.records.record(slot);
  const text = (value: JsonValue | undefined): string =>
    typeof value === "string" || typeof value === "number" ? String(value) : "";
  return {
    id,
    organisation_id: String(organisation.id),
    endpoint_id: text(endpoint["id"]),
    sim_id: text(at(endpoint, "sim", "id")),
    iccid: text(at(endpoint, "sim", "iccid")),
    msisdn: text(at(endpoint, "sim", "msisdn")),
    imsi: text(at(endpoint, "sim", "imsi")),
    called_party_prefix: null,
    msc: null,
    udh: "",
    dcs: "0",
    pid: "0",
    smpp_bind_id: null,
    p2p_ext: null,
    smpp_dlr_bind_id: null,
    esme_interface_type: { id: 1, description: "RestAPI" },
  };
}
