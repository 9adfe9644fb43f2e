/** Several connections, their options, their removal; appearance; version and paths. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
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
import { callCore, goTo } from "./look-up.ts";
import { connectFleet } from "./support/big-fleet.ts";
import { expectFocusAbove } from "./support/focus.ts";

async function connect(page: Page, service: Service): Promise<void> {
  await connectFleet(page, service, service);
  await callCore(page, "fleet.sync", {});
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

test("a second connection is listed next to the first, and either can be used", async () => {
  const second = await startService({ endpoints: 30 });
  const { page } = await open();
  onTestFinished(async () => void (await callCore(page, "connections.delete", { connection: "Branch" })));
  await page.getByRole("button", { name: t(($) => $.connections.list.new) }).click();
  await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).fill("Acme");
  await page.getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) }).fill(second.baseUrl);
  await typeSecret(page, "applicationToken", second.applicationToken);
  await pressConnect(page);
  await page.getByText(t(($) => $.connections.validation.nameTaken, { name: "Acme" })).waitFor();
  await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).fill("Branch");
  await pressConnect(page);
  await expectFleet(page, 30);

  const list = page.getByRole("list", { name: t(($) => $.connections.list.title) });
  await list.getByRole("button", { name: /^Acme/ }).click();
  await page.getByRole("button", { name: t(($) => $.connections.view.use) }).click();
  await expectFleet(page, 200);
  await list
    .getByRole("button", { name: /^Acme/ })
    .getByText(t(($) => $.connections.view.current))
    .waitFor();
});

test("edited options are changed without a new sign-in, invalid ones are named, and others stay as they are", async () => {
  const { page, service } = await open();
  const before = await service.signIns();
  await page.getByRole("button", { name: t(($) => $.connections.view.editOptions) }).click();
  const requests = page.getByRole("textbox", { name: t(($) => $.connections.options.ceilingRequests) });
  await requests.fill("0");
  await page.getByRole("button", { name: t(($) => $.connections.options.save) }).click();
  await page.getByText(t(($) => $.connections.validation.ceilingRequests)).waitFor();
  await requests.fill("900");
  await page.getByRole("button", { name: t(($) => $.connections.view.deleteMore) }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t(($) => $.common.cancel) })
    .click();
  await page.getByRole("button", { name: t(($) => $.connections.view.editOptions) }).click();
  await requests.waitFor();
  await callCore(page, "connections.setOptions", { connection: "Acme", options: { dailyBudget: 500 } });
  await page.getByRole("button", { name: t(($) => $.connections.options.save) }).click();
  await requests.waitFor({ state: "detached" });
  const options = { ceiling: { requests: 900, seconds: 300 }, dailyBudget: 500 };
  expect(await callCore(page, "connections.get", {})).toMatchObject({ options });
  // A value that is saved in another notation is saved as well.
  await page.getByRole("button", { name: t(($) => $.connections.view.editOptions) }).click();
  await page.getByRole("textbox", { name: t(($) => $.connections.options.defaultSender) }).fill("+49 157 1122");
  await page.getByRole("button", { name: t(($) => $.connections.options.save) }).click();
  await requests.waitFor({ state: "detached" });
  expect(await callCore(page, "connections.get", {})).toMatchObject({ options: { defaultSender: "491571122" } });
  const changed = { dailyBudget: "none", defaultSender: "none" };
  await callCore(page, "connections.setOptions", { connection: "Acme", options: changed });
  expect(await service.signIns()).toBe(before);
});

test("deleting a connection lists what is lost, and returns to the first screen", async () => {
  const { page, service } = await open();
  onTestFinished(() => connect(page, service));
  await page.getByRole("button", { name: t(($) => $.connections.view.deleteMore) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.connections.delete.title, { name: "Acme" }) });
  await dialog.getByText(t(($) => $.connections.delete.cache)).waitFor();
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: t(($) => $.connections.view.deleteMore) }).click();
  await dialog.getByRole("button", { name: t(($) => $.connections.delete.confirm) }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.fleet))}\\b`) }).click();
  await page.getByRole("heading", { name: t(($) => $.connections.firstRun.title) }).waitFor();
});

test("a connection with an open campaign is not deleted, and the dialog shows the reason", async () => {
  const { page } = await open();
  const plan = { name: "check", from: "12345", text: "STATUS?", audience: [{ source: { filter: "status:0" } }] };
  const { campaignId } = (await callCore(page, "campaigns.plan", plan)) as { readonly campaignId: string };
  onTestFinished(async () => void (await callCore(page, "campaigns.remove", { campaignId })));
  await page.getByRole("button", { name: t(($) => $.connections.view.deleteMore) }).click();
  const dialog = page.getByRole("dialog", { name: t(($) => $.connections.delete.title, { name: "Acme" }) });
  await dialog.getByRole("button", { name: t(($) => $.connections.delete.confirm) }).click();
  await dialog.getByText(t(($) => $.connections.delete.failed)).waitFor();
  await dialog.getByText(formatText(codedText("connection-campaigns-open", { count: 1, name: "Acme" }))).waitFor();
});

test("the window shows that it is signed out, and the sign-in form contains the name and the address", async () => {
  const { page, service } = await open();
  const session = page.getByRole("region", { name: t(($) => $.connections.session.title) });
  await session.getByRole("button", { name: t(($) => $.shell.commands.signOut.title) }).click();
  await session.getByText(t(($) => $.connections.session.reason.signedOut)).waitFor();
  await session.getByRole("button", { name: t(($) => $.connections.session.signInAgainMore) }).click();
  await typeSecret(page, "applicationToken", service.applicationToken);
  await page.getByRole("button", { name: t(($) => $.connections.form.signIn), exact: true }).click();
  await session
    .getByText(
      t(($) => $.connections.session.state.signedIn),
      { exact: true },
    )
    .waitFor();
});

test("appearance settings take effect immediately and survive a restart", async () => {
  const first = await launchFleetdesk();
  await first.page.getByRole("link", { name: t(($) => $.shell.pages.settings), exact: true }).click();
  await first.page.getByRole("link", { name: t(($) => $.shell.settingsSections.general) }).click();
  await first.page
    .getByText(
      t(($) => $.settings.general.themeDark),
      { exact: true },
    )
    .click();
  await first.page
    .getByText(
      t(($) => $.settings.general.densityComfortable),
      { exact: true },
    )
    .click();
  const scheme = "document.documentElement.dataset.mantineColorScheme";
  await expect.poll(() => first.page.evaluate(scheme)).toBe("dark");
  const { page } = await first.restart();
  await expect.poll(() => page.evaluate(scheme)).toBe("dark");
});

test("the settings test the path to a service, and show version and paths", async () => {
  const { page, dataDir } = await open();
  await page.getByRole("button", { name: t(($) => $.connections.test.run) }).click();
  const hops = page.getByRole("list", { name: t(($) => $.connections.test.steps) }).getByRole("listitem");
  await expect.poll(() => hops.count()).toBe(9);
  await page.getByRole("link", { name: t(($) => $.shell.settingsSections.about) }).click();
  await page.getByText(dataDir, { exact: true }).waitFor();
});
