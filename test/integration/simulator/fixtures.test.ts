/** The practice fleet: realistic, with a history and ongoing changes; the same for the same seed. */
import { expect, test } from "vitest";
import type { SimulatorOptions } from "../../../main/simulator/options.ts";
import { openPracticeService, type PracticeService } from "../../make/practice-service.ts";

type Row = Readonly<Record<string, unknown>>;

const full: SimulatorOptions = { endpoints: 1000, realistic: true, history: true };
const list = async (service: PracticeService, path: string): Promise<readonly Row[]> =>
  (await service.call("GET", path)).json as readonly Row[];
const countBy = (rows: readonly Row[], key: (row: Row) => string): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(rows, key)].map(([name, group]) => [name, group.length]));
const describe = (value: unknown): string =>
  (value as { readonly description?: string } | undefined)?.description ?? "none";

test("realistic endpoints differ in name, profile, tariff and state like those of several customers", async () => {
  await using service = await openPracticeService(full);
  const rows = await list(service, "/api/v1/endpoint?per_page=1000");
  expect(new Set(rows.map(({ name }) => name)).size).toBe(1000);
  const kinds = (key: string): number => new Set(rows.map((row) => (row[key] as { readonly name: string }).name)).size;
  expect([kinds("service_profile"), kinds("tariff_profile")]).toEqual([7, 4]);
  const states = countBy(rows, ({ status }) => describe(status));
  expect(states["Disabled"]).toBeGreaterThan(30);
  expect(states["Enabled"]).toBeGreaterThan(850);
  const sims = countBy(rows, ({ sim }) => (sim === undefined ? "none" : describe((sim as Row)["status"])));
  expect(sims["none"]).toBe(20);
  expect(sims["Suspended"]).toBeGreaterThan(20);
});

test("every profile that endpoints use can be read", async () => {
  await using service = await openPracticeService(full);
  const rows = await list(service, "/api/v1/endpoint?per_page=1000");
  const used = new Set(rows.map((row) => JSON.stringify(row["service_profile"])));
  const profiles = await list(service, "/api/v1/service_profile");
  const available = new Set(profiles.map(({ id, name }) => JSON.stringify({ id, name })));
  expect([...used].filter((profile) => !available.has(profile))).toEqual([]);
});

test("filters match the records, realistic or not", async () => {
  await using service = await openPracticeService(full);
  const rows = await list(service, "/api/v1/endpoint?per_page=1000");
  const expected = rows.filter(({ status }) => describe(status) === "Disabled").map(({ id }) => id);
  const disabled = await list(service, "/api/v1/endpoint?per_page=1000&q=status:1");
  expect(disabled.map(({ id }) => id)).toEqual(expected);
});

test("the history contains threads with replies and events, in order of time, the same at each start", async () => {
  const read = async (): Promise<readonly unknown[]> => {
    await using service = await openPracticeService({
      ...full,
      clock: { now: () => Date.UTC(2031, 0, 31), after: () => () => undefined },
    });
    const messages = await Promise.all(
      Array.from({ length: 40 }, (_, slot) => list(service, `/api/v1/endpoint/${70_001 + slot}/sms`)),
    );
    const events = await list(service, "/api/v1/event?per_page=1000");
    return [messages.flat(), events];
  };
  const [first, second] = [await read(), await read()];
  expect(first).toEqual(second);
  const [messages, events] = first as [readonly Row[], readonly Row[]];
  const types = countBy(messages, ({ sms_type }) => describe(sms_type));
  expect(types["MT"]).toBeGreaterThan(20);
  expect(types["MO"]).toBeGreaterThan(10);
  expect(messages.some(({ payload }) => /^OK STATUS BAT=\d+ CSQ=\d+/.test(String(payload)))).toBe(true);
  expect(messages.some(({ payload }) => /^(BATTERY|DOOR|POWER|TEMP|TILT|COIN|RESTARTED)/.test(String(payload)))).toBe(
    true,
  );
  const times = events.map(({ timestamp }) => String(timestamp));
  expect(times.length).toBe(1000);
  expect(new Set(events.map(({ event_type }) => describe(event_type))).size).toBeGreaterThan(4);
});

test("with traffic the fleet, its events and its messages change; without it nothing does", async () => {
  const run: (() => void)[] = [];
  const clock = {
    now: () => Date.UTC(2031, 0, 31) + run.length,
    after: (_delayMs: number, step: () => void) => {
      run.push(step);
      return () => undefined;
    },
  };
  await using service = await openPracticeService({ endpoints: 1000, realistic: true, traffic: true, clock });
  const before = await list(service, "/api/v1/endpoint?per_page=1000");
  for (let step = 0; step < 200; step += 1) run[step]?.();
  const after = await list(service, "/api/v1/endpoint?per_page=1000");
  const changed = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]));
  expect(changed.length).toBeGreaterThan(15);
  expect(changed.length).toBeLessThan(60);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const fields = new Set(
    changed.flatMap((row) => {
      const former = before.find(({ id }) => id === row["id"]) ?? {};
      return Object.keys(row).filter((key) => JSON.stringify(row[key]) !== JSON.stringify(former[key]));
    }),
  );
  expect([...fields].toSorted()).toEqual(expect.arrayContaining(["ip_address", "last_updated", "status", "tags"]));
  await using quiet = await openPracticeService({
    endpoints: 1000,
    realistic: true,
    clock: { ...clock, after: () => () => undefined },
  });
  expect(await list(quiet, "/api/v1/endpoint?per_page=1000")).toEqual(before);
});

test("endpoint and SIM report a swapped SIM consistently", async () => {
  const run: (() => void)[] = [];
  const after = (_delayMs: number, step: () => void): (() => void) => {
    run.push(step);
    return () => undefined;
  };
  await using service = await openPracticeService({
    endpoints: 1000,
    traffic: true,
    clock: { now: () => Date.UTC(2031, 0, 31), after },
  });
  for (let step = 0; step < 2000; step += 1) run[step]?.();
  const endpoints = await list(service, "/api/v1/endpoint?per_page=1000");
  const sims = new Map((await list(service, "/api/v1/sim?per_page=2500")).map((sim) => [sim["id"], sim]));
  const wrong = endpoints.filter(({ id, sim }) => {
    const own = (sim as Row | undefined)?.["id"];
    return own !== undefined && (sims.get(own)?.["endpoint"] as Row | undefined)?.["id"] !== id;
  });
  expect(wrong).toEqual([]);
  expect([...sims.values()].filter(({ status }) => describe(status) === "Suspended").length).toBeGreaterThan(20);
});
