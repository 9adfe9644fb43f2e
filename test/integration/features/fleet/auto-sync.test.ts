/** Automatic sync of the whole core, on a clock that the test advances. */
import { expect, it } from "vitest";
import { createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { type Core, openCore } from "../../../make/core.ts";
import { administer } from "../../../make/service-client.ts";

const minute = 60_000;
const ceiling = { requests: 2_000, seconds: 300 };

async function ageMs({ client, clock }: Core): Promise<number> {
  const { asOf = 0 } = await client.fleet.completeness({ collection: "endpoint" });
  return clock.now() - asOf;
}

/** Requests of all kinds that arrived at the service. */
async function requests({ simulator }: Core): Promise<number> {
  const counts = await administer<{ readonly operations: Readonly<Record<string, number>> }>(simulator, "requests");
  return Object.values(counts.operations).reduce((sum, count) => sum + count, 0);
}

it("syncs every quarter of an hour, for at most 5 % of the request limit", async () => {
  const clock = createAutoAdvancingClock(Date.UTC(2031, 0, 1));
  await using core = await openCore({ clock, keepAlive: true, connection: { ceiling } });
  const [startedAt, before] = [clock.now(), await requests(core)];
  for (let syncs = 1; syncs <= 4; syncs += 1) {
    await clock.pass(16 * minute);
    await core.waitFor(
      "fleet.changed",
      () => ageMs(core),
      (age) => age < 15 * minute,
    );
    expect(await core.requests("endpoint.list")).toBeGreaterThan(syncs);
  }
  const perSecond = ((await requests(core)) - before) / ((clock.now() - startedAt) / 1000);
  expect(perSecond).toBeLessThan((ceiling.requests / ceiling.seconds) * 0.05);
});

it.each([undefined, 30])(
  "stays within its share of the request limit while the service throttles every list (Retry-After: %s)",
  async (retryAfter) => {
    const clock = createAutoAdvancingClock(Date.UTC(2031, 0, 1));
    await using core = await openCore({ clock, keepAlive: true, connection: { ceiling } });
    core.setFaults({
      kind: "throttle",
      rate: 1,
      on: "endpoint.list",
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    const [startedAt, before] = [clock.now(), await requests(core)];
    await clock.pass(120 * minute);
    const count = (await requests(core)) - before;
    expect(count).toBeGreaterThan(2);
    expect(count / ((clock.now() - startedAt) / 1000)).toBeLessThan((ceiling.requests / ceiling.seconds) * 0.05);
    core.setFaults();
    await clock.pass(20 * minute);
    await core.waitFor(
      "fleet.changed",
      () => ageMs(core),
      (age) => age < 20 * minute,
    );
  },
);

it("syncs only on request where the setting says so", async () => {
  const clock = createAutoAdvancingClock(Date.UTC(2031, 0, 1));
  await using core = await openCore({ clock, keepAlive: true });
  await core.client.settings.set({ sync: "manual" });
  await clock.pass(60 * minute);
  expect(await ageMs(core)).toBeGreaterThanOrEqual(60 * minute);
});
