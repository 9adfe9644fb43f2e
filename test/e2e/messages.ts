/** Single SMS as a person writes them: a small fleet, the threads of its endpoints, and what the service took. */
import type { Locator, Page } from "playwright-core";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { type Service, startService } from "./connecting.ts";
import { type Fleetdesk, launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { goTo } from "./look-up.ts";
import { connectForSending } from "./support/campaign-runs.ts";

interface Writing extends Fleetdesk {
  readonly service: Service;
}

/** A program of its own, connected and synchronised. */
export async function launchMessages(options: SimulatorOptions = {}): Promise<Writing> {
  const service = await startService({ endpoints: 60, ...options });
  const fleetdesk = await launchFleetdesk();
  await connectForSending(fleetdesk.page, service);
  return { ...fleetdesk, service };
}

export const threadOf = (endpoint: number): string => `/fleet/endpoint?open=endpoint:${endpoint}&tab=messages`;

export const textOf = (page: Page): Locator => page.getByRole("textbox", { name: "Text", exact: true });

/** Comes to the thread from elsewhere. Tests that share a program have each an endpoint of its own. */
export async function openThread(page: Page, endpoint: number): Promise<void> {
  await goTo(page, "/messages");
  await goTo(page, threadOf(endpoint));
  await textOf(page).waitFor();
}

/** What the service accepts from now on. */
export function sentFromNow(service: Service): Service["ledger"] {
  const before = service.ledger().length;
  return () => service.ledger().slice(before);
}
