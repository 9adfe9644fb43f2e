/** The fields offered to a filter bar, and texts parsed. */
import { t } from "#shared/texts/text.ts";
import { describe, expect, it } from "vitest";
import { collectionSchema, fieldSchema } from "#shared/contract/fleet/fleet.ts";
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

it("parses conditions in any of the field's spellings", async () => {
  const read = await handlers.readQuery({ collection: "endpoint", filter: " ipAddress:10.64 , name:van*" }, context);
  expect(read).toEqual({
    conditions: [
      { field: "ip_address", value: "10.64" },
      { field: "name", value: "van*" },
    ],
  });
});

it("reports the position of what cannot be parsed", async () => {
  const read = await handlers.readQuery({ collection: "endpoint", filter: "name:a,colour:red" }, context);
  expect(read).toMatchObject({
    conditions: [],
    filterProblem: { position: 8, text: { code: "filter-field-unknown" } },
  });
});
