/** The 31 keys of a stored SMS with the types recorded from the live service (docs/service-facts.md#sms). */
import { dateShapes, formatDate } from "./dates.ts";
import { at } from "./field.ts";
import { chance } from "./random.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { type DeviceReply, type SmsState, validityMs } from "./sms-store.ts";
import { organisation } from "./tokens.ts";
import type { SimulatorState } from "./simulator-state.ts";

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
export function smsRecord(simulatorState: SimulatorState, slot: number, index: number, now: number): JsonObject {
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
export function answerRecord(state: SimulatorState, slot: number, reply: DeviceReply): JsonObject {
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
