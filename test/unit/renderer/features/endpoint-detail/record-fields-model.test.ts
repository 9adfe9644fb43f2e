import { expect, test } from "vitest";
import type { JsonRecord } from "../../../../../preload/contract/kit.ts";
import {
  copyOf,
  type FieldValue,
  fieldsOf,
} from "../../../../../renderer/features/endpoint-detail/record-fields-model.ts";
import { collections } from "../../../../../renderer/lib/records.ts";

function valueOf(
  collection: Parameters<typeof fieldsOf>[0],
  record: JsonRecord,
  label: string,
): FieldValue | undefined {
  return fieldsOf(collection, record)
    .flatMap(({ lines }) => lines)
    .find((line) => line.label === label)?.value;
}

test("an endpoint without a SIM says so as a fact, whether the service leaves it out or sends null", () => {
  for (const record of [{}, { sim: null }])
    expect(valueOf("endpoint", record, "SIM")).toEqual({ kind: "none", text: "no SIM" });
  expect(valueOf("endpoint", {}, "IMSI")).toBeUndefined();
});

test("a SIM leads to its own detail by its number", () => {
  const record = { sim: { id: 80001, iccid: "8988303000000000017", imsi: "295050900000017" } };
  expect(valueOf("endpoint", record, "SIM")).toEqual({
    kind: "link",
    to: { collection: "sim", id: "80001" },
    text: "8988303000000000017",
    mono: true,
  });
  expect(valueOf("endpoint", record, "IMSI")).toEqual({ kind: "mono", text: "295050900000017" });
});

test("what the service does not tell is unknown; what it tells to be empty is none", () => {
  expect(valueOf("endpoint", {}, "IMEI")).toEqual({ kind: "unknown" });
  expect(valueOf("endpoint", { imei: null }, "IMEI")).toEqual({ kind: "none", text: "none reported" });
  expect(valueOf("endpoint", {}, "Service profile")).toEqual({ kind: "unknown" });
  expect(valueOf("organisation", {}, "Monthly limit")).toEqual({ kind: "unknown" });
  expect(valueOf("organisation", { monthly_cost_limit: null }, "Monthly limit")).toEqual({
    kind: "none",
    text: "no limit",
  });
});

test("an id without a name is shown as the id", () => {
  expect(valueOf("endpoint", { tariff_profile: { id: 7 } }, "Tariff profile")).toEqual({
    kind: "named",
    name: undefined,
    id: "7",
  });
  expect(valueOf("endpoint", { service_profile: { id: 7 } }, "Service profile")).toMatchObject({
    kind: "place",
    name: undefined,
    id: "7",
    address: { path: ["network", "profiles"], query: { profile: "7" } },
  });
  expect(valueOf("sim", { endpoint: { id: 70001 } }, "Endpoint")).toEqual({
    kind: "link",
    to: { collection: "endpoint", id: "70001" },
    text: undefined,
    mono: false,
  });
});

test("a card in stock belongs to no endpoint", () => {
  expect(valueOf("sim", {}, "Endpoint")).toEqual({ kind: "none", text: "not assigned to an endpoint" });
});

test("a date in a shape that is not known is shown as it came", () => {
  expect(valueOf("endpoint", { created: "last May" }, "Created")).toEqual({ kind: "mono", text: "last May" });
});

test("every collection has lines for an empty record, and none of them breaks", () => {
  for (const collection of collections) expect(fieldsOf(collection, {}).length).toBeGreaterThan(0);
});

test("only what is known can be copied, and tags as the service writes them", () => {
  expect(copyOf({ kind: "unknown" })).toBeUndefined();
  expect(copyOf({ kind: "none", text: "no SIM" })).toBeUndefined();
  expect(copyOf({ kind: "tags", tags: ["north", "fridge"] })).toBe("north,fridge");
  expect(copyOf({ kind: "link", to: { collection: "sim", id: "5" }, text: "8988303000000000017", mono: true })).toBe(
    "8988303000000000017",
  );
});
