/** Asking for the quotas of many, the overview of what is kept, and what a forgotten connection leaves: nothing. */
import { describe, expect, it } from "vitest";
import type { QuotaRefresh } from "#contract/quota-overview.ts";
import { type QuotaCore, useQuotaCores } from "../../make/quota-core.ts";
import { farAway as expiresAt } from "../../make/quota-stand.ts";

/** Where quotas are found is settled, so that each is one request. */
const settled = { options: { quotaPath: "literal" } } as const;
const open = useQuotaCores();

/** The refresh once it no longer runs. */
function ended({ core, quotas }: QuotaCore): Promise<QuotaRefresh | undefined> {
  return new Promise((resolve, reject) => {
    const look = async (): Promise<void> => {
      const { refresh } = await quotas.refreshState({});
      if (refresh?.state === "running") return;
      stop();
      resolve(refresh);
    };
    const stop = core.app.on("quotas.changed", () => void look().catch(reject));
    void look().catch(reject);
  });
}

describe("a refresh", () => {
  it("asks for every endpoint of the local copy, and learns which profiles enforce quotas", async () => {
    const core = await open(settled);
    const progress: unknown[] = [];
    core.core.app.on("quotas.progress", ({ work, done, total }) => progress.push([work, done, total]));
    expect(await core.quotas.refreshState({})).toEqual({});
    expect(await core.quotas.refresh({})).toMatchObject({ state: "running", whom: "all endpoints of the local copy" });
    await expect(core.quotas.refresh({})).rejects.toMatchObject({ code: "refresh-running" });
    expect(await ended(core)).toMatchObject({ state: "done", done: 30, total: 30, failed: 0 });
    expect(progress.at(-1)).toEqual(["refresh", 30, 30]);
    expect(await core.requests("quota.get")).toBe(60);
    const { groups } = await core.quotas.overview({ kind: "sms" });
    expect([groups.asked, groups.never]).toEqual([30, 0]);
    const { items } = await core.quotas.list({ kind: "sms", limit: 1 });
    expect(items).toMatchObject([{ endpoint: "70001", enforced: "no" }]);
  });

  it("leaves out what was asked lately, and asks for what is named alone", async () => {
    const core = await open(settled);
    await core.quotas.refresh({ kinds: ["sms"], source: { ids: ["70001", "70002"] } });
    await ended(core);
    expect(await core.requests("quota.get")).toBe(2);
    await core.quotas.refresh({ kinds: ["sms"], olderThanMinutes: 60 });
    expect(await ended(core)).toMatchObject({ done: 28 });
    await expect(core.quotas.refresh({ source: { filter: "colour:red" } })).rejects.toMatchObject({
      code: "filter-invalid",
    });
  });

  it("counts who could not be read and keeps the older reading, as of its moment", async () => {
    const core = await open();
    await core.quotas.refresh({ kinds: ["data"] });
    await ended(core);
    const before = await core.quotas.list({ kind: "data" });
    await core.faults([{ kind: "refuse", rate: 1, status: 403, on: "quota.get", endpoints: [70001, 70003] }]);
    await core.quotas.refresh({ kinds: ["data"] });
    expect(await ended(core)).toMatchObject({ state: "done", done: 30, failed: 2 });
    const { items } = await core.quotas.list({ kind: "data", limit: 1 });
    expect(items).toMatchObject([
      { endpoint: "70001", asOf: before.items[0]?.asOf, problem: { code: "service-1104" } },
    ]);
  });

  it("can be ended, and ends by itself when the service is gone", async () => {
    const core = await open();
    await core.faults([{ kind: "slow", rate: 1, delayMs: 50, on: "quota.get" }]);
    await core.quotas.refresh({});
    await core.quotas.cancelRefresh({});
    expect((await core.quotas.refreshState({})).refresh?.state).toBe("cancelled");
    await core.core.client.session.signOut({});
    await core.quotas.refresh({});
    expect(await ended(core)).toMatchObject({ state: "failed", message: expect.any(String) });
  });
});

describe("the overview", () => {
  it("pages through a group, and refuses the cursor of another list", async () => {
    const core = await open();
    await core.quotas.refresh({ kinds: ["data"] });
    await ended(core);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const asked = { kind: "data", group: "none", sort: "asOf", limit: 4 } as const;
      const page = await core.quotas.list({ ...asked, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.items.map(({ endpoint }) => endpoint));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const { groups } = await core.quotas.overview({ kind: "data" });
    expect([seen.length, new Set(seen).size]).toEqual([groups.none, groups.none]);
    const { nextCursor = "" } = await core.quotas.list({ kind: "data", limit: 2 });
    for (const other of [{ kind: "sms" as const }, { kind: "data" as const, descending: true }]) {
      await expect(core.quotas.list({ ...other, cursor: nextCursor })).rejects.toMatchObject({
        code: "cursor-invalid",
      });
    }
    await expect(core.quotas.list({ kind: "data", cursor: "x" })).rejects.toMatchObject({ code: "cursor-invalid" });
  });
});

it("nothing is left of a connection that is forgotten, and its work ends first", async () => {
  const core = await open();
  const { quotas } = core;
  await quotas.refresh({});
  await ended(core);
  const operation = { op: "add", volume: 5, whereNone: "set", expiresAt } as const;
  await core.faults([{ kind: "slow", rate: 1, delayMs: 50, on: "quota.get" }]);
  const { change } = await quotas.plan({ kind: "data", operation, source: { filter: "" } });
  await core.core.client.connections.forget({ connection: "practice" });
  await expect(quotas.state({ change })).rejects.toMatchObject({ code: "quota-change-unknown" });
  const { baseUrl, applicationToken } = core.core.simulator;
  await core.core.client.connections.connect({ name: "practice", baseUrl, secret: { applicationToken } });
  expect((await quotas.overview({ kind: "data" })).groups).toMatchObject({ asked: 0, never: 0 });
  expect(await quotas.changes({})).toEqual({ changes: [] });
});
