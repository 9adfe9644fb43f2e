/** SMS records as the service sends them, read tolerantly (field-facts section 6). */
import type { JsonRecord } from "#contract/kit.ts";
import type { Delivery, Sms } from "#contract/sms.ts";
import { parseServiceDate } from "../../api/dates.ts";
import { isRecord, readId, readText } from "../../api/json.ts";

const deliveryById: ReadonlyMap<string, Delivery> = new Map([
  ["1", "pending"],
  ["2", "in-progress"],
  ["3", "buffered"],
  ["4", "delivered"],
  ["5", "failed"],
  ["6", "expired"],
  ["7", "cancelled"],
]);

const deliveryByText: ReadonlyMap<string, Delivery> = new Map([
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

/** One record; what is missing or unreadable is left out, never guessed. An SMS without an id has the id "". */
export function readSms(record: JsonRecord): Sms {
  const statusText = describe(record["status"]);
  const sourceAddress = nonEmpty(readText(record["source_address"]));
  const payload = readText(record["payload"]);
  const submittedAt = parseServiceDate(record["submit_date"]);
  const finalAt = parseServiceDate(record["final_date"]);
  return {
    id: readId(record["id"]) ?? "",
    direction: readDirection(record["sms_type"]),
    delivery: readDelivery(record["status"]),
    ...(statusText === undefined ? {} : { statusText }),
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
    ...(payload === undefined ? {} : { payload }),
    ...(submittedAt === undefined ? {} : { submittedAt }),
    ...(finalAt === undefined ? {} : { finalAt }),
    record,
  };
}

/** Newest first; without a date last; of one moment the higher id first. */
export function newestFirst(a: Sms, b: Sms): number {
  const byTime = (b.submittedAt ?? -Infinity) - (a.submittedAt ?? -Infinity);
  if (byTime !== 0 && !Number.isNaN(byTime)) return byTime;
  return b.id.length - a.id.length || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

/** By id; by text where the id is missing or new to us. */
function readDelivery(status: unknown): Delivery {
  const id = isRecord(status) ? readId(status["id"]) : readId(status);
  const words = (describe(status) ?? "").toLowerCase().replaceAll(/[\s_-]+/g, " ");
  return deliveryById.get(id ?? "") ?? deliveryByText.get(words) ?? "unknown";
}

/** By description only: no source says which id received messages have. */
function readDirection(type: unknown): Sms["direction"] {
  const words = describe(type)?.toLowerCase();
  return words === "mt" || words === "mo" ? words : "unknown";
}

/** The text of an enumeration, given as an object or as the text itself; delivery receipts call it "status". */
function describe(value: unknown): string | undefined {
  const text = isRecord(value) ? (readText(value["description"]) ?? readText(value["status"])) : value;
  return typeof text === "string" ? nonEmpty(text.trim()) : undefined;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
