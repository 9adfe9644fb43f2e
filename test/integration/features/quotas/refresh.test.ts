/** Reading many quotas, the overview of the cached ones, and the removal with their connection. */
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, it } from "vitest";
import type { QuotaRefresh } from "#shared/contract/quotas/quota-overview.ts";
import type { Core } from "../../../make/core.ts";
import { createAutoAdvancingClock } from "../../../fakes/auto-advancing-clock.ts";
import { openQuotaCore } from "../../../make/quotas.ts";
import { distantExpiry as expiresAt } from "../../../make/quota-state.ts";

/** The quota path is set, so that each read is one request. */
const fixedQuotaPath = { connection: { quotaPath: "literal" } } as const;
/** The refresh after it has ended. */
function ended(core: Core): Promise<QuotaRefresh | undefined> {
  return core.waitFor(
    "quotas.changed",
    async () => (await core.client.quotas.refreshState({})).refresh,
    (refresh) => refresh?.state !== "running",
  );
}

describe("a refresh", () => {
  it("reads every endpoint of the cache, and detects which profiles enforce quotas", async () => {
    await using core = await openQuotaCore(fixedQuotaPath);
    const progress: unknown[] = [];
    core.app.on("quotas.progress", ({ work, done, total }) => progress.push([work, done, total]));
    expect(await core.client.quotas.refreshState({})).toEqual({});
    expect(await core.client.quotas.refresh({})).toMatchObject({
      state: "running",
      targets: codedText("quota-endpoints-all"),
    });
    await expect(core.client.quotas.refresh({})).rejects.toMatchObject({ code: "refresh-running" });
    expect(await ended(core)).toMatchObject({ state: "done", done: 30, total: 30, failed: 0 });
    expect(progress.at(-1)).toEqual(["refresh", 30, 30]);
    expect(await core.requests("quota.get")).toBe(60);
    const { groups } = await core.client.quotas.overview({ kind: "sms" });
    expect([groups.checked, groups.never]).toEqual([30, 0]);
    const { items } = await core.client.quotas.list({ kind: "sms", limit: 1 });
    expect(items).toMatchObject([{ endpoint: "70001", enforced: "no" }]);
  });

  it("skips recently read quotas, or reads only the named endpoints", async () => {
    await using core = await openQuotaCore(fixedQuotaPath);
    await core.client.quotas.refresh({ kinds: ["sms"], source: { ids: ["70001", "70002"] } });
    await ended(core);
    expect(await core.requests("quota.get")).toBe(2);
    await core.client.quotas.refresh({ kinds: ["sms"], olderThanMinutes: 60 });
    expect(await ended(core)).toMatchObject({ done: 28 });
    await expect(core.client.quotas.refresh({ source: { filter: "colour:red" } })).rejects.toMatchObject({
      code: "filter-invalid",
    });
  });

  it("counts endpoints that could not be read and retains the older value, with its time", async () => {
    await using core = await openQuotaCore();
    await core.client.quotas.refresh({ kinds: ["data"] });
    await ended(core);
    const before = await core.client.quotas.list({ kind: "data" });
    core.setFaults({ kind: "refuse", rate: 1, status: 403, on: "quota.get", endpoints: [70001, 70003] });
    await core.client.quotas.refresh({ kinds: ["data"] });
    expect(await ended(core)).toMatchObject({ state: "done", done: 30, failed: 2 });
    const { items } = await core.client.quotas.list({ kind: "data", limit: 1 });
    expect(items).toMatchObject([
      { endpoint: "70001", asOf: before.items[0]?.asOf, problem: { code: "service-1104" } },
    ]);
  });

  it("ends when every request is throttled, within the retries of a read, and reports when to retry", async () => {
    await using core = await openQuotaCore({
      ...fixedQuotaPath,
      clock: createAutoAdvancingClock(Date.UTC(2031, 0, 1)),
    });
    core.setFaults({ kind: "throttle", rate: 1, retryAfter: 60, on: "quota.get" });
    const from = core.clock.now();
    await core.client.quotas.refresh({ kinds: ["data"] });
    const refresh = await core.clock.fastForward(() => ended(core));
    expect(refresh).toMatchObject({
      state: "failed",
      code: "throttled",
      message: {
        code: "throttled-until",
        params: { status: 429, until: expect.stringMatching(/^2031-01-\d\dT\d\d:\d\d:\d\dZ$/) },
      },
    });
    // One wait after the last answer, rounded up to a second; hours may have passed before.
    const until = Date.parse(refresh?.message?.params?.["until"] as string);
    expect(until).toBeGreaterThan(from + 60_000);
    expect(until).toBeLessThan(core.clock.now() + 61_000);
    // Six workers, each with one read and its five retries.
    expect(await core.requests("quota.get")).toBeLessThanOrEqual(36);
  });

  it("can be cancelled, and ends automatically when the service is unreachable", async () => {
    await using core = await openQuotaCore();
    core.setFaults({ kind: "slow", rate: 1, delayMs: 50, on: "quota.get" });
    await core.client.quotas.refresh({});
    await core.client.quotas.cancelRefresh({});
    expect((await core.client.quotas.refreshState({})).refresh?.state).toBe("cancelled");
    await core.client.session.signOut({});
    await core.client.quotas.refresh({});
    expect(await ended(core)).toMatchObject({ state: "failed", message: { code: expect.any(String) } });
  });
});

describe("the overview", () => {
  it("pages through a group, and rejects the cursor of another list", async () => {
    await using core = await openQuotaCore();
    await core.client.quotas.refresh({ kinds: ["data"] });
    await ended(core);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { kind: "data", group: "none", sort: "asOf", limit: 4 } as const;
      const page = await core.client.quotas.list({ ...query, cursor });
      seen.push(...page.items.map(({ endpoint }) => endpoint));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const { groups } = await core.client.quotas.overview({ kind: "data" });
    expect([seen.length, new Set(seen).size]).toEqual([groups.none, groups.none]);
    const { nextCursor = "" } = await core.client.quotas.list({ kind: "data", limit: 2 });
    for (const other of [{ kind: "sms" as const }, { kind: "data" as const, descending: true }]) {
      await expect(core.client.quotas.list({ ...other, cursor: nextCursor })).rejects.toMatchObject({
        code: "cursor-invalid",
      });
    }
    await expect(core.client.quotas.list({ kind: "data", cursor: "x" })).rejects.toMatchObject({
      code: "cursor-invalid",
    });
  });
});

it("nothing remains of a deleted connection, and its work ends first", async () => {
  await using core = await openQuotaCore();
  const { quotas } = core.client;
  await quotas.refresh({});
  await ended(core);
  const operation = { op: "add", volume: 5, whereNone: "set", expiresAt } as const;
  core.setFaults({ kind: "slow", rate: 1, delayMs: 50, on: "quota.get" });
  const { change } = await quotas.plan({ kind: "data", operation, source: { filter: "" } });
  await core.client.connections.delete({ connection: "practice" });
  await expect(quotas.state({ change })).rejects.toMatchObject({ code: "quota-change-unknown" });
  await core.connect("practice");
  expect((await quotas.overview({ kind: "data" })).groups).toMatchObject({ checked: 0, never: 0 });
  expect(await quotas.changes({})).toEqual({ changes: [] });
});
