/** A fleet of ten thousand endpoints like those of operators, connected and synchronised by real calls; the simulator's own log decides. */
import { t } from "#shared/texts/text.ts";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Simulator } from "../../../main/simulator/simulator.ts";
import { startService, type Service } from "../connecting.ts";
import { type Fleetdesk, launchFleetdesk, type LaunchOptions } from "../harness/launch-fleetdesk.ts";
import { shareInFile } from "../harness/lifetime.ts";
import { callCore } from "../look-up.ts";

export const fleetSize = 10_000;

const bigFleet = { endpoints: fleetSize, realistic: true } as const;

export async function startBigService(): Promise<Service> {
  return await startService(bigFleet);
}

interface RequestLog {
  readonly total: number;
  readonly operations: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
}

/** Requests to the service, from its own log. */
export async function requestLog({ baseUrl }: Pick<Simulator, "baseUrl">): Promise<RequestLog> {
  return (await (await fetch(`${baseUrl}/_simulator/requests`)).json()) as RequestLog;
}

/** Changes the fleet at the service. */
export async function mutate({ baseUrl }: Pick<Simulator, "baseUrl">, mutation: object): Promise<void> {
  const answer = await fetch(`${baseUrl}/_simulator/mutate`, { method: "POST", body: JSON.stringify(mutation) });
  expect(answer.status).toBe(200);
}

/** By a user of the portal if `username` and `password` are given, otherwise by the application token. */
export async function connectFleet(
  page: Page,
  service: Pick<Simulator, "applicationToken" | "username" | "password">,
  {
    name = "Acme",
    baseUrl,
    as = "application",
  }: { readonly name?: string; readonly baseUrl: string; readonly as?: "application" | "user" },
): Promise<void> {
  const { applicationToken, username, password } = service;
  const secret = as === "user" ? { username, password } : { applicationToken };
  // The address of another computer leads to the simulator, over plain http.
  await callCore(page, "connections.connect", { name, baseUrl, secret, allowUnencrypted: true });
}

/** One program with a synchronised fleet for all tests of a file that do not change it; call at its top. */
export function shareBigFleet(options: LaunchOptions = {}): () => Fleetdesk & { readonly service: Service } {
  return shareInFile(async () => {
    const service = await startBigService();
    const fleetdesk = await launchFleetdesk(options);
    const { page } = fleetdesk;
    await connectFleet(page, service, { baseUrl: service.baseUrl });
    await callCore(page, "fleet.sync", {});
    await page.getByRole("link", { name: "10,000" }).waitFor();
    return { ...fleetdesk, service };
  });
}

export function listOf(page: Page, name: string): Locator {
  return page.getByRole("grid", { name, exact: true });
}

export function endpointList(page: Page): Locator {
  return listOf(
    page,
    t(($) => $.shell.collections.endpoint.many),
  );
}

/** Waits until the list shows this number of rows, with no query pending. */
export async function expectRows(list: Locator, count: number): Promise<void> {
  await expect
    .poll(async () => [await list.getAttribute("aria-rowcount"), (await list.getAttribute("aria-busy")) ?? "false"])
    .toEqual([String(count + 1), "false"]);
}

/** Waits until the list has rows and no query pending; returns their number. */
export async function expectSomeRows(list: Locator): Promise<number> {
  await expect
    .poll(async () => [
      Number(await list.getAttribute("aria-rowcount")) > 1,
      (await list.getAttribute("aria-busy")) ?? "false",
    ])
    .toEqual([true, "false"]);
  return Number(await list.getAttribute("aria-rowcount")) - 1;
}

/** The first rows' texts of one column, in order. */
export async function cellsOf(list: Locator, title: string, rows: number): Promise<readonly string[]> {
  const heads = await list.getByRole("columnheader").allTextContents();
  const at = heads.indexOf(title);
  if (at < 0) throw new Error(`The list has no column "${title}", only: ${heads.join(", ")}.`);
  const cells = list
    .getByRole("row")
    .getByRole("gridcell")
    .and(list.locator(`[aria-colindex="${at + 1}"]`));
  return (await cells.allTextContents()).slice(0, rows);
}
