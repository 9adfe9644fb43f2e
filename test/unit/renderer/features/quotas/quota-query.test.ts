import { expect, test } from "vitest";
import { parseQuotaQuery, writeSort } from "../../../../../renderer/features/quotas/quota-query.ts";

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
