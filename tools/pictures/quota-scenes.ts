/** The pictures of quotas: a part of the fleet was asked, some are empty or run out, one change went well and one did not. */
import { setTimeout as passed } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { QuotaRefresh } from "#contract/quota-overview.ts";
import type { QuotaChange } from "#contract/quotas.ts";
import type { Simulator } from "../../main/simulator/simulator.ts";
import type { Scene } from "./scenes.ts";
import { ask, type Listed } from "./stage.ts";

const dayMs = 86_400_000;
const askedFor = 900;

/** Looks until it is so. */
async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 480; looks += 1) {
    if (await look()) return;
    await passed(250);
  }
  throw new Error(`${what} did not come that far.`);
}

async function rest(page: Page, change: number): Promise<void> {
  await until(`Change ${change}`, async () => {
    const { state } = await ask<QuotaChange>(page, "quotas.state", { change });
    return state !== "reading" && state !== "running";
  });
}

interface Stage {
  /** Has a data quota of which little is left. */
  readonly low: string;
  readonly planned: number;
  readonly finished: number;
}

async function setQuotaStage(page: Page, service: Simulator): Promise<Stage> {
  await ask(page, "connections.setOptions", { connection: "Acme Utilities", options: { ceiling: "none" } });
  const list = { collection: "endpoint", filter: "status:0", limit: askedFor };
  const ids = (await ask<Listed>(page, "fleet.list", list)).items.map(({ id }) => id);
  const set = async (endpoint: string, volume: number, expiresAt: number): Promise<void> => {
    const operation = { op: "set", volume, expiresAt };
    await ask(page, "quotas.change", { endpoint, kind: "data", operation, confirmZero: true });
  };
  for (const id of ids.slice(40, 49)) await set(id, 0, Date.now() + 90 * dayMs);
  for (const id of ids.slice(60, 67)) await set(id, 25, Date.now() + 6 * dayMs);
  await ask(page, "quotas.refresh", { kinds: ["data", "sms"], source: { ids } });
  await until("The refresh", async () => {
    const { refresh } = await ask<{ readonly refresh?: QuotaRefresh }>(page, "quotas.refreshState", {});
    return refresh?.state === "done";
  });
  const plan = async (volume: number, whom: readonly string[]): Promise<number> => {
    const operation = { op: "add", volume };
    const asked = { kind: "data", operation, source: { ids: whom } };
    const { change } = await ask<QuotaChange>(page, "quotas.plan", asked);
    await rest(page, change);
    return change;
  };
  const low = { kind: "data", group: "below", sort: "percent", limit: 80 };
  const { items } = await ask<{ readonly items: readonly { readonly endpoint: string }[] }>(page, "quotas.list", low);
  const nearlyEmpty = items.map(({ endpoint }) => endpoint).filter((id) => !ids.slice(40, 49).includes(id));
  const finished = await plan(50, nearlyEmpty.slice(10, 40));
  const at = (index: number): number => Number(nearlyEmpty[index]);
  service.setFaults({
    seed: 3,
    rules: [
      { kind: "refuse", rate: 1, on: "quota.set", endpoints: [at(12), at(17)] },
      { kind: "reset-before", rate: 1, on: "quota.set", endpoints: [at(14)] },
    ],
  });
  await ask(page, "quotas.start", { change: finished });
  await rest(page, finished);
  service.setFaults({});
  return { low: nearlyEmpty[0] ?? "", planned: await plan(25, nearlyEmpty.slice(0, 10)), finished };
}

export function quotaScenes(service: Simulator): readonly Scene[] {
  let stage: Stage = { low: "", planned: 0, finished: 0 };
  return [
    {
      name: "quotas",
      at: "/quotas?sort=percent",
      prepare: async (page) => void (stage = await setQuotaStage(page, service)),
      act: async (page) => await page.getByRole("grid", { name: "Quotas" }).waitFor(),
    },
    {
      name: "quotas-below",
      at: () => `/quotas?group=below&sort=percent&open=endpoint:${stage.low}&tab=quotas`,
      act: async (page) => await page.getByRole("region", { name: "Data quota" }).waitFor(),
    },
    {
      name: "quotas-tab",
      at: () => `/fleet/endpoint?sort=name&open=endpoint:${stage.low}&tab=quotas`,
      act: async (page) => {
        const volume = page.getByRole("textbox", { name: "To add, MB" });
        if (!(await volume.isVisible())) {
          await page.getByRole("button", { name: "Change the data quota…" }).click();
          await page.getByRole("region", { name: "Data quota" }).getByText("Add", { exact: true }).click();
        }
        await volume.fill("50");
        await page.getByRole("region", { name: "What it comes to" }).scrollIntoViewIfNeeded();
      },
      leave: async (page) => await page.getByRole("textbox", { name: "To add, MB" }).fill(""),
    },
    {
      name: "quotas-new",
      at: "/quotas/new",
      prepare: async (page) => {
        await page.evaluate('location.hash = "/quotas/new"');
        await page.getByRole("button", { name: "Take every endpoint" }).click();
      },
      act: async (page) => {
        await page.getByRole("form", { name: "What" }).getByText("Add", { exact: true }).click();
        await page.getByRole("textbox", { name: "To add, MB" }).fill("-5");
        await page.getByText("The volume must not be negative.").waitFor();
      },
    },
    { name: "quotas-preview", at: () => `/quotas/changes/${stage.planned}` },
    { name: "quotas-result", at: () => `/quotas/changes/${stage.finished}` },
    { name: "quotas-changes", at: "/quotas/changes" },
  ];
}
