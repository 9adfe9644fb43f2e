/** The pictures of quotas: a part of the fleet was read, some quotas are empty or low, one change succeeded and one did not. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { setTimeout as passed } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { QuotaRefresh } from "#shared/contract/quotas/quota-overview.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { Simulator } from "../../main/simulator/simulator.ts";
import type { Scene } from "./scenes.ts";
import { callCore, type Listed } from "./stage.ts";

const dayMs = 86_400_000;
const endpointLimit = 900;

/** Polls until the condition holds. */
async function until(name: string, check: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 480; attempts += 1) {
    if (await check()) return;
    await passed(250);
  }
  throw new Error(`${name} did not come that far.`);
}

async function rest(page: Page, change: number): Promise<void> {
  await until(`Change ${change}`, async () => {
    const { state } = await callCore<QuotaChange>(page, "quotas.state", { change });
    return state !== "reading" && state !== "running";
  });
}

interface Stage {
  /** Has a data quota with little left. */
  readonly low: string;
  /** Has one as well, which is changed elsewhere. */
  readonly raced: string;
  readonly planned: number;
  readonly finished: number;
}

async function setQuotaStage(page: Page, service: Simulator): Promise<Stage> {
  await callCore(page, "connections.setOptions", { connection: "Acme Utilities", options: { ceiling: "none" } });
  const list = { collection: "endpoint", filter: "status:0", limit: endpointLimit };
  const ids = (await callCore<Listed>(page, "fleet.list", list)).items.map(({ id }) => id);
  const set = async (endpoint: string, volume: number, expiresAt: number): Promise<void> => {
    const operation = { op: "set", volume, expiresAt };
    await callCore(page, "quotas.change", { endpoint, kind: "data", operation, confirmZero: true });
  };
  for (const id of ids.slice(40, 49)) await set(id, 0, Date.now() + 90 * dayMs);
  for (const id of ids.slice(60, 67)) await set(id, 25, Date.now() + 6 * dayMs);
  await callCore(page, "quotas.refresh", { kinds: ["data", "sms"], source: { ids } });
  await until("The refresh", async () => {
    const { refresh } = await callCore<{ readonly refresh?: QuotaRefresh }>(page, "quotas.refreshState", {});
    return refresh?.state === "done";
  });
  const plan = async (volume: number, endpointIds: readonly string[]): Promise<number> => {
    const operation = { op: "add", volume };
    const request = { kind: "data", operation, source: { ids: endpointIds } };
    const { change } = await callCore<QuotaChange>(page, "quotas.plan", request);
    await rest(page, change);
    return change;
  };
  const low = { kind: "data", group: "below", sort: "percent", limit: 80 };
  const { items } = await callCore<{ readonly items: readonly { readonly endpoint: string }[] }>(
    page,
    "quotas.list",
    low,
  );
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
  await callCore(page, "quotas.start", { change: finished });
  await rest(page, finished);
  service.setFaults({});
  return {
    low: nearlyEmpty[0] ?? "",
    raced: nearlyEmpty[45] ?? "",
    planned: await plan(25, nearlyEmpty.slice(0, 10)),
    finished,
  };
}

/** A write of another program. */
async function setVolumeElsewhere(
  { baseUrl, applicationToken }: Simulator,
  endpoint: string,
  volume: number,
): Promise<void> {
  const post = (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`${baseUrl}/api/v1/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: token === undefined ? undefined : `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    });
  const signedIn = await post("authenticate", { application_token: applicationToken });
  const { auth_token: token } = (await signedIn.json()) as { readonly auth_token: string };
  const quota = {
    volume,
    expiry_date: "2031-12-31 23:59:59",
    status: { id: 1 },
    action_on_exhaustion: { id: 1 },
    threshold_percentage: 20,
  };
  const answer = await post(`endpoint/${endpoint}/quota/data`, quota, token);
  if (!answer.ok) throw new Error(`The simulator rejected the quota: ${await answer.text()}`);
}

export function quotaScenes(service: Simulator): readonly Scene[] {
  let stage: Stage = { low: "", raced: "", planned: 0, finished: 0 };
  let turn = 0;
  return [
    {
      name: "quotas",
      at: "/quotas?sort=percent",
      prepare: async (page) => void (stage = await setQuotaStage(page, service)),
      act: async (page) => await page.getByRole("grid", { name: t(($) => $.quotas.overview.table) }).waitFor(),
    },
    { name: "quotas-usage", at: "/quotas/usage" },
    {
      name: "quotas-below",
      at: () => `/quotas?group=below&sort=percent&open=endpoint:${stage.low}&tab=quotas`,
      act: async (page) => await page.getByRole("region", { name: t(($) => $.quotas.kind.dataQuota) }).waitFor(),
    },
    {
      name: "quotas-tab",
      at: () => `/fleet/endpoint?sort=name&open=endpoint:${stage.low}&tab=quotas`,
      act: async (page) => {
        const volume = page.getByRole("textbox", { name: t(($) => $.quotas.form.addData) });
        if (!(await volume.isVisible())) {
          await page.getByRole("button", { name: t(($) => $.quotas.one.openData) }).click();
          await page
            .getByRole("region", { name: t(($) => $.quotas.kind.dataQuota) })
            .getByText(
              t(($) => $.quotas.form.add),
              { exact: true },
            )
            .click();
        }
        await volume.fill("50");
        await page.getByRole("region", { name: t(($) => $.quotas.preview.title) }).scrollIntoViewIfNeeded();
      },
      leave: async (page) => await page.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }).fill(""),
    },
    {
      name: "quotas-race",
      at: () => `/fleet/endpoint?sort=name&open=endpoint:${stage.raced}&tab=quotas`,
      act: async (page) => {
        const card = page.getByRole("region", { name: t(($) => $.quotas.kind.dataQuota) });
        if (!(await card.getByRole("textbox").first().isVisible())) {
          await card.getByRole("button", { name: t(($) => $.quotas.one.openData) }).click();
          await card
            .getByText(
              t(($) => $.quotas.form.add),
              { exact: true },
            )
            .click();
        }
        await card.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }).fill("50");
        // Changed elsewhere while its page is open.
        const volume = (turn += 1) * 12;
        await setVolumeElsewhere(service, stage.raced, volume);
        await card.getByRole("button", { name: t(($) => $.quotas.one.submit.data.add) }).click();
        await card.getByRole("button", { name: t(($) => $.quotas.answer.apply) }).scrollIntoViewIfNeeded();
      },
      leave: async (page) => await page.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }).fill(""),
    },
    {
      name: "quotas-new",
      at: "/quotas/new",
      prepare: async (page) => {
        await page.evaluate('location.hash = "/quotas/new"');
        await page.getByRole("button", { name: t(($) => $.quotas.plan.useAll) }).click();
      },
      act: async (page) => {
        await page
          .getByRole("form", { name: t(($) => $.quotas.plan.change) })
          .getByText(
            t(($) => $.quotas.form.add),
            { exact: true },
          )
          .click();
        await page.getByRole("textbox", { name: t(($) => $.quotas.form.addData) }).fill("-5");
        await page.getByText(formatText(codedText("quota-volume-negative"))).waitFor();
      },
    },
    { name: "quotas-preview", at: () => `/quotas/changes/${stage.planned}` },
    { name: "quotas-result", at: () => `/quotas/changes/${stage.finished}` },
    { name: "quotas-changes", at: "/quotas/changes" },
  ];
}
