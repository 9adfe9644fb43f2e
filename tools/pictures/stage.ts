/** The fleet in the pictures: realistic, synced twice with changes between, with views and an audience. */
import type { Page } from "playwright-core";
import { startSimulator, type Simulator } from "../../main/simulator/simulator.ts";

const endpoints = 10_000;

export async function openStage(): Promise<Simulator> {
  // Quick replies, and few sleeping devices: a campaign reaches within seconds what otherwise takes minutes.
  const smsLife = { pendingMs: 300, bufferedMs: [1500, 6000] as const, asleepRate: 0.08 };
  return await startSimulator({ endpoints, seed: 7, realistic: true, history: true, smsLife });
}

/** Calls the core like the window; throws its failure. */
export async function callCore<T>(page: Page, address: string, input: object): Promise<T> {
  const outcome = await page.evaluate<{ readonly ok: boolean; readonly value: T; readonly failure?: unknown }>(
    `window.fleet.call(${JSON.stringify(address)}, ${JSON.stringify(input)})`,
  );
  if (!outcome.ok) throw new Error(`${address}: ${JSON.stringify(outcome.failure)}`);
  return outcome.value;
}

export interface Listed {
  readonly items: readonly { readonly id: string; readonly record: Readonly<Record<string, unknown>> }[];
}

/** Ids of the endpoints in the scenes, in the order of the list. */
export async function setStage(page: Page, { baseUrl, applicationToken }: Simulator): Promise<Listed["items"]> {
  await callCore(page, "connections.connect", { name: "Acme Utilities", baseUrl, secret: { applicationToken } });
  await callCore(page, "fleet.sync", {});
  const { items } = await callCore<Listed>(page, "fleet.list", { collection: "endpoint", limit: 40 });
  const ids = items.map(({ id }) => Number(id));
  const at = (index: number): number => ids[index] ?? 0;
  await mutate(baseUrl, {
    change: [
      { id: at(1), set: { status: { id: 1, description: "Disabled" } } },
      { id: at(3), set: { ip_address: "10.99.0.7" } },
      { id: at(4), set: { tags: "depot, spare" } },
      { id: at(6), unset: ["sim"] },
      { id: at(8), set: { name: "renamed-in-the-portal" } },
      { id: at(9), set: { status: { id: 1, description: "Disabled" }, tags: "stolen" } },
    ],
    delete: [at(11), at(12)],
    add: 3,
  });
  await callCore(page, "fleet.sync", { collections: ["endpoint"] });
  for (const [name, filter] of [
    ["Disabled", "status:1"],
    ["Berlin meters", "name:*meter*,tags:*berlin*"],
  ]) {
    await callCore(page, "views.save", { collection: "endpoint", name, filter, sort: "name" });
  }
  await callCore(page, "fleet.saveAudience", {
    name: "May firmware wave",
    ids: items.slice(14, 34).map(({ id }) => id),
  });
  return items;
}

async function mutate(baseUrl: string, change: object): Promise<void> {
  const answer = await fetch(`${baseUrl}/_simulator/mutate`, { method: "POST", body: JSON.stringify(change) });
  if (!answer.ok) throw new Error(`The simulator rejected the change: ${await answer.text()}`);
}
