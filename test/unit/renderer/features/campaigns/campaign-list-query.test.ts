import { expect, test } from "vitest";
import { parseListing, stateChips, writeSort } from "../../../../../renderer/features/campaigns/campaign-list-query.ts";
import { makeCampaignStatus } from "../../../../make/campaign-status.ts";

test("offers the states that occur", () => {
  const campaigns = [makeCampaignStatus(), makeCampaignStatus({ state: "paused" }), makeCampaignStatus()];
  expect(stateChips(campaigns).map(({ id, count }) => [id, count])).toEqual([
    ["running", 2],
    ["paused", 1],
  ]);
});

test("reads filter and order from the address and ignores invalid values; by default the newest is first", () => {
  const newest = { states: [], search: "", sort: "createdAt", descending: true };
  expect(parseListing({})).toEqual(newest);
  expect(parseListing({ state: "paused,asleep", search: "may", sort: "weight desc" })).toEqual({
    ...newest,
    states: ["paused"],
    search: "may",
  });
  for (const sort of ["name", "delivered desc", "createdAt"]) {
    const listing = parseListing({ sort });
    expect(writeSort(listing.sort, listing.descending)).toBe(sort);
  }
  expect(writeSort("createdAt", true)).toBeUndefined();
});
