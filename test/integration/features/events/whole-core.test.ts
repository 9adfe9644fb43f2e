import { expect, test } from "vitest";
import { countRows, openCore } from "../../../make/core.ts";

const dayMs = 86_400_000;

test("reads all events newest first into the cache, and counts, lists and charts them from it", async () => {
  await using core = await openCore();
  const { events } = core.client;
  const all = { scope: { of: "all" as const } };

  const loaded = await events.load({ ...all, limit: 100_000 });
  expect(loaded).toMatchObject({ read: 400, added: 400, complete: true, promised: 400 });
  expect(loaded.coverage.spans).toHaveLength(1);

  const listed = await events.list({ ...all, limit: 3 });
  expect(listed.items.map(({ at }) => at)).toEqual(listed.items.map(({ at }) => at).toSorted((a, b) => b - a));
  expect(listed.nextCursor).toBeDefined();

  const { total, severities, types } = await events.facets(all);
  expect(total).toBeGreaterThan(390);
  expect(severities.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect(types.map(({ label }) => label)).toContain("Update location");

  const timeline = await events.timeline({ ...all, buckets: 30 });
  expect(timeline.buckets).toHaveLength(30);
  const drawn = timeline.buckets.flatMap(({ counts }) => Object.values(counts)).reduce((sum, one) => sum + one, 0);
  expect(drawn).toBe(total);
  expect(timeline.buckets.slice(1, -1).every(({ read }) => read === "read")).toBe(true);
});

test("an endpoint's history has its events, messages and changes in one order, page by page", async () => {
  await using core = await openCore();
  const { events, sms } = core.client;
  const endpoint = "70001";
  await events.load({ scope: { of: "endpoint", id: endpoint } });
  await sms.send({ endpoint, from: "4911", text: "STATUS" });
  await sms.list({ endpoint });
  await core.mutate({ change: [{ id: 70001, set: { name: "renamed" } }] });
  await core.sync("endpoint");

  const whole = await events.history({ endpoint });
  expect(new Set(whole.items.map(({ source }) => source))).toEqual(new Set(["event", "sms", "change"]));
  expect(whole.items.map(({ at }) => at)).toEqual(whole.items.map(({ at }) => at).toSorted((a, b) => b - a));
  expect(whole.coverage.sms?.complete).toBe(true);
  expect(whole.coverage.changes).toBeDefined();

  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await events.history({ endpoint, limit: 1, cursor });
    paged.push(...page.items.map(({ source, key }) => `${source} ${key}`));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(paged).toEqual(whole.items.map(({ source, key }) => `${source} ${key}`));
});

test("reports a service without the list of all events, and stores that", async () => {
  await using core = await openCore({ simulator: { oddities: { notOffered: ["event.list"] } } });
  const { events } = core.client;
  await expect(events.load({ scope: { of: "all" } })).rejects.toMatchObject({ code: "not-offered" });
  const { coverage } = await events.list({ scope: { of: "all" } });
  expect(coverage).toMatchObject({ whole: false, notOfferedAt: expect.any(Number) as number });
  const endpoint = await events.load({ scope: { of: "endpoint", id: "70001" } });
  expect(endpoint).toMatchObject({ complete: true });
});

test("events leave with their connection, and remain after a restart", async () => {
  await using core = await openCore();
  const scope = { of: "endpoint" as const, id: "70001" };
  const { added } = await core.client.events.load({ scope });
  await core.restart();
  const { items, coverage } = await core.client.events.list({ scope, from: Date.now() - 40 * dayMs });
  expect(items).toHaveLength(added);
  expect(coverage.spans).toHaveLength(1);
  await core.client.connections.delete({ connection: "practice" });
  const tables = ["event", "event_record", "event_in", "event_scope", "event_span", "event_word"];
  const left = tables.map((table) => countRows(core, table));
  expect(left).toEqual(tables.map(() => 0));
});
