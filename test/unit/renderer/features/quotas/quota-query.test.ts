import { expect, test } from "vitest";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { fetchPage, parseQuotaQuery, writeSort } from "../../../../../renderer/features/quotas/quota-query.ts";

test("selects all data quotas queried so far for an empty address", () => {
  expect(parseQuotaQuery({})).toEqual({
    kind: "data",
    belowPercent: 20,
    expiringDays: 14,
    group: "checked",
    sort: "endpoint",
    descending: false,
  });
});

test("parses the address, including a limit of 0 per cent", () => {
  const query = { kind: "sms", below: "0", days: "3", group: "none", sort: "percent desc", search: "x", profile: "7" };
  expect(parseQuotaQuery({ ...query, audience: "4" })).toEqual({
    kind: "sms",
    belowPercent: 0,
    expiringDays: 3,
    group: "none",
    sort: "percent",
    descending: true,
    search: "x",
    profile: "7",
    audience: 4,
  });
});

test("replaces invalid values of an address by defaults", () => {
  const query = { kind: "both", below: "120", days: "0", group: "x", sort: "name desc", audience: "a", search: " " };
  expect(parseQuotaQuery(query)).toEqual(parseQuotaQuery({}));
});

test("round-trips the sort order", () => {
  expect(writeSort("endpoint", false)).toBeUndefined();
  for (const sort of ["endpoint", "volume", "percent", "expiresAt", "asOf"] as const) {
    const { sort: read, descending } = parseQuotaQuery({ sort: writeSort(sort, true) ?? "" });
    expect([read, descending]).toEqual([sort, true]);
  }
});

const item = (index: number): QuotaItem => ({ endpoint: String(index), enforced: "unknown" });

/** A list of this many endpoints that pages by cursor only. */
function listOf(total: number): { readonly calls: number[]; readonly list: Parameters<typeof fetchPage>[0] } {
  const calls: number[] = [];
  return {
    calls,
    list: async ({ limit, cursor }) => {
      calls.push(limit);
      const from = Number(cursor ?? 0);
      const until = Math.min(total, from + limit);
      const items = Array.from({ length: until - from }, (_, index) => item(from + index));
      return { items, ...(until < total ? { nextCursor: String(until) } : {}) };
    },
  };
}

const { signal } = new AbortController();

test("skips rows by fetching up to a thousand at a time", async () => {
  const { calls, list } = listOf(5000);
  const page = await fetchPage(list, { skip: 2304, limit: 64, fromEnd: false }, signal);
  expect(page.items.map(({ endpoint }) => endpoint).slice(0, 2)).toEqual(["2304", "2305"]);
  expect(calls).toEqual([1000, 1000, 304, 64]);
});

test("starts from the cursor", async () => {
  const { calls, list } = listOf(5000);
  const page = await fetchPage(list, { cursor: "2240", skip: 64, limit: 64, fromEnd: false }, signal);
  expect(page.items[0]?.endpoint).toBe("2304");
  expect(calls).toEqual([64, 64]);
});

test("returns no rows beyond the end", async () => {
  const { list } = listOf(100);
  expect(await fetchPage(list, { skip: 128, limit: 64, fromEnd: false }, signal)).toEqual({ items: [] });
});
