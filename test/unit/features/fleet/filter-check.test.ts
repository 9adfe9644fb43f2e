import type { CodedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { echoWarnings, mismatchWarning } from "../../../../main/core/api/paging.ts";
import { parseFilter, parseSort } from "../../../../main/core/api/query.ts";
import { liveWarnings } from "../../../../main/features/fleet/browse.ts";

function warn(
  collection: Collection,
  [filter, sort]: readonly [filter: string, sort: string],
  records: readonly JsonRecord[],
  echoes: { readonly filterEcho?: string; readonly sortEcho?: string } = {},
): CodedText[] {
  const question = { collection, filter: parseFilter(collection, filter), sort: parseSort(collection, sort) };
  return liveWarnings(question, { records, ...echoes });
}

test("counts records that do not match the filter", () => {
  const records = [{ id: 1 }, { id: 2 }, { id: 5003 }];
  expect(warn("endpoint", ["id:5003", ""], records)).toEqual([mismatchWarning(["id"], 2, 3)]);
  expect(warn("endpoint", ["id:7,status:0", ""], [{ id: 1, status: { id: 1 } }])).toEqual([
    mismatchWarning(["id", "status"], 1, 1),
  ]);
});

test.each<readonly [Collection, string, JsonRecord]>([
  ["endpoint", "id:5003", { id: "5003" }],
  ["endpoint", "name:VAN", { name: "A van" }],
  ["endpoint", "name:van*7", { name: "Van 1-7" }],
  ["endpoint", "name:*", { name: "anything" }],
  ["endpoint", "ipAddress:10.", { ip_address: "10.0.0.1" }],
  ["endpoint", "iccid:8988303000000000017", { sim: { iccid: "89883030000000000170" } }],
  ["endpoint", "iccid:89883030000000000170", { sim: { iccid: "89883030000000000170" } }],
  ["endpoint", "status:0", { status: { id: 0, description: "Enabled" } }],
  ["endpoint", "status:0", {}],
  ["endpoint", "tags:null", { tags: null }],
  ["imsi", "digits:90143", { imsi: "901430000000001" }],
])("in %s, %s may match %j", (collection, filter, record) => {
  expect(warn(collection, [filter, ""], [record])).toEqual([]);
});

test.each<readonly [Collection, string, JsonRecord]>([
  ["endpoint", "name:van*7", { name: "Van 7-1" }],
  ["endpoint", "name:a*a", { name: "a" }],
  ["endpoint", "ipAddress:10.", { ip_address: "110.0.0.1" }],
  ["endpoint", "iccid:89883030000000000170", { sim: { iccid: "898830300000000001701" } }],
  ["endpoint", "status:0", { status: { id: 1 } }],
])("in %s, %s does not match %j", (collection, filter, record) => {
  expect(warn(collection, [filter, ""], [record])).toHaveLength(1);
});

test("warns when the reported filter lacks a requested field, in any spelling", () => {
  expect(warn("endpoint", ["ipAddress:10.", "-name"], [], { filterEcho: "ip_address:10.", sortEcho: "-name" })).toEqual(
    [],
  );
  const echoes = { filterEcho: "status:0", sortEcho: "id" };
  const named = { filter: [{ field: "name" }], sort: [{ field: "name" }] };
  const warnings = warn("endpoint", ["name:a", "-name"], [], echoes);
  expect(warnings).toEqual(echoWarnings("endpoint", named, echoes));
  expect(warnings).toHaveLength(2);
  expect(warn("endpoint", ["name:a", "name"], [], { filterEcho: "", sortEcho: "" })).toEqual([]);
});
