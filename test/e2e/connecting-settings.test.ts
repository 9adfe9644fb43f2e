/** Several connections, their options, their end; practice; looks; what program this is. */
import { expect, test } from "vitest";
import {
  connectWithToken,
  expectFleet,
  openConnectionSettings,
  pressConnect,
  startService,
  typeSecret,
} from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { expectFocusAbove } from "./support/focus.ts";

test("practice begins with one press and leads to ten thousand endpoints", async () => {
  const { page } = await launchFleetdesk();
  await page.getByRole("button", { name: "Practise" }).click();
  await page.getByText("The simulator makes its endpoints").waitFor();
  await expect
    .poll(() => page.getByRole("link", { name: /^Fleet\b/ }).textContent(), { timeout: 120_000 })
    .toContain("10,000");
  await openConnectionSettings(page);
  await page.getByText("The built-in simulator runs with 10,000 endpoints.", { exact: false }).waitFor();
});

test("a second connection stands beside the first, and either can be used", async () => {
  const [first, second] = [await startService(), await startService({ endpoints: 30 })];
  const { page } = await launchFleetdesk();
  await connectWithToken(page, first);
  await openConnectionSettings(page);
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
  const service = await startService();
  const { page } = await launchFleetdesk();
  await connectWithToken(page, service);
  await openConnectionSettings(page);
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
  expect(await service.signIns()).toBe(1);
});

test("forgetting says what is lost, and leads back to the beginning", async () => {
  const service = await startService();
  const { page } = await launchFleetdesk();
  await connectWithToken(page, service);
  await openConnectionSettings(page);
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
  const service = await startService();
  const { page } = await launchFleetdesk();
  await connectWithToken(page, service);
  const plan = { name: "check", from: "12345", text: "STATUS?", audience: [{ source: { filter: "status:0" } }] };
  const planned = await page.evaluate(`window.fleet.call("campaigns.plan", ${JSON.stringify(plan)})`);
  expect(planned).toMatchObject({ ok: true });
  await openConnectionSettings(page);
  await page.getByRole("button", { name: "Forget…" }).click();
  const dialog = page.getByRole("dialog", { name: 'Forget "Acme"?' });
  await dialog.getByRole("button", { name: "Forget this connection" }).click();
  await dialog.getByText("The connection stays").waitFor();
  await dialog.getByText("A campaign is still open", { exact: false }).waitFor();
});

test("signing out says so, and the way back keeps the name and the address", async () => {
  const service = await startService();
  const { page } = await launchFleetdesk();
  await connectWithToken(page, service);
  await openConnectionSettings(page);
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
  const service = await startService();
  const { page, dataDir } = await launchFleetdesk();
  await connectWithToken(page, service);
  await openConnectionSettings(page);
  await page.getByRole("button", { name: "Test the connection" }).click();
  const hops = page.getByRole("list", { name: "Hops to the service" }).getByRole("listitem");
  await expect.poll(() => hops.count()).toBe(8);
  await page.getByRole("link", { name: "About" }).click();
  await page.getByText(dataDir, { exact: true }).waitFor();
});
