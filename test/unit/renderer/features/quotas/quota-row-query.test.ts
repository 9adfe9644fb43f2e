import { expect, test } from "vitest";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { fetchPage } from "../../../../../renderer/features/quotas/quota-row-query.ts";

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
