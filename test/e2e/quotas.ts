/** Quotas on screen, and the service's own view of them through another client that reads and changes them. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { launchSending, type Sending } from "./campaigns.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { requestLog } from "./support/big-fleet.ts";
import { textPattern } from "../make/text-pattern.ts";

export interface QuotaClient {
  /** The remaining volume; undefined if no quota is set. */
  volume(endpoint: string, kind?: "data" | "sms"): Promise<number | undefined>;
  volumes(endpoints: readonly string[], kind?: "data" | "sms"): Promise<readonly (number | undefined)[]>;
  setQuota(endpoint: string, fields: object, kind?: "data" | "sms"): Promise<void>;
  /** Number of quota writes, by any client. */
  writes(): Promise<number>;
}

export interface Quotas extends Sending {
  readonly serviceQuotas: QuotaClient;
}

const usual = {
  volume: 10,
  expiry_date: "2031-12-31 23:59:59",
  status: { id: 1 },
  action_on_exhaustion: { id: 1 },
  auto_refill: 0,
  threshold_percentage: 20,
};

async function launchQuotas(options: SimulatorOptions = {}, connection: object = {}): Promise<Quotas> {
  const sending = await launchSending(options, connection);
  return { ...sending, serviceQuotas: await createQuotaClient(sending.service) };
}

/** One program and one service for all tests of a file, which leave the service without faults; call at its top. */
export function shareQuotas(options: SimulatorOptions = {}, connection: object = {}): () => Quotas {
  const shared = shareInFile(() => launchQuotas(options, connection));
  afterEach(() => shared().service.setFaults({}));
  return shared;
}

/** Signs in as another user. Use only while no faults are set. */
export async function createQuotaClient(service: Sending["service"]): Promise<QuotaClient> {
  const { baseUrl, applicationToken } = service;
  const signedIn = await fetch(`${baseUrl}/api/v1/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ application_token: applicationToken }),
  });
  const { auth_token: token } = (await signedIn.json()) as { readonly auth_token: string };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const at = (endpoint: string, kind: string): string => `${baseUrl}/api/v1/endpoint/${endpoint}/quota/${kind}`;
  const volume: QuotaClient["volume"] = async (endpoint, kind = "data") => {
    const answer = await fetch(at(endpoint, kind), { headers });
    return answer.ok ? ((await answer.json()) as { readonly volume?: number }).volume : undefined;
  };
  return {
    volume,
    volumes: async (endpoints, kind) => {
      const volumesLeft: (number | undefined)[] = [];
      for (const endpoint of endpoints) volumesLeft.push(await volume(endpoint, kind));
      return volumesLeft;
    },
    setQuota: async (endpoint, fields, kind = "data") => {
      const body = JSON.stringify({ ...usual, ...fields });
      expect((await fetch(at(endpoint, kind), { method: "POST", headers, body })).status).toBe(201);
    },
    writes: async () => (await requestLog(service)).operations["quota.set"] ?? 0,
  };
}

/** Opens the tab of an endpoint and waits until both quotas were read. */
export async function openTab(page: Page, endpoint: string): Promise<Locator> {
  await goTo(page, `/fleet/endpoint?open=endpoint:${endpoint}&tab=quotas`);
  const tab = page.getByRole("tabpanel", { name: t(($) => $.quotas.title) });
  await tab
    .getByText(new RegExp(`^${textPattern((any) => t(($) => $.shell.age.asOf, { time: any(/\d/) }))}`))
    .waitFor();
  return tab;
}

/** Opens the form of one quota in the tab. */
export async function openForm(tab: Locator, kind: "data" | "SMS" = "data"): Promise<Locator> {
  const isData = kind === "data";
  const open = isData ? t(($) => $.quotas.one.openData) : t(($) => $.quotas.one.openSms);
  await tab.getByRole("button", { name: open }).click();
  const name = isData ? t(($) => $.quotas.kind.dataQuota) : t(($) => $.quotas.kind.smsQuota);
  return tab.getByRole("region", { name });
}

export async function choose(form: Locator, label: string): Promise<void> {
  await form.getByText(label, { exact: true }).click();
}

/** Reads the data quotas of the fleet, or of a part of it, and waits until that is done. */
export async function readAll(page: Page, part: object = {}): Promise<void> {
  await callCore(page, "quotas.refresh", { kinds: ["data"], ...part });
  const state = async (): Promise<string | undefined> => {
    const { refresh } = (await callCore(page, "quotas.refreshState", {})) as {
      readonly refresh?: { readonly state: string };
    };
    return refresh?.state;
  };
  await expect.poll(state, { timeout: 120_000 }).toBe("done");
}

/** The outcomes of a change as the page counts them: "Accepted12". */
export async function results(page: Page): Promise<readonly string[]> {
  return await page
    .getByRole("group", { name: t(($) => $.quotas.change.outcomes) })
    .getByRole("button")
    .allTextContents();
}
