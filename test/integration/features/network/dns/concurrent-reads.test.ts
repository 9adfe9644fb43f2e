/** Concurrent reads and changes: a response to an earlier request proves nothing about a later state. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { startReportingService } from "../../../../fakes/reporting-service.ts";
import { openCore, type Core } from "../../../../make/core.ts";
import { networkOptions } from "../../../../make/network-options.ts";
import { holdMs } from "../../../../make/service-client.ts";

const small = { ...networkOptions, simulator: { endpoints: 3 } };
const addresses = { primary: "8.8.8.8", secondary: "8.8.4.4" };

/** Resolves when the service has received this many requests. */
async function arrived(core: Core, operation: string, count: number): Promise<void> {
  await expect.poll(() => core.requests(operation)).toBe(count);
}

test("a profile read during its change does not report the change's result", async () => {
  await using core = await openCore({ ...small, proxy: startReportingService });
  core.proxy.assignments.set("902", 3);
  core.setFaults({ kind: "slow", rate: 1, on: "profile.update", delayMs: holdMs });
  const attached = core.client.dns.attach({ profile: "902", dns: "4" });
  await arrived(core, "profile.update", 1);
  expect((await core.client.profiles.read({ profile: "902" })).profile.dns).toMatchObject({
    assignment: { state: "unknown" },
    lost: { requested: { state: "uses", dns: "4" } },
  });
  core.simulator.advance(holdMs);
  expect(await attached).toMatchObject({
    outcome: "done",
    use: { assignment: { state: "uses", dns: "4" }, source: "this-computer" },
  });
  expect((await core.client.profiles.read({ profile: "902" })).profile.dns).toMatchObject({
    assignment: { state: "uses", dns: "3" },
    source: "service",
  });
});

test("a list requested before a deletion does not restore the deleted configuration", async () => {
  await using core = await openCore(small);
  const { client } = core;
  core.setFaults({ kind: "slow", rate: 1, on: "dns.list", delayMs: holdMs, attempts: 1 });
  const reading = client.dns.refresh({});
  await arrived(core, "dns.list", 1);
  expect(await client.dns.remove({ dns: "4" })).toMatchObject({ outcome: "deleted" });
  core.simulator.advance(holdMs);
  expect((await reading).items.map(({ id }) => id)).toEqual(["3"]);
  expect((await client.dns.list({})).items.map(({ id }) => id)).toEqual(["3"]);
});

test("the list contains a created configuration although the list was not read since, or does not exist", async () => {
  await using core = await openCore(small);
  const { client } = core;
  core.setFaults(
    { kind: "slow", rate: 1, on: "dns.list", attempts: 1, delayMs: 0 },
    { kind: "error-before", rate: 1, on: "dns.list" },
  );
  expect(await client.dns.create(addresses)).toMatchObject({ outcome: "created", id: "5" });
  expect((await client.dns.list({})).items).toMatchObject([{ id: "3" }, { id: "4" }, { id: "5", ...addresses }]);
  core.setFaults({ kind: "refuse", rate: 1, status: 405, on: "dns.list" });
  expect(await client.dns.refresh({})).toMatchObject({ state: "not-offered" });
  expect((await client.dns.list({})).items.map(({ id }) => id)).toContain("5");
  expect(await client.dns.remove({ dns: "5" })).toMatchObject({ outcome: "deleted" });
  expect((await client.dns.list({})).items.map(({ id }) => id)).not.toContain("5");
});

test("distinguishes unknown creations by number, time and content, and by whether a read resolved them", async () => {
  await using core = await openCore(small);
  const { client } = core;
  core.setFaults(
    { kind: "reset-after", rate: 1, on: ["dns.create", "profile.create"] },
    { kind: "error-before", rate: 1, on: ["dns.delete"] },
    { kind: "slow", rate: 1, on: ["dns.list", "profile.list"], attempts: 1, delayMs: 0 },
    { kind: "error-before", rate: 1, on: ["dns.list", "profile.list"] },
  );
  const first = await client.dns.create(addresses);
  expect(first).toMatchObject({ outcome: "unknown", message: { code: "dns-create-unknown", params: { change: 1 } } });
  await client.profiles.create({ name: "Neu", description: "Night", dns: "4" });
  const { unresolved } = await client.dns.list({});
  expect(unresolved).toEqual([
    {
      change: 1,
      kind: "create",
      ...addresses,
      at: expect.any(Number) as number,
      message: codedText("dns-create-unconfirmed", addresses),
    },
  ]);
  expect((await client.profiles.list({})).unresolved).toMatchObject([
    { change: 2, name: "Neu", description: "Night", dns: "4", at: expect.any(Number) as number },
  ]);
  core.setFaults();
  const { resolved } = await client.dns.refresh({});
  expect(resolved).toMatchObject([
    {
      change: 1,
      state: "done",
      dns: "5",
      at: unresolved[0]?.at,
      message: codedText("create-resolved", { id: "5" }),
    },
  ]);
  expect(resolved[0]?.resolvedAt).toBeGreaterThan(resolved[0]?.at ?? Number.NaN);
  expect((await client.profiles.refresh({})).resolved).toMatchObject([
    { change: 2, name: "Neu", state: "done", profile: "905" },
  ]);
});
