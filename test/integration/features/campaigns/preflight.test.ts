/** Before a campaign starts: estimates of its duration, its session and SMS quotas. The service's own quotas decide. */
import { describe, expect, it } from "vitest";
import { createSystemClock } from "../../../../main/platform/node/clock.ts";
import { getSmsQuota, setSmsQuota } from "../../../../main/core/api/quotas.ts";
import type { ApiClient } from "../../../../main/core/api/client.ts";
import { makeApiClient, makeAuthorizer, makeTransport } from "../../../make/api-client.ts";
import { openCore, type Core } from "../../../make/core.ts";
import { signIn } from "../../../make/service-client.ts";

const hour = 3_600_000;

/** One of the first twenty endpoints is disabled, and not planned. */
async function plan(core: Core, more: object = {}, count = 20): Promise<string> {
  const audience = [{ source: { csv: { file: core.writeIds(count) } } }];
  const common = { name: "Night", from: "4911", text: "CHK {{n}}", watchHours: 0, audience };
  return (await core.client.campaigns.plan({ ...common, ...more })).campaignId;
}

/** Another client of the same service, which reads and sets the quotas that the preflight must see. */
async function withService<T>(core: Core, work: (api: ApiClient) => Promise<T>): Promise<T> {
  const { baseUrl } = core.simulator;
  const token = await signIn(core.simulator);
  const transport = makeTransport(baseUrl);
  const authorizer = makeAuthorizer({ token: () => Promise.resolve(token) });
  const api = makeApiClient(baseUrl, { transport, authorizer });
  try {
    return await work(api);
  } finally {
    await api.close();
    await transport.close();
  }
}

describe("the preflight", () => {
  it("reports the number of recipients, the duration and whether the session lasts, without a network", async () => {
    await using core = await openCore();
    await core.simulator.close();
    const campaignId = await plan(core, { rate: 2 });
    const result = await core.client.planning.preflight({ campaignId });
    expect(result).toMatchObject({ recipients: 19, segments: 19, rate: 2, durationMs: 9500 });
    expect(result.endsAt - result.startsAt).toBe(9500);
    expect(result.session.verdict).toBe("unlimited");
    expect(result.quota).toBeUndefined();
    expect(result.defaultRate).toBeUndefined();
  });

  it("starts at its scheduled time, and reports whether a user's session lasts until then", async () => {
    await using core = await openCore();
    const { baseUrl, username, password } = core.simulator;
    await core.client.connections.connect({ name: "person", baseUrl, secret: { username, password }, options: {} });
    await core.client.fleet.sync({ connection: "person", collections: ["endpoint"] });
    const now = createSystemClock().now();
    const soonId = await plan(core, { connection: "person", schedule: { at: now + hour } });
    const lateId = await plan(core, { connection: "person", schedule: { at: now + 24 * hour } });
    const [soon, late] = [
      await core.client.planning.preflight({ campaignId: soonId }),
      await core.client.planning.preflight({ campaignId: lateId }),
    ];
    expect([soon.startsAt, soon.session.verdict]).toEqual([now + hour, "enough"]);
    expect([late.startsAt, late.session.verdict]).toEqual([now + 24 * hour, "too-short"]);
    await core.client.session.signOut({ connection: "person" });
    const out = await core.client.planning.preflight({ campaignId: soonId });
    expect(out.session.verdict).toBe("signed-out");
  });

  it("reads every recipient's quota and counts the service's values", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    const expected = await withService(core, async (api) => {
      const common = { expiresAt: Date.UTC(2099, 0, 1), thresholdPercentage: 10 };
      await setSmsQuota(api, "70001", { ...common, volume: 0 });
      await setSmsQuota(api, "70002", { ...common, volume: 5 });
      const counts = { enough: 0, short: 0, unset: 0 };
      const { items } = await core.client.campaigns.recipients({ campaignId, outcome: ["pending"] });
      for (const { identifier } of items) {
        const quota = await getSmsQuota(api, identifier);
        const left = Number(quota?.["volume"]);
        counts[quota === undefined ? "unset" : left >= 1 ? "enough" : "short"] += 1;
      }
      return counts;
    });
    const progress: number[] = [];
    core.app.on("planning.preflightProgress", ({ done }) => progress.push(done));
    const { quota } = await core.client.planning.preflight({ campaignId, quota: "full" });
    expect(quota).toMatchObject({ checked: 19, unknown: 0, complete: true, ...expected });
    expect(quota?.items.find(({ endpoint }) => endpoint === "70001")).toMatchObject({ left: 0, needed: 1 });
    expect(expected.short).toBeGreaterThan(0);
    expect(expected.unset).toBeGreaterThan(0);
    expect(progress.at(-1)).toBe(19);
  });

  it("reads a sample that is spread over the rows, the same each time", async () => {
    await using core = await openCore();
    const campaignId = await plan(core, {}, 100);
    const { quota: first } = await core.client.planning.preflight({ campaignId, quota: "sample", sampleSize: 10 });
    const { quota: second } = await core.client.planning.preflight({ campaignId, quota: "sample", sampleSize: 10 });
    expect(first).toMatchObject({ checked: 10, complete: false });
    expect(second).toEqual(first);
    const { quota: all } = await core.client.planning.preflight({ campaignId, quota: "sample", sampleSize: 500 });
    expect(all).toMatchObject({ checked: 98, complete: true });
  });

  it("counts all as unknown, never as sufficient, when the service cannot be reached", async () => {
    await using core = await openCore();
    const campaignId = await plan(core);
    await core.simulator.close();
    const { quota } = await core.client.planning.preflight({ campaignId, quota: "full" });
    expect(quota).toMatchObject({ enough: 0, short: 0, unset: 0, unknown: 19, complete: false });
  });

  it("is cancelled immediately on request", async () => {
    await using core = await openCore();
    core.setFaults({ on: "quota.get", kind: "slow", rate: 1, delayMs: 60_000 });
    const campaignId = await plan(core);
    const giveUp = new AbortController();
    const started = Promise.withResolvers<void>();
    core.app.on("planning.preflightProgress", () => started.resolve());
    const pending = core.client.planning.preflight({ campaignId, quota: "full" }, giveUp.signal);
    await started.promise;
    giveUp.abort();
    await expect(pending).rejects.toMatchObject({ code: "aborted" });
  });
});
