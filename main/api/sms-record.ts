/** A stored SMS record, read tolerantly (field-facts sections 6 and 16): what is missing or unreadable stays undefined. */
import { parseServiceDate } from "./dates.ts";
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
  /** The service's own word for the status. */
  readonly statusText: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly payload: string | undefined;
  /** Epoch milliseconds on the service's clock. */
  readonly submittedAt: number | undefined;
  readonly finalAt: number | undefined;
}

const deliveryById: Readonly<Record<string, SmsDelivery>> = {
  "1": "pending",
  "2": "in-progress",
  "3": "buffered",
  "4": "delivered",
  "5": "failed",
  "6": "expired",
  "7": "cancelled",
};

const deliveryByWord: Readonly<Record<string, SmsDelivery>> = {
  "DELIVERY ATTEMPT PENDING": "pending",
  PENDING: "pending",
  "IN PROGRESS": "in-progress",
  BUFFERED: "buffered",
  DELIVERED: "delivered",
  FAILED: "failed",
  EXPIRED: "expired",
  CANCELED: "cancelled",
  CANCELLED: "cancelled",
};

export function readSmsRecord(record: JsonRecord): SmsRecord {
  const statusText = describe(record["status"]);
  return {
    id: readId(record["id"]),
    direction: readDirection(record["sms_type"]),
    delivery: readDelivery(record["status"], statusText),
    statusText,
    sourceAddress: readId(record["source_address"]),
    payload: typeof record["payload"] === "string" ? record["payload"] : undefined,
    submittedAt: readDate(record["submit_date"]),
    finalAt: readDate(record["final_date"]),
  };
}

/** No final state follows one of these. */
export function isFinal(delivery: SmsDelivery): boolean {
  return delivery === "delivered" || delivery === "failed" || delivery === "expired" || delivery === "cancelled";
}

/** The id decides; a word helps where the id is missing or new. */
function readDelivery(status: unknown, text: string | undefined): SmsDelivery {
  const id = isRecord(status) ? readId(status["id"]) : readId(status);
  const known = id === undefined ? undefined : deliveryById[id];
  return known ?? deliveryByWord[text?.trim().toUpperCase() ?? ""] ?? "unknown";
}

/** Told by the description: no source shows the id of MO. */
function readDirection(type: unknown): "mt" | "mo" | "unknown" {
  const word = describe(type)?.trim().toUpperCase();
  if (word === "MT" || word === "MO") return word === "MT" ? "mt" : "mo";
  return isRecord(type) && readId(type["id"]) === "1" ? "mt" : "unknown";
}

function describe(value: unknown): string | undefined {
  return isRecord(value) ? readText(value["description"]) : typeof value === "string" ? value : undefined;
}

function readDate(value: unknown): number | undefined {
  return typeof value === "string" ? parseServiceDate(value) : undefined;
}
