/** The campaigns in the pictures: finished, automatically stopped, scheduled, and a draft. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Driver } from "../../test/e2e/harness/driver.ts";
import type { Simulator } from "../../main/simulator/simulator.ts";
import { callCore, type Listed } from "./stage.ts";

export interface CampaignStage {
  readonly service: Simulator;
  readonly desktop: Driver;
  /** An endpoint with a thread of its own. */
  readonly threadEndpoint: string;
  readonly draft: number;
  readonly finished: string;
  readonly stopped: string;
  /** Planned only; its messages are cancelled after sending. */
  readonly recalled: string;
  /** Path for the evidence file. */
  readonly evidence: string;
}

export const from = "491570001122";
const hourMs = 3_600_000;

/** Freezes a draft, starts it, and returns the campaign's id. */
export async function startDraft(page: Page, id: number): Promise<string> {
  const { campaignId } = await callCore<{ readonly campaignId: string }>(page, "drafts.freeze", { id });
  await startConfirmed(page, campaignId, 6);
  return campaignId;
}

/** Starts a campaign with its number of recipients confirmed. */
async function startConfirmed(page: Page, campaignId: string, rate: number): Promise<void> {
  const { counts } = await callCore<CampaignStatus>(page, "campaigns.status", { campaignId });
  await callCore(page, "campaigns.start", { campaignId, rate, confirm: counts.planned - counts.excluded });
}

/** Waits until its status satisfies the predicate. */
export async function until(page: Page, campaignId: string, fits: (status: CampaignStatus) => boolean): Promise<void> {
  for (let attempts = 0; attempts < 240; attempts += 1) {
    if (fits(await callCore<CampaignStatus>(page, "campaigns.status", { campaignId }))) return;
    await passed(250);
  }
  throw new Error(`Campaign ${campaignId} did not come that far.`);
}

/** Everything except the campaign of the tour, which its scenes start when they need it. */
export async function setCampaignStage(
  page: Page,
  service: Simulator,
  desktop: Driver,
  dataDir: string,
): Promise<CampaignStage> {
  await callCore(page, "connections.setOptions", { connection: "Acme Utilities", options: { ceiling: "none" } });
  const query = { collection: "endpoint", filter: "status:0", limit: 1000 };
  const { items } = await callCore<Listed>(page, "fleet.list", query);
  const endpoints = items.filter(({ record }) => record["sim"] !== undefined);
  const ids = endpoints.map(({ id }) => id);
  const plan = async (name: string, text: string, [first, last]: readonly [number, number], extra = {}) => {
    const audience = [{ source: { ids: ids.slice(first, last) } }];
    const { campaignId } = await callCore<{ readonly campaignId: string }>(page, "campaigns.plan", {
      name,
      from,
      text,
      audience,
      concurrency: 6,
      ...extra,
    });
    return campaignId;
  };
  await saveTemplates(page);

  const expect = { pattern: "^OK", withinMinutes: 60 };
  const finished = await plan("Clock reset, night shift", "RESET CLOCK", [520, 640], { expect });
  await startConfirmed(page, finished, 40);
  await until(page, finished, ({ state }) => state === "finished");

  service.setFaults({ seed: 5, rules: [{ kind: "refuse", rate: 0.3, on: "sms.send" }] });
  const stopped = await plan("Firmware 2.1 announced", "VERSION 2.1", [640, 780]);
  await startConfirmed(page, stopped, 40);
  await until(page, stopped, ({ state }) => state === "paused");
  service.setFaults({});

  const at = Math.ceil(Date.now() / hourMs) * hourMs + 10 * hourMs;
  const quiet = { fromMinute: 7 * 60, untilMinute: 21 * 60 };
  const later = await plan("Tariff check, coast", "STATUS TARIFF", [780, 840], {
    schedule: { at, zone: "Europe/Berlin", quiet },
  });
  await callCore(page, "campaigns.start", { campaignId: later });

  const recalled = await plan("Reboot, wrong list", "REBOOT", [840, 940]);
  await callCore(page, "campaigns.checkDelivery", { campaignId: finished });
  const evidence = join(dataDir, "evidence", "clock-reset.fleetdesk-evidence");
  mkdirSync(join(dataDir, "evidence"), { recursive: true });
  await callCore(page, "drafts.save", { step: "text", body: { name: "Locate the depot", from, text: "LOCATE" } });
  const draft = await writeDraft(page, endpoints);
  const talking = ids[960] ?? "";
  await callCore(page, "sms.send", { endpoint: talking, from, text: "STATUS" });
  return { service, desktop, threadEndpoint: talking, draft, finished, stopped, recalled, evidence };
}

async function saveTemplates(page: Page): Promise<void> {
  const variables = [{ name: "code", description: "The four digits on the label of the device" }];
  const expect = { pattern: "^OK", withinMinutes: 60 };
  const notes = "Answers with battery and signal. Works on every model since 2019.";
  for (const template of [
    { name: "Ask for status", folder: "Meters", text: "STATUS {{code}}", variables, expect, notes },
    { name: "Reboot", folder: "Meters", text: "REBOOT {{code}}", variables, expect },
    { name: "Find it", folder: "Trackers", text: "LOCATE", expect },
    { name: "Version", folder: "Trackers", text: "VERSION" },
  ]) {
    await callCore(page, "templates.save", template);
  }
}

/** A typical customer file: numbers rounded by a spreadsheet, a duplicate, an unknown identifier. */
async function writeDraft(page: Page, endpoints: Listed["items"]): Promise<number> {
  const rows = endpoints.slice(0, 500).map(({ record }, index) => {
    const { iccid } = record["sim"] as { readonly iccid: string };
    return `Site ${100 + index};${iccid};${4000 + index * 7}`;
  });
  const damaged = ["Site 601;8,98830E+18;6101", rows[12], "Site 602;898830300199999999;6108", "Site 603;;6115"];
  const text = ["Site;ICCID;code", ...rows, ...damaged].join("\r\n");
  const { id } = await callCore<{ readonly id: number }>(page, "drafts.saveList", { name: "meters-may.csv", text });
  const gate = { on: "delivered", share: 0.7, withinMinutes: 30 };
  const body = {
    name: "Meter status, May",
    from,
    text: "STATUS {{code}}",
    audience: [{ op: "add", source: { list: { id } } }],
    expect: { pattern: "^OK", withinMinutes: 60 },
    concurrency: 6,
    rollout: {
      canary: { size: { count: 20 }, over: ["tags", "service-profile"], gate },
      waves: { size: { share: 0.5 }, pauseMinutes: 5 },
    },
  };
  const draft = await callCore<{ readonly id: number }>(page, "drafts.save", { step: "audience", body });
  return draft.id;
}
