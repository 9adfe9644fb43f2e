import { collections } from "#shared/records/schema.ts";
import { expect, test } from "vitest";
import { app } from "#shared/texts/en/index.ts";
import { t } from "#shared/texts/text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import {
  copyOf,
  type FieldValue,
  fieldsOf,
} from "../../../../../../renderer/features/fleet/record-detail/record-fields.ts";

const label = app.fleet.record;

function valueOf(
  collection: Parameters<typeof fieldsOf>[0],
  record: JsonRecord,
  named: string,
): FieldValue | undefined {
  return fieldsOf(collection, record)
    .flatMap(({ lines }) => lines)
    .find((line) => line.label === named)?.value;
}

test("states that an endpoint has no SIM, whether the field is missing or null", () => {
  for (const record of [{}, { sim: null }])
    expect(valueOf("endpoint", record, label.sim)).toEqual({ kind: "none", text: t(($) => $.fleet.record.noSim) });
  expect(valueOf("endpoint", {}, label.imsi)).toBeUndefined();
});

test("links a SIM to its detail by its number", () => {
  const record = { sim: { id: 80001, iccid: "8988303000000000017", imsi: "295050900000017" } };
  expect(valueOf("endpoint", record, label.sim)).toEqual({
    kind: "link",
    to: { collection: "sim", id: "80001" },
    text: "8988303000000000017",
    mono: true,
  });
  expect(valueOf("endpoint", record, label.imsi)).toEqual({ kind: "mono", text: "295050900000017" });
});

test("shows unreported values as unknown, and empty ones as none", () => {
  expect(valueOf("endpoint", {}, label.imei)).toEqual({ kind: "unknown" });
  expect(valueOf("endpoint", { imei: null }, label.imei)).toEqual({
    kind: "none",
    text: t(($) => $.fleet.record.imeiNotReported),
  });
  expect(valueOf("endpoint", {}, label.serviceProfile)).toEqual({ kind: "unknown" });
  expect(valueOf("organisation", {}, label.monthlyLimit)).toEqual({ kind: "unknown" });
  expect(valueOf("organisation", { monthly_cost_limit: null }, label.monthlyLimit)).toEqual({
    kind: "none",
    text: t(($) => $.fleet.record.noLimit),
  });
});

test("shows the id of a reference without a name", () => {
  expect(valueOf("endpoint", { tariff_profile: { id: 7 } }, label.tariffProfile)).toEqual({
    kind: "named",
    name: undefined,
    id: "7",
  });
  expect(valueOf("endpoint", { service_profile: { id: 7 } }, label.serviceProfile)).toMatchObject({
    kind: "place",
    name: undefined,
    id: "7",
    address: { path: ["network", "profiles"], query: { profile: "7" } },
  });
  expect(valueOf("sim", { endpoint: { id: 70001 } }, label.endpoint)).toEqual({
    kind: "link",
    to: { collection: "endpoint", id: "70001" },
    text: undefined,
    mono: false,
  });
});

test("states that a SIM in stock belongs to no endpoint", () => {
  expect(valueOf("sim", {}, label.endpoint)).toEqual({ kind: "none", text: t(($) => $.fleet.record.notAssigned) });
});

test("shows a date in an unknown format unchanged", () => {
  expect(valueOf("endpoint", { created: "last May" }, label.created)).toEqual({ kind: "mono", text: "last May" });
});

test("produces lines for an empty record of every collection", () => {
  for (const collection of collections) expect(fieldsOf(collection, {}).length).toBeGreaterThan(0);
});

test("copies only known values, and tags as the service formats them", () => {
  expect(copyOf({ kind: "unknown" })).toBeUndefined();
  expect(copyOf({ kind: "none", text: "no SIM" })).toBeUndefined();
  expect(copyOf({ kind: "tags", tags: ["north", "fridge"] })).toBe("north,fridge");
  expect(copyOf({ kind: "link", to: { collection: "sim", id: "5" }, text: "8988303000000000017", mono: true })).toBe(
    "8988303000000000017",
  );
});
