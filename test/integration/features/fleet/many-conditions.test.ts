/** Filters with as many conditions as the grammar allows, of every kind, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

const collection = "endpoint";
let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core[Symbol.asyncDispose]());

const many = (count: number, separator: string, term: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => term(index)).join(separator);

const longest = {
  "alternatives with two wildcards": `or:${many(400, "|", (index) => `name:a${index}*b*`)}`,
  "conditions with two wildcards": many(400, ",", () => "name:*e*"),
  "conditions with a prefix and a wildcard": many(400, ",", (index) => `name:a${index}*b`),
  "negated conditions": many(400, ",", (index) => `not:name:a${index}*b`),
  "alternatives of every kind": `or:${many(100, "|", (index) => `id:${index}|status:${index % 2}|imei:3${index}|not:name:*x${index}*`)}`,
  "texts in any field": `or:${many(28, "|", (index) => `any:x${index}`)}`,
  ranges: many(400, ",", () => "range:created:2000..2100"),
};

describe("a filter with the most conditions", () => {
  it.each(Object.entries(longest))("(%s) is evaluated on every path", async (_kind, filter) => {
    const { fleet, campaigns } = core.client;
    for (const sort of ["", "name", "-status,name"]) {
      const { items } = await fleet.list({ collection, filter, sort, limit: 100 });
      const { total } = await fleet.count({ collection, filter });
      expect(Math.min(100, total)).toBe(items.length);
    }
    await fleet.facet({ collection, field: "status", filter });
    const plan = campaigns.plan({ name: "many", from: "4911", text: "CHK", audience: [{ source: { filter } }] });
    await plan.then(
      ({ planned }) => expect(planned).toBeGreaterThanOrEqual(0),
      (error: unknown) => expect(error).toMatchObject({ code: "audience-empty" }),
    );
  });
});

it("one condition more is rejected on every path", async () => {
  const { fleet, campaigns, views } = core.client;
  const filter = `or:${many(401, "|", (index) => `id:${index}`)}`;
  const calls = [
    fleet.list({ collection, filter, limit: 100 }),
    fleet.listLive({ collection, filter }),
    fleet.count({ collection, filter }),
    fleet.facet({ collection, field: "status", filter }),
    views.save({ collection, name: "many", filter, sort: "" }),
    campaigns.plan({ name: "many", from: "4911", text: "CHK", audience: [{ source: { filter } }] }),
  ];
  const codes = await Promise.all(
    calls.map((call) =>
      call.then(
        () => "ok",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(new Set(codes)).toEqual(new Set(["filter-too-many"]));
  expect(await fleet.readQuery({ collection, filter })).toMatchObject({
    conditions: [],
    filterProblem: { position: 1 },
  });
});
