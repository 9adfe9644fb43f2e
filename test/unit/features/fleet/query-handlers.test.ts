/** The fields offered to a filter bar, and texts parsed and formatted. */
import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectionSchema, fieldSchema, type Collection } from "#shared/contract/fleet/fleet.ts";
import { choicesOf } from "../../../../main/core/api/inputs.ts";
import { parseFilter, parseSort } from "../../../../main/core/api/query.ts";
import { createFleetQueryHandlers } from "../../../../main/features/fleet/query-handlers.ts";

const handlers = createFleetQueryHandlers();
const context = { signal: new AbortController().signal };

describe.each(collectionSchema.options)("the fields of %s", (collection) => {
  it("have a hint and a kind of comparison", async () => {
    const { fields } = await handlers.fields({ collection }, context);
    expect(fields.filter(({ hint }) => hint === "")).toEqual([]);
    expect(fields.every((field) => fieldSchema.safeParse(field).success && field.match !== undefined)).toBe(true);
  });
});

it("states from how many characters an identifier is compared as a whole", async () => {
  const { fields } = await handlers.fields({ collection: "sim" }, context);
  const hints = Object.fromEntries(fields.map(({ name, hint }) => [name, hint]));
  expect([hints["iccid"], hints["imsi"]]).toEqual([
    t(($) => $.fleet.filter.exactOrStartsWith, { characters: 20 }),
    t(($) => $.fleet.filter.exactOrStartsWith, { characters: 15 }),
  ]);
});

it("lists the closed value sets of the service", async () => {
  const { fields } = await handlers.fields({ collection: "endpoint" }, context);
  expect(fields.find(({ name }) => name === "sim_status")?.choices).toEqual([
    { value: "0", label: "Issued" },
    { value: "1", label: "Activated" },
    { value: "2", label: "Suspended" },
    { value: "3", label: "Deleted" },
    { value: "4", label: "Factory Test" },
  ]);
});

it("parses conditions and keys in any of the field's spellings", async () => {
  const read = await handlers.readQuery(
    { collection: "endpoint", filter: " ipAddress:10.64 , name:van*", sort: "-name,+ip_address" },
    context,
  );
  expect(read).toEqual({
    conditions: [
      { field: "ip_address", value: "10.64" },
      { field: "name", value: "van*" },
    ],
    sort: [
      { field: "name", descending: true },
      { field: "ip_address", descending: false },
    ],
  });
});

it("reports the position of what cannot be parsed and parses the other text", async () => {
  const read = await handlers.readQuery({ collection: "endpoint", filter: "name:a,colour:red", sort: "name" }, context);
  expect(read).toMatchObject({
    conditions: [],
    sort: [{ field: "name", descending: false }],
    filterProblem: { position: 8, text: { code: "filter-field-unknown" } },
  });
  expect(read.sortProblem).toBeUndefined();
});

it.each([
  { field: "name", value: "a,b" },
  { field: "name", value: "  " },
  { field: "name", value: "a:b" },
  { field: "colour", value: "red" },
])("rejects writing $field $value", async (condition) => {
  const writing = handlers.writeQuery({ collection: "endpoint", conditions: [condition], sort: [] }, context);
  await expect(writing).rejects.toMatchObject({ code: "filter-invalid" });
});

it("rejects sorting by a field that the service cannot sort by", async () => {
  const writing = handlers.writeQuery(
    { collection: "endpoint", conditions: [], sort: [{ field: "colour", descending: false }] },
    context,
  );
  await expect(writing).rejects.toMatchObject({ code: "sort-invalid" });
});

it("writes texts that parse to the same conditions", async () => {
  const value = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== "" && !/[,:]/.test(text));
  const query = fc.constantFrom<Collection>(...collectionSchema.options).chain((collection) => {
    const names = fieldNames.get(collection) ?? ["id"];
    const condition = fc.constantFrom(...names, "any").chain((field) => {
      const codes =
        collection === "endpoint" && field === "seen"
          ? ["<24h", ">7d", "unknown"]
          : choicesOf(collection, field)?.map((choice) => choice.value);
      return fc.record({ field: fc.constant(field), value: codes === undefined ? value : fc.constantFrom(...codes) });
    });
    return fc.record({
      collection: fc.constant(collection),
      conditions: fc.array(condition, { maxLength: 4 }),
      sort: fc.uniqueArray(
        fc.record({ field: fc.constantFrom(...names.filter((one) => one !== "seen")), descending: fc.boolean() }),
        {
          maxLength: 3,
          selector: ({ field }) => field,
        },
      ),
    });
  });
  const fieldNames = new Map<Collection, string[]>();
  for (const collection of collectionSchema.options) {
    const { fields } = await handlers.fields({ collection }, context);
    fieldNames.set(
      collection,
      fields.filter(({ match }) => match !== "criterion").map(({ name }) => name),
    );
  }
  await fc.assert(
    fc.asyncProperty(query, async ({ collection, conditions, sort }) => {
      const { filter, sort: sortText } = await handlers.writeQuery({ collection, conditions, sort }, context);
      expect(parseFilter(collection, filter)).toEqual(
        conditions.map(({ field, value: input }) => ({ field, value: input.trim() })),
      );
      expect(parseSort(collection, sortText)).toEqual(sort);
    }),
  );
});
