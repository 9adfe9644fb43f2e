/** A stored SMS record, parsed tolerantly (docs/service-facts.md#sms, #tolerance): a missing or unreadable value stays undefined. */
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readId, readText } from "./json.ts";
import type { JsonRecord } from "./json.ts";

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
