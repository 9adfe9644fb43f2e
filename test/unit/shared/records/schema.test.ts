import { expect, test } from "vitest";
import { app } from "#shared/texts/en/index.ts";
import { recordFields } from "#shared/records/fields.ts";
import { cellOf, columnPaths } from "../../../../main/cli/features/fleet/collections.ts";
import { linesOfRecord } from "../../../../main/cli/features/fleet/record-lines.ts";
import { queryable, queryFields } from "../../../../main/core/api/query-fields.ts";
import { columns, columnsOf } from "../../../../main/features/fleet/columns.ts";
import { isEndpointField, pathsOf } from "#shared/rules/endpoint-fields.ts";
import { fieldsOf, lineOf } from "../../../../renderer/features/fleet/record-detail/record-fields.ts";
import { columnOf, listColumns } from "../../../../renderer/features/fleet/list-columns.ts";
import { fieldLabel } from "../../../../renderer/lib/field-label.ts";
import { collections, hasContent, presenceOf, type RecordField } from "#shared/records/schema.ts";

const madeUp: RecordField = {
  name: "battery",
  path: "device.battery",
  label: "notes",
  kind: "number",
  query: { match: { kind: "exact" }, spec: null },
  stored: { repeats: false },
  list: { width: 90 },
  group: "simAndDevice",
};

test("a field of the schema is filtered, stored, listed, shown, printed and inserted into texts", () => {
  const record = { id: 7, device: { battery: 81 } };
  const label = app.fleet.record.notes;

  expect(queryable([madeUp])).toEqual([
    { name: "battery", spec: undefined, match: { kind: "exact" }, sortable: true, colons: false },
  ]);
  expect(columnsOf(madeUp).map((column) => [column.name, column.read(record)])).toEqual([["battery", "81"]]);
  expect(pathsOf(madeUp)).toContainEqual(["battery", ["device.battery", "battery"]]);
  expect(columnPaths([madeUp])).toEqual(["id", "device.battery"]);
  expect(cellOf(record, madeUp.path)).toBe("81");
  expect(linesOfRecord([madeUp], record)).toEqual([
    { title: app.fleet.record.groups.simAndDevice, lines: [{ label, text: "81" }] },
  ]);
  expect(columnOf(madeUp)).toMatchObject([{ name: "battery", list: { width: 90 } }]);
  expect(lineOf(madeUp, "endpoint", record)).toEqual([{ label, value: { kind: "text", text: "81" } }]);
});

/** Nothing but the schema names the fields, so that a new one needs a line there, a label, and a migration if it is stored. */
test.each(collections)("%s: every side has all fields of the schema", (collection) => {
  const fields = recordFields[collection];
  const named = (select: (field: RecordField) => unknown): readonly string[] =>
    fields.flatMap((field) => (select(field) === undefined ? [] : [field.name]));
  const record = { id: 1, sim: { id: 2 } };
  expect(queryFields[collection].map(({ name }) => name)).toEqual(named(({ query }) => query));
  expect(columns[collection]).toHaveLength(named(({ stored }) => stored).length);
  expect(listColumns[collection].map(({ name }) => name)).toEqual(named(({ list }) => list));
  expect(fieldsOf(collection, record).map(({ lines }) => lines.map((line) => line.label))).toEqual(
    linesOfRecord(fields, record).map(({ lines }) => lines.map((line) => line.label)),
  );
  if (collection === "endpoint") expect(fields.filter(({ name }) => !isEndpointField(name))).toEqual([]);
  for (const { name, label } of fields) expect(fieldLabel(name)).not.toBe(label);
});

test.each(collections)("%s: names are unique, and every field is shown somewhere", (collection) => {
  const fields = recordFields[collection];
  expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
  expect(fields.filter(({ list, group }) => list === undefined && group === undefined)).toEqual([]);
  for (const { within } of fields) expect([undefined, ...fields.map(({ name }) => name)]).toContain(within);
});

test("treats null, empty, missing and an object of nothing as no content, but not false and zero", () => {
  const values = [undefined, null, "", [], {}, { id: null }, { id: null, name: "" }, false, 0, { id: 0 }];
  expect(values.map(hasContent)).toEqual([...Array.from({ length: 7 }, () => false), true, true, true]);
});

test("distinguishes a missing value, an empty one, and one of a missing part", () => {
  const imsi = recordFields.endpoint.find(({ name }) => name === "imsi") ?? madeUp;
  const tags = recordFields.endpoint.find(({ name }) => name === "tags") ?? madeUp;
  expect([{}, { sim: null }, { sim: { id: null } }].map((record) => presenceOf(record, imsi))).toEqual([
    "outside",
    "outside",
    "outside",
  ]);
  expect(presenceOf({ sim: { id: 5 } }, imsi)).toBe("missing");
  expect(presenceOf({ sim: { id: 5, imsi: "" } }, imsi)).toBe("empty");
  expect(presenceOf({ sim: { id: 5, imsi: "29" } }, imsi)).toBe("present");
  expect(presenceOf({}, tags)).toBe("empty");
});
