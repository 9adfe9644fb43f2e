import { expect, test } from "vitest";
import { newestSmsFirst, readSms } from "../../../../../main/features/messages/sms/thread.ts";

const recorded = {
  id: 700123,
  endpoint_id: "70001",
  iccid: "8988303000000000017",
  source_address: "4911",
  payload: "AT+RESET",
  submit_date: "2031-04-02T09:15:00.000+0000",
  delivery_date: "2031-04-02T09:15:00.000+0000",
  final_date: null,
  status: { id: 3, description: "BUFFERED" },
  sms_type: { id: 1, description: "MT" },
  something_new: [1],
};

test("reads a recorded record completely, and preserves the original", () => {
  expect(readSms(recorded)).toEqual({
    id: "700123",
    direction: "mt",
    delivery: "buffered",
    statusText: "BUFFERED",
    sourceAddress: "4911",
    payload: "AT+RESET",
    submittedAt: Date.UTC(2031, 3, 2, 9, 15),
    record: recorded,
  });
});

test("an empty record is an SMS without any fields", () => {
  expect(readSms({})).toEqual({ id: "", direction: "unknown", delivery: "unknown", record: {} });
});

test("recognises the seven statuses by id, as number or text", () => {
  const deliveries = [1, 2, 3, 4, 5, 6, 7].flatMap((id) => [
    readSms({ status: { id } }),
    readSms({ status: { id: String(id) } }),
  ]);
  expect([...new Set(deliveries.map(({ delivery }) => delivery))]).toEqual([
    "pending",
    "in-progress",
    "buffered",
    "delivered",
    "failed",
    "expired",
    "cancelled",
  ]);
});

test("without a known id the text decides, in any case and both spellings", () => {
  const descriptions = [
    "Delivery Attempt Pending",
    "in progress",
    "IN_PROGRESS",
    "Buffered",
    "CANCELED",
    "cancelled",
    "LOST",
  ];
  expect(descriptions.map((description) => readSms({ status: { id: 99, description } }).delivery)).toEqual([
    "pending",
    "in-progress",
    "in-progress",
    "buffered",
    "cancelled",
    "cancelled",
    "unknown",
  ]);
});

test("accepts a status as bare text, bare number, or named as in delivery receipts", () => {
  const statuses = ["DELIVERED", 4, { id: null, status: "DELIVERED" }, null];
  expect(statuses.map((status) => readSms({ status }).delivery)).toEqual([
    "delivered",
    "delivered",
    "delivered",
    "unknown",
  ]);
});

test("takes the direction from the description, never from the id", () => {
  const types = [{ id: 1, description: "MO" }, { id: 2, description: "mt" }, { id: 1 }, "MO", undefined];
  expect(types.map((sms_type) => readSms({ sms_type }).direction)).toEqual(["mo", "mt", "unknown", "mo", "unknown"]);
});

test("numbers instead of texts, and empty texts, cause no error", () => {
  expect(readSms({ id: "9007199254740993", source_address: 4911, payload: 5, sms_type: null })).toMatchObject({
    id: "9007199254740993",
    sourceAddress: "4911",
    payload: "5",
  });
  expect(readSms({ source_address: "", payload: "" })).toEqual({
    id: "",
    direction: "unknown",
    delivery: "unknown",
    payload: "",
    record: { source_address: "", payload: "" },
  });
});

test("sorts the newest first, equal times by higher id, without a date last", () => {
  const sms = (id: string, submit_date?: string) =>
    readSms({ id, ...(submit_date === undefined ? {} : { submit_date }) });
  const early = "2031-04-02 09:15:00";
  const late = "2031-04-02T09:15:01Z";
  const sorted = [sms("1"), sms("2", early), sms("99", late), sms("100", late), sms("3")].toSorted(newestSmsFirst);
  expect(sorted.map(({ id }) => id)).toEqual(["100", "99", "2", "3", "1"]);
});
