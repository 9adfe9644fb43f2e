import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { parseFilter } from "../../../../main/core/api/query.ts";
import { eventWarnings, findMismatch } from "../../../../main/features/events/event-check.ts";

const at = (day: number): number => Date.UTC(2031, 0, day);
const record: JsonRecord = {
  id: 7,
  timestamp: "2031-01-05T00:00:00Z",
  alert: true,
  event_severity: { id: 2, description: "Critical" },
  event_type: { id: 3 },
  endpoint: { id: 70001, name: "Van", imei: "35" },
  sim: { iccid: "8988" },
  user: { id: 9, name: "Ann" },
};

const fieldsOf = (filter: string): readonly string[] =>
  findMismatch(parseFilter("event", filter), undefined, [record]).fields;

test.each([
  "id:7",
  "severity:critical",
  "type:1|3",
  "endpoint:70001",
  "endpoint:van",
  "alert:true",
  "iccid:8988",
  "user:ann",
  // The record proves nothing about these.
  "user:bob",
  "imsi:90143",
  "tags:blue",
  "description:location",
])("%s may match", (filter) => {
  expect(fieldsOf(filter)).toEqual([]);
});

test.each([
  ["id:8", "id"],
  ["severity:info", "severity"],
  ["type:1|2", "type"],
  ["endpoint:777", "endpoint"],
  ["endpoint:bus", "endpoint"],
  ["alert:false", "alert"],
  ["iccid:8989", "iccid"],
  ["user:10", "user"],
])("%s does not match", (filter, field) => {
  expect(fieldsOf(filter)).toEqual([field]);
});

test("counts events outside the requested time, except those within a second of its ends", () => {
  const live = { terms: [], sort: [] };
  const span = { from: at(6), until: at(7) };
  expect(eventWarnings({ ...live, span }, { items: [record, { id: 8 }] })).toEqual([
    codedText("filter-mismatch", { fields: "time", mismatches: 1, count: 2 }),
  ]);
  expect(eventWarnings({ ...live, span: { from: at(5) + 900, until: at(6) } }, { items: [record] })).toEqual([]);
});
