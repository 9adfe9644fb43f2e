/** Steps of connecting: a separate service, the form, and the requests that arrived. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { FaultRule } from "../../main/simulator/faults.ts";
import { startSimulator, type Simulator } from "../../main/simulator/simulator.ts";
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { closeLater } from "./harness/lifetime.ts";

export interface Service extends Simulator {
  /** Number of sign-in attempts. */
  signIns(): Promise<number>;
  /** Number of requests of an operation, answered or not. */
  calls(operation: string): Promise<number>;
  /** Number of all requests. */
  requests(): Promise<number>;
  /** Revokes all issued tokens. */
  revoke(session: { readonly revokeAuth?: boolean; readonly revokeRefresh?: boolean }): Promise<void>;
}

/** Closed after the test, or the file. */
export async function startService(options: SimulatorOptions = {}): Promise<Service> {
  const simulator = await startSimulator({ endpoints: 200, ...options });
  closeLater(() => simulator.close());
  const counts = async (): Promise<Readonly<Record<string, number>>> => {
    const answer = await fetch(`${simulator.baseUrl}/_simulator/requests`);
    return ((await answer.json()) as { readonly operations: Readonly<Record<string, number>> }).operations;
  };
  const calls = async (operation: string): Promise<number> => (await counts())[operation] ?? 0;
  return Object.assign(simulator, {
    signIns: () => calls("authenticate"),
    calls,
    requests: async () => Object.values(await counts()).reduce((sum, count) => sum + count, 0),
    revoke: async (session: object) => {
      await fetch(`${simulator.baseUrl}/_simulator/sessions`, { method: "POST", body: JSON.stringify(session) });
    },
  });
}

/** Every such call fails until the end of the test. */
export function breakService(service: Simulator, ...rules: readonly Omit<FaultRule, "rate">[]): void {
  service.setFaults({ seed: 1, rules: rules.map((rule) => ({ ...rule, rate: 1 })) });
  onTestFinished(() => service.setFaults({}));
}

/** At the end of the test: removes every connection and all drafts, and shows the first screen; a new connection shows its endpoints. */
export function deleteConnectionsLater(page: Page): void {
  onTestFinished(async () => {
    await page.evaluate(`(async () => {
      const { value } = await window.fleet.call("connections.list", {});
      for (const { name } of value.connections) await window.fleet.call("connections.delete", { connection: name });
      location.hash = "/fleet/endpoint";
    })()`);
    await page.reload();
    await page.getByRole("heading", { name: t(($) => $.connections.firstRun.title) }).waitFor();
  });
}

/** From the first screen to the form, with a name and the address filled in. */
export async function openForm(page: Page, baseUrl: string): Promise<void> {
  await page.getByRole("button", { name: t(($) => $.connections.firstRun.connect) }).click();
  await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).fill("Acme");
  await page.getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) }).fill(baseUrl);
}

/** Typed key by key, so that no script of the test contains it. */
export async function typeSecret(page: Page, field: "applicationToken" | "password", text: string): Promise<void> {
  await page.getByRole("textbox", { name: t(($) => $.connections.fields[field]), exact: true }).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

export async function chooseUser(page: Page, username: string): Promise<void> {
  await page
    .getByText(
      t(($) => $.connections.fields.userPassword),
      { exact: true },
    )
    .click();
  await page.getByRole("textbox", { name: t(($) => $.connections.fields.username) }).fill(username);
}

export async function pressConnect(page: Page): Promise<void> {
  await page.getByRole("button", { name: t(($) => $.connections.form.connect), exact: true }).click();
}

/** The connection exists and its first sync is done. */
export async function expectFleet(page: Page, endpoints = 200): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .getByRole("link", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.fleet))}\\b`) })
          .textContent(),
      {
        timeout: 60_000,
      },
    )
    .toContain(String(endpoints));
}

/** From the first screen to a synchronised fleet. */
export async function connectWithToken(page: Page, service: Simulator): Promise<void> {
  await openForm(page, service.baseUrl);
  await typeSecret(page, "applicationToken", service.applicationToken);
  await pressConnect(page);
  await expectFleet(page);
}

/** From the first screen to a synchronised fleet, as a user of the portal. */
export async function connectWithPassword(page: Page, service: Simulator): Promise<void> {
  await openForm(page, service.baseUrl);
  await chooseUser(page, service.username);
  await typeSecret(page, "password", service.password);
  await pressConnect(page);
  await expectFleet(page);
}

/** Opens the connection's settings, which show the state of its session. */
export async function openConnectionSettings(page: Page): Promise<void> {
  await page.getByRole("link", { name: t(($) => $.shell.pages.settings), exact: true }).click();
  await page.getByRole("region", { name: t(($) => $.connections.session.title) }).waitFor();
}
