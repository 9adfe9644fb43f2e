import { expect, test } from "vitest";
import { openCore } from "../../make/core.ts";
import { startConfirmed } from "../../make/start-confirmed.ts";

const day = 86_400_000;

test("without any reading, nothing is known: no figure is a zero that was counted", async () => {
  await using core = await openCore({ simulator: { endpoints: 20 }, sync: [] });
  const { endpoints, quotas, critical, campaigns } = await core.client.overview.get({ today: Date.now() });
  expect(endpoints.cache.state).toBe("never");
  expect(endpoints.disabledToday).toBeUndefined();
  expect(endpoints.totals).toEqual([]);
  expect([quotas.data.newest, quotas.sms.newest, quotas.onHold]).toEqual([undefined, undefined, []]);
  expect([critical.read, critical.before.read]).toEqual([false, false]);
  expect(critical.hours.map(({ read }) => read)).toEqual(Array.from({ length: 24 }, () => "unread"));
  expect(campaigns).toEqual([]);
});

test("the figures are those of the service", async () => {
  await using core = await openCore({ simulator: { endpoints: 60 } });
  const { fleet, events, overview, quotas } = core.client;
  const live = await fleet.listLive({ collection: "endpoint", limit: 1000 });
  const statusOf = (record: Readonly<Record<string, unknown>>): string =>
    String((record["status"] as { readonly id: number }).id);
  const today = Date.now();
  const before = await overview.get({ today });
  expect(Object.fromEntries(before.endpoints.byStatus.map(({ value, count }) => [value, count]))).toEqual(
    Object.fromEntries(
      [...Map.groupBy(live.items, ({ record }) => statusOf(record))].map(([id, of]) => [id, of.length]),
    ),
  );
  const hasSim = ({ record: { sim } }: (typeof live.items)[number]): boolean =>
    (sim as { readonly id?: number } | null | undefined)?.id !== undefined;
  expect(before.endpoints.withoutSim).toBe(live.items.filter((item) => !hasSim(item)).length);
  expect(before.endpoints.disabledToday).toBe(0);

  // Disabled at the service, and noticed by the next sync.
  const enabled = live.items.filter(({ record }) => statusOf(record) === "0").slice(0, 3);
  const disabled = { id: 1, description: "Disabled" };
  await core.mutate({
    collection: "endpoint",
    change: enabled.map(({ id }) => ({ id: Number(id), set: { status: disabled } })),
  });
  await core.sync("endpoint");
  await events.load({ scope: { of: "all" }, limit: 100_000 });
  const [first] = enabled;
  await quotas.read({ endpoint: first?.id ?? "" });
  const after = await overview.get({ today });
  expect(after.endpoints.disabledToday).toBe(3);
  expect(after.endpoints.totals.map(({ total }) => total)).toEqual([60, 60]);
  const [was = {}, is = {}] = after.endpoints.totals.map(({ byStatus }) => byStatus);
  expect(was).toEqual(Object.fromEntries(before.endpoints.byStatus.map(({ value, count }) => [value, count])));
  expect([is["0"], is["1"]]).toEqual([(was["0"] ?? 0) - 3, (was["1"] ?? 0) + 3]);
  const countOf = async (filter: string): Promise<number> =>
    (await fleet.count({ collection: "endpoint", filter })).total;
  expect(before.contact).toEqual({ unknown: 60 });
  expect(after.contact).toEqual({
    seen: await countOf("seen:<24h"),
    silent: await countOf("seen:>24h"),
    unknown: await countOf("seen:unknown"),
  });

  const { items } = await events.livePage({ scope: { of: "all" }, filter: "severity:2", perPage: 1000 });
  const critical = (from: number, until: number): number =>
    items.filter(({ at }) => at >= after.asOf - from && at < after.asOf - until).length;
  expect([after.critical.total, after.critical.read]).toEqual([critical(day, 0), true]);
  expect(after.critical.before).toEqual({ total: critical(2 * day, day), read: true });

  expect([after.quotas.data.groups.checked, after.quotas.sms.groups.checked]).toEqual([1, 1]);
  expect([after.quotas.data.groups.never, after.quotas.data.newest !== undefined]).toEqual([59, true]);
});

test("a paused campaign needs a decision and comes first", async () => {
  await using core = await openCore({ simulator: { endpoints: 20 } });
  const { campaigns, overview } = core.client;
  const ids: string[] = [];
  for (const name of ["one", "two"]) {
    const { campaignId } = await campaigns.plan({
      name,
      audience: [{ source: { csv: { file: core.writeIds(10) } } }],
      text: "CHK",
      from: "4915112345",
      rate: 0.1,
    });
    await startConfirmed(core.client, campaignId);
    ids.push(campaignId);
  }
  await campaigns.pause({ campaignId: ids[0] ?? "" });
  await core.untilCampaign(ids[0] ?? "", "paused");
  const { campaigns: listed } = await overview.get({ today: Date.now() });
  expect(listed.map(({ name, state, needsDecision }) => [name, state, needsDecision])).toEqual([
    ["one", "paused", true],
    ["two", "running", false],
  ]);
});
