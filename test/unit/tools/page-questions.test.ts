import { expect, test } from "vitest";
import { parseFilter, parseSort } from "../../../main/core/api/query.ts";
import { queryFields } from "../../../main/core/api/query-fields.ts";
import { pageFilters, pageQuestions, pageSorts } from "../../../tools/bench/page-questions.ts";

test("every filterable and sortable field is queried, in both directions", () => {
  const fields = queryFields.endpoint.map(({ name }) => name);
  const filtered = new Set(pageFilters(1000).map((filter) => filter.split(":", 1)[0]));
  expect(
    fields.filter((name) => !filtered.has(name)),
    "fields without criteria in tools/bench/page-questions.ts",
  ).toEqual([]);
  const sortable = queryFields.endpoint.filter((field) => field.sortable).map(({ name }) => name);
  expect(sortable.filter((name) => !pageSorts().includes(name) || !pageSorts().includes(`-${name}`))).toEqual([]);
});

test("every query is valid grammar", () => {
  for (const filter of pageFilters(1000)) expect(() => parseFilter("endpoint", filter)).not.toThrow();
  for (const sort of pageSorts()) expect(() => parseSort("endpoint", sort)).not.toThrow();
});

test("the order depends on the seed alone, and every order has the same queries", () => {
  const text = (seed: number): string[] => pageQuestions(1000, seed).map(({ filter, sort }) => `${filter} ${sort}`);
  expect(text(3)).toEqual(text(3));
  expect(text(3)).not.toEqual(text(4));
  expect(text(3).toSorted()).toEqual(text(4).toSorted());
  expect(new Set(text(3)).size).toBe(text(3).length);
});
