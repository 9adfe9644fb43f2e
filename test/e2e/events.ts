/** Events on screen: a small fleet with events of a month, and the page that shows them. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { type Service, startService } from "./connecting.ts";
import { type Fleetdesk, launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { callCore, goTo } from "./look-up.ts";
import { connectForSending } from "./support/campaign-runs.ts";

export interface EventsFixture extends Fleetdesk {
  readonly service: Service;
}

/** A separate program, connected and synchronised, on the page of events or another. */
export async function launchEvents(address = "/events", options: SimulatorOptions = {}): Promise<EventsFixture> {
  const service = await startService({ endpoints: 100, history: true, ...options });
  const fleetdesk = await launchFleetdesk();
  await connectForSending(fleetdesk.page, service);
  await goTo(fleetdesk.page, address);
  if (address.startsWith("/events")) await expectEvents(fleetdesk.page);
  return { ...fleetdesk, service };
}

/** Opens the page of events from another page, so that none of its former state remains. */
export async function reopenEvents(page: Page, address = "/events"): Promise<void> {
  await goTo(page, "/settings/about");
  await goTo(page, address);
  await expectEvents(page);
}

async function expectEvents(page: Page): Promise<void> {
  await page.getByRole("heading", { name: t(($) => $.events.title), level: 1 }).waitFor();
}

interface EventTotal {
  readonly total: number;
}

/** Number of cached events that match a query. */
export async function countCached(page: Page, question: object): Promise<number> {
  return ((await callCore(page, "events.facets", { scope: { of: "all" }, ...question })) as EventTotal).total;
}
