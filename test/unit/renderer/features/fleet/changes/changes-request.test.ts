import { expect, test } from "vitest";
import {
  type ChangedRecord,
  countLabels,
  filterRows,
  changesQueryOf,
  readChangesRequest,
  rowHeight,
  rowsOf,
} from "../../../../../../renderer/features/fleet/changes/changes-request.ts";
import { parseAddress } from "../../../../../../renderer/lib/address.ts";

const noon = new Date(2031, 3, 2, 12).getTime();

function entry(change: Partial<ChangedRecord>): ChangedRecord {
  return { id: "1", kind: "changed", snapshot: 2, at: noon, changes: [], ...change };
}

test("parses the query of an address and ignores invalid parameters", () => {
  expect(readChangesRequest(parseAddress("/changes/sim?since=snapshot:12&kind=removed,moon&word=ip"))).toEqual({
    collection: "sim",
    since: "snapshot:12",
    kinds: ["removed"],
    labelIds: ["ip"],
  });
  for (const since of ["snapshot:x", "date:2031-99-99", "date:2031-02-30", "date:2031-3-1", "date:soon", "tomorrow"])
    expect(readChangesRequest(parseAddress(`/changes?since=${since}`))).toMatchObject({
      collection: "endpoint",
      since: "last",
    });
});

test("compares yesterday with the last snapshot before today, and a date with its start", () => {
  const midnight = new Date(2031, 3, 2).getTime();
  expect(changesQueryOf({ collection: "sim", since: "yesterday" }, noon).since).toEqual({ at: midnight });
  expect(changesQueryOf({ collection: "sim", since: "date:2031-03-01" }, noon).since).toEqual({
    at: new Date(2031, 2, 1).getTime(),
  });
  expect(changesQueryOf({ collection: "sim", since: "snapshot:7" }, noon).since).toEqual({ snapshot: 7 });
  expect(changesQueryOf({ collection: "sim", since: "last" }, noon).since).toBeUndefined();
});

const rows = rowsOf("endpoint", [
  entry({ id: "1", kind: "added" }),
  entry({ id: "2", kind: "removed" }),
  entry({ id: "3", changes: [{ field: "ip_address", before: "10.0.0.1", after: "10.0.0.2" }] }),
  entry({
    id: "4",
    changes: [
      { field: "ip_address", before: "10.0.0.1", after: "10.0.0.2" },
      { field: "tags", before: "", after: "a" },
    ],
  }),
]);

test("counts labels of changed records, most frequent first", () => {
  expect(countLabels(rows).map(({ id, count }) => [id, count])).toEqual([
    ["ip", 2],
    ["tags", 1],
  ]);
});

test("combines selected kinds by OR, selected labels by OR, and both by AND", () => {
  const ids = (kinds: Parameters<typeof filterRows>[1]["kinds"], labelIds: readonly string[]): readonly string[] =>
    filterRows(rows, { kinds, labelIds }).map((row) => row.entry.id);
  expect(ids([], [])).toEqual(["1", "2", "3", "4"]);
  expect(ids(["added", "removed"], [])).toEqual(["1", "2"]);
  expect(ids([], ["tags"])).toEqual(["4"]);
  expect(ids(["added"], ["tags"])).toEqual([]);
});

test("computes row heights from lines or labels, with at least one line", () => {
  expect(rows.map(rowHeight)).toEqual([31, 31, 31, 51]);
});
