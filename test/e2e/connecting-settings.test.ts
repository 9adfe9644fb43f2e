/** Several connections, their options, their end; looks; what program this is. */
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import {
  expectFleet,
  openConnectionSettings,
  pressConnect,
  type Service,
  startService,
  typeSecret,
} from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { connectFleet } from "./support/big-fleet.ts";
import { expectFocusAbove } from "./support/focus.ts";

async function connect(page: Page, service: Service): Promise<void> {
  await connectFleet(page, service, service);
  await ask(page, "fleet.sync", {});
}

const shared = shareInFile(async () => {
  const service = await startService();
  const fleetdesk = await launchFleetdesk();
  await connect(fleetdesk.page, service);
  return { ...fleetdesk, service };
});

/** The settings of "Acme", the only connection. */
async function open(): Promise<ReturnType<typeof shared>> {
  const opened = shared();
  await goTo(opened.page, "/fleet/endpoint");
  await openConnectionSettings(opened.page);
  return opened;
}

test("a second connection stands beside the first, and either can be used", async () => {
  const second = await startService({ endpoints: 30 });
  const { page } = await open();
  onTestFinished(async () => void (await ask(page, "connections.forget", { connection: "Branch" })));
  await page.getByRole("button", { name: "New connection" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Acme");
  await page.getByRole("textbox", { name: "Base address" }).fill(second.baseUrl);
  await typeSecret(page, "Application token", second.applicationToken);
  await pressConnect(page);
  await page.getByText('There is a connection named "Acme" already.').waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Branch");
  await pressConnect(page);
  await expectFleet(page, 30);

  const list = page.getByRole("list", { name: "Connections" });
  await list.getByRole("button", { name: /^Acme/ }).click();
  await page.getByRole("button", { name: "Use this connection" }).click();
  await expectFleet(page, 200);
  await list.getByRole("button", { name: "Acme in use", exact: false }).waitFor();
});

test("options are changed without signing in anew; wrong ones are named", async () => {
  const { page, service } = await open();
  const before = await service.signIns();
  await page.getByRole("button", { name: "Options…" }).click();
  const requests = page.getByRole("textbox", { name: "Requests" });
  await requests.fill("0");
  await page.getByRole("button", { name: "Save the options" }).click();
  await page.getByText("Enter a whole number of requests, 1 or more.").waitFor();
  await requests.fill("900");
  await page.getByRole("button", { name: "Save the options" }).click();
  await requests.waitFor({ state: "detached" });
  const kept = await page.evaluate('window.fleet.call("connections.get", {})');
  expect(kept).toMatchObject({ value: { options: { ceiling: { requests: 900, seconds: 300 } } } });
  expect(await service.signIns()).toBe(before);
});

test("forgetting says what is lost, and leads back to the beginning", async () => {
  const { page, service } = await open();
  onTestFinished(() => connect(page, service));
  await page.getByRole("button", { name: "Forget…" }).click();
  const dialog = page.getByRole("dialog", { name: 'Forget "Acme"?' });
  await dialog.getByText("its copy of the fleet", { exact: false }).first().waitFor();
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Forget…" }).click();
  await dialog.getByRole("button", { name: "Forget this connection" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: /^Fleet\b/ }).click();
  await page.getByRole("heading", { name: "Welcome to Fleetdesk" }).waitFor();
});

test("a connection with an open campaign is not forgotten, and the dialog says why", async () => {
  const { page } = await open();
  const plan = { name: "check", from: "12345", text: "STATUS?", audience: [{ source: { filter: "status:0" } }] };
  const { campaignId } = (await ask(page, "campaigns.plan", plan)) as { readonly campaignId: string };
  onTestFinished(async () => void (await ask(page, "campaigns.remove", { campaignId })));
  await page.getByRole("button", { name: "Forget…" }).click();
  const dialog = page.getByRole("dialog", { name: 'Forget "Acme"?' });
  await dialog.getByRole("button", { name: "Forget this connection" }).click();
  await dialog.getByText("The connection stays").waitFor();
  await dialog.getByText("A campaign is still open", { exact: false }).waitFor();
});

test("signing out says so, and the way back keeps the name and the address", async () => {
  const { page, service } = await open();
  const session = page.getByRole("region", { name: "Session" });
  await session.getByRole("button", { name: "Sign out" }).click();
  await session.getByText("You signed out here.").waitFor();
  await session.getByRole("button", { name: "Sign in again…" }).click();
  await typeSecret(page, "Application token", service.applicationToken);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await session.getByText("signed in", { exact: true }).waitFor();
});

test("the looks take effect at once and stay over a restart", async () => {
  const first = await launchFleetdesk();
  await first.page.getByRole("link", { name: "Settings", exact: true }).click();
  await first.page.getByRole("link", { name: "Looks and sync" }).click();
  await first.page.getByText("Dark", { exact: true }).click();
  await first.page.getByText("Comfortable", { exact: true }).click();
  const scheme = "document.documentElement.dataset.mantineColorScheme";
  await expect.poll(() => first.page.evaluate(scheme)).toBe("dark");
  const { page } = await first.restart();
  await expect.poll(() => page.evaluate(scheme)).toBe("dark");
});

test("the way to a service is tested from its settings, and what program this is can be read", async () => {
  const { page, dataDir } = await open();
  await page.getByRole("button", { name: "Test the connection" }).click();
  const hops = page.getByRole("list", { name: "Hops to the service" }).getByRole("listitem");
  await expect.poll(() => hops.count()).toBe(9);
  await page.getByRole("link", { name: "About" }).click();
  await page.getByText(dataDir, { exact: true }).waitFor();
});
