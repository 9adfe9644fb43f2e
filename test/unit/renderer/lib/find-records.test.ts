import { expect, test } from "vitest";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { identifierIn, type RecordMatch, isExactMatch, searchesFor } from "../../../../renderer/lib/find-records.ts";

function searchTexts(collection: Collection, text: string): readonly string[] {
  return searchesFor(collection, text).map((search) => `${search.collection} ${search.filter}`);
}

test("searches a short number as id and name, and a long one also as a number of the SIM", () => {
  expect(searchTexts("endpoint", " 70001 ")).toEqual([
    "endpoint id:70001",
    "endpoint name:70001*",
    "endpoint name:*70001*",
  ]);
  expect(searchTexts("endpoint", "295050000000001")).toEqual([
    "endpoint id:295050000000001",
    "endpoint iccid:295050000000001",
    "endpoint imei:295050000000001",
    "sim iccid:295050000000001",
    "sim imsi:295050000000001",
    "sim msisdn:295050000000001",
    "endpoint name:295050000000001*",
    "endpoint name:*295050000000001*",
  ]);
  expect(searchTexts("sim", "+423663910")).toEqual([
    "sim id:423663910",
    "sim iccid:423663910",
    "sim imsi:423663910",
    "sim msisdn:423663910",
  ]);
});

test("searches words in names, and dotted text as an address too", () => {
  expect(searchTexts("endpoint", "OSL-RFR")).toEqual(["endpoint name:OSL-RFR*", "endpoint name:*OSL-RFR*"]);
  expect(searchTexts("endpoint", "10.0")).toEqual([
    "endpoint ip_address:10.0",
    "endpoint name:10.0*",
    "endpoint name:*10.0*",
  ]);
  expect(searchTexts("user", "ann*")).toEqual([
    "user name:ann*",
    "user username:ann*",
    "user name:*ann*",
    "user username:*ann*",
  ]);
  expect(searchTexts("organisation", "acme")).toEqual(["organisation name:acme*", "organisation name:*acme*"]);
  expect(searchTexts("sim", "abc")).toEqual([]);
});

test("lists the first records for an empty input, and none for text that the grammar cannot express", () => {
  expect(searchTexts("user", " ")).toEqual(["user "]);
  expect(searchTexts("endpoint", "a,b")).toEqual([]);
  expect(searchTexts("organisation", "city:5")).toEqual([]);
});

test.each([
  ["ICCID: 8988 3030 0000 1234 567", "8988303000001234567"],
  ["imei 35-209900-176148-1", "352099001761481"],
  ["  +49 157 000-1122 ", "491570001122"],
  ["\u20188988303000001234567\u2019", "8988303000001234567"],
  ["Endpoint ID: 70001", "70001"],
  ["70001", "70001"],
  ["10.0.0.1", undefined],
  ["7-1", undefined],
  ["Meter 8988303000001234567", undefined],
  ["ICCID", undefined],
])("the identifier in “%s” is %s", (text, digits) => {
  expect(identifierIn(text)).toBe(digits);
});

test("an identifier that is pasted with its label is searched by its digits", () => {
  expect(searchTexts("sim", "IMSI: 295 05 0000000001")).toEqual(searchTexts("sim", "295050000000001"));
});

test("matches a whole name in any case and whole numbers, but not parts of them", () => {
  const record: RecordMatch = {
    id: "70001",
    name: "OSL-RFR-00001",
    record: { imei: "356", sim: { id: 1, iccid: "8988", msisdn: "4236" } },
  };
  const called = ["osl-rfr-00001 ", "356", "8988", "+4236", "IMEI: 356"];
  expect(called.filter((text) => isExactMatch(record, text))).toEqual(called);
  expect(["OSL-RFR", "35", "70001", ""].filter((text) => isExactMatch(record, text))).toEqual([]);
});
