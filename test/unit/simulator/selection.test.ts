import fc from "fast-check";
import { expect, test } from "vitest";
import { createFleet } from "../../../main/simulator/fleet.ts";
import { resolveOptions } from "../../../main/simulator/options.ts";
import { compareKeys, matcher, parseFilter, parseSort } from "../../../main/simulator/collection.ts";

const { records, selector } = createFleet(resolveOptions({ endpoints: 300 })).endpoint;
const { fields } = records.source;

const filters = fc.constantFrom(
  "name:a",
  "name:*1",
  "tags:north",
  "ipAddress:10.64.0.2",
  "imei:35",
  "iccid:89883030010000001",
  "id:70020",
  "status:1",
);
const sorts = fc.constantFrom("name", "-tags", "status", "-imei", "created", "-iccid", "id", "-service_profile");

test("ranges, cached orders and shortcuts select the same as a plain scan", () => {
  fc.assert(
    fc.property(fc.uniqueArray(filters, { maxLength: 3 }), fc.uniqueArray(sorts, { maxLength: 3 }), (pairs, keys) => {
      const [q, sort] = [pairs.join(","), keys.join(",")];
      const conditions = parseFilter(q, fields, "both");
      const order = parseSort(sort, fields);
      if (!conditions.ok || !order.ok) throw new Error("the generated query is not understood");
      const scan = [...records.slots()]
        .filter((slot) =>
          conditions.value.every(({ field, criterion }) =>
            matcher(field.match, criterion)(field.key(records.record(slot))),
          ),
        )
        .sort((a, b) => {
          for (const { field, descending } of order.value) {
            const difference = compareKeys(field.key(records.record(a)), field.key(records.record(b)));
            if (difference !== 0) return descending ? -difference : difference;
          }
          return a - b;
        });
      expect([...selector.select(conditions.value, order.value, q, sort)]).toEqual(scan);
    }),
  );
});

test("the key of a seeded record equals the key of its generated record", () => {
  const fleet = createFleet(resolveOptions({ endpoints: 120, seed: 3 }));
  const different = Object.values(fleet).flatMap(({ records: collection }) =>
    collection.source.fields.flatMap((field) =>
      [...collection.slots()]
        .filter((slot) => collection.key(field, slot) !== field.key(collection.record(slot)))
        .map((slot) => `${collection.source.name}.${field.live[0]} ${slot}`),
    ),
  );
  expect(different).toEqual([]);
});
