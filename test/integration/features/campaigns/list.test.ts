/** The list of campaigns: filtered, sorted and paged by the core. */
import { expect, test } from "vitest";
import { openCore, type Core } from "../../../make/core.ts";

async function plan(core: Core, name: string, count: number): Promise<string> {
  const audience = [{ source: { csv: { file: core.writeIds(count) } } }];
  return (await core.client.campaigns.plan({ name, from: "4911", text: "CHK", audience })).campaignId;
}

test("is sorted by a column in both directions, those without a value last, and equal ones by id", async () => {
  await using core = await openCore();
  const ids = [await plan(core, "beta", 2), await plan(core, "Alpha", 4), await plan(core, "gamma", 2)];
  await core.client.campaigns.start({ campaignId: ids[1] ?? "" });
  await core.untilCampaign(ids[1] ?? "", "finished");
  const names = async (query: Parameters<Core["client"]["campaigns"]["list"]>[0]): Promise<readonly string[]> =>
    (await core.client.campaigns.list(query)).campaigns.map(({ name }) => name);
  expect(await names({})).toEqual(["gamma", "Alpha", "beta"]);
  expect(await names({ sort: "name", descending: false })).toEqual(["Alpha", "beta", "gamma"]);
  expect(await names({ sort: "recipients", descending: true })).toEqual(["Alpha", "gamma", "beta"]);
  expect(await names({ sort: "startedAt", descending: true })).toEqual(["Alpha", "gamma", "beta"]);
  expect(await names({ sort: "startedAt", descending: false })).toEqual(["Alpha", "beta", "gamma"]);
  expect(await names({ sort: "accepted", descending: true, state: ["planned"] })).toEqual(["gamma", "beta"]);
  expect(await names({ search: "AMM" })).toEqual(["gamma"]);
  expect(await names({ search: "%" })).toEqual([]);
});

test("is read page by page from either end, and a cursor belongs to its query", async () => {
  await using core = await openCore();
  for (const name of ["a", "b", "c", "d", "e"]) await plan(core, name, 1);
  const query = { sort: "name" as const, descending: false, limit: 2 };
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await core.client.campaigns.list({ ...query, cursor });
    expect(page.total).toBe(5);
    seen.push(page.campaigns.map(({ name }) => name).join(""));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(["ab", "cd", "e"]);
  const last = await core.client.campaigns.list({ ...query, fromEnd: true });
  expect(last.campaigns.map(({ name }) => name)).toEqual(["d", "e"]);
  const skipped = await core.client.campaigns.list({ ...query, skip: 3 });
  expect(skipped.campaigns.map(({ name }) => name)).toEqual(["d", "e"]);
  const { nextCursor } = await core.client.campaigns.list(query);
  await expect(core.client.campaigns.list({ ...query, sort: "state", cursor: nextCursor })).rejects.toMatchObject({
    code: "cursor-invalid",
  });
});
