/** A fleet with a change, for the tests of lookups: connected, synchronised, changed at the service, synchronised again. */
import type { Page } from "playwright-core";
import { type Service, startService } from "./connecting.ts";
import { type Fleetdesk, launchFleetdesk } from "./harness/launch-fleetdesk.ts";

export interface ChangedFleet extends Fleetdesk {
  readonly service: Service;
}

/** Endpoint 70001 was disabled, 70002 has lost its SIM, 70003 was deleted. */
export async function launchChangedFleet(): Promise<ChangedFleet> {
  const service = await startService();
  const fleetdesk = await launchFleetdesk();
  const { page } = fleetdesk;
  const { baseUrl, applicationToken } = service;
  await callCore(page, "connections.connect", { name: "Acme", baseUrl, secret: { applicationToken } });
  await callCore(page, "fleet.sync", {});
  const change = [
    { id: 70001, set: { status: { id: 1, description: "Disabled" } } },
    { id: 70002, unset: ["sim"] },
  ];
  const body = JSON.stringify({ change, delete: [70003] });
  await fetch(`${baseUrl}/_simulator/mutate`, { method: "POST", body });
  await callCore(page, "fleet.sync", { collections: ["endpoint"] });
  return { ...fleetdesk, service };
}

/** Calls the core as the window does; throws its failure. */
export async function callCore(page: Page, address: string, input: object): Promise<unknown> {
  const call = `window.fleet.call(${JSON.stringify(address)}, ${JSON.stringify(input)})`;
  const outcome = await page.evaluate<{ readonly ok: boolean; readonly value?: unknown }>(call);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** Resolves once the window has navigated and rendered, so that the previous page can no longer be read or clicked. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`new Promise((taken) => {
    const before = location.hash;
    location.hash = ${JSON.stringify(address)};
    if (location.hash === before) taken();
    else addEventListener("hashchange", () => requestAnimationFrame(() => taken()), { once: true });
  })`);
}
