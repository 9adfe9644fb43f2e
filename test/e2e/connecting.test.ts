/** The first sign-in, and all its failures; practice. */
import { t } from "#shared/texts/text.ts";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { localhostCertificate, localhostKey } from "../make/certificate.ts";
import {
  chooseUser,
  connectWithPassword,
  connectWithToken,
  expectFleet,
  deleteConnectionsLater,
  openConnectionSettings,
  openForm,
  pressConnect,
  type Service,
  startService,
  typeSecret,
} from "./connecting.ts";
import { launchFleetdesk, scratchDataDir } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { watchForText } from "./support/watch-for-text.ts";

/** The system's keychain cannot be used. */
const withoutKeychain = { FLEETDESK_KEYCHAIN: "", DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent", DISPLAY: "" };

const shared = shareInFile(() => launchFleetdesk());

/** The first screen of the shared program, restored after the test. */
function firstScreen(): Page {
  const { page } = shared();
  deleteConnectionsLater(page);
  return page;
}

/** With a separate service that has received no requests. */
async function begin(): Promise<{ readonly page: Page; readonly service: Service }> {
  const service = await startService();
  return { page: firstScreen(), service };
}

test("a first sign-in with an application token opens the fleet and starts its first sync", async () => {
  const { page, service } = await begin();
  await connectWithToken(page, service);
  await openConnectionSettings(page);
  const session = page.getByRole("region", { name: t(($) => $.connections.session.title) });
  await session.getByText("Fleet Operations", { exact: false }).first().waitFor();
  expect(await service.signIns()).toBe(1);
});

test("an incorrect password costs one call, is explained, and stays in its field", async () => {
  const { page, service } = await begin();
  await openForm(page, service.baseUrl);
  await chooseUser(page, service.username);
  await typeSecret(page, "password", "not-the-password");
  await pressConnect(page);
  await page.getByText(t(($) => $.connections.signInError.rejected)).waitFor();
  expect(await page.getByRole("textbox", { name: t(($) => $.connections.fields.password) }).inputValue()).toBe(
    "not-the-password",
  );
  expect(await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).inputValue()).toBe("Acme");
  expect([await service.signIns(), await service.requests()]).toEqual([1, 1]);

  await typeSecret(page, "password", service.password);
  await pressConnect(page);
  await expectFleet(page);
  expect(await service.signIns()).toBe(2);
});

test("after three failed attempts the block is explained and no request is sent", async () => {
  const { page, service } = await begin();
  await openForm(page, service.baseUrl);
  await chooseUser(page, service.username);
  await typeSecret(page, "password", "wrong");
  const button = page.getByRole("button", { name: t(($) => $.connections.form.connect), exact: true });
  for (const tries of [1, 2, 3, 4]) {
    await button.click();
    await expect.poll(() => service.signIns()).toBe(tries);
    await expect.poll(() => button.isEnabled()).toBe(true);
  }
  await page.getByText(t(($) => $.connections.signInError.blocked)).waitFor();
  await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/\d{2}:\d{2}/);
  await button.click();
  await page.getByText(t(($) => $.connections.signInError.blocked)).waitFor();
  expect(await service.signIns()).toBe(4);
});

test("missing values are named at their fields, and nothing is sent", async () => {
  const { page, service } = await begin();
  await openForm(page, service.baseUrl);
  await page.getByRole("textbox", { name: t(($) => $.common.name), exact: true }).fill("");
  await page.getByRole("button", { name: t(($) => $.connections.options.advanced) }).click();
  await page.getByRole("textbox", { name: t(($) => $.connections.options.ceilingRequests) }).fill("many");
  await pressConnect(page);
  await page.getByText(t(($) => $.connections.validation.nameMissing)).waitFor();
  await page.getByText(t(($) => $.connections.validation.tokenMissing)).waitFor();
  await page.getByText(t(($) => $.connections.validation.ceilingRequests)).waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("name");
  expect(await service.requests()).toBe(0);
});

test("an unencrypted address needs a confirmation before a token is sent there", async () => {
  const page = firstScreen();
  await openForm(page, "http://cdn.example.invalid");
  await typeSecret(page, "applicationToken", "token-of-mine");
  await pressConnect(page);
  await page.getByText(t(($) => $.connections.validation.unencrypted)).waitFor();
  const confirmation = page.getByRole("checkbox", { name: t(($) => $.connections.unencrypted.confirm) });
  await confirmation.check();
  // Another address needs another confirmation.
  await page
    .getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) })
    .fill("http://other.example.invalid");
  expect(await confirmation.isChecked()).toBe(false);
});

test("a draft remains after visiting another page, except for the secret", async () => {
  const page = firstScreen();
  await openForm(page, "https://service.example");
  await typeSecret(page, "applicationToken", "half-a-token");
  await page.getByRole("link", { name: t(($) => $.shell.pages.settings), exact: true }).click();
  await page.getByRole("heading", { name: t(($) => $.settings.page.title) }).waitFor();
  await page.getByRole("link", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.fleet))}\\b`) }).click();
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) }).inputValue())
    .toBe("https://service.example");
  expect(await page.getByRole("textbox", { name: t(($) => $.connections.fields.applicationToken) }).inputValue()).toBe(
    "",
  );
});

test("names a proxy that does not respond as the failed hop", async () => {
  const proxy = "http://127.0.0.1:9";
  const { page } = await launchFleetdesk({
    env: { https_proxy: proxy, HTTPS_PROXY: proxy, no_proxy: "", NO_PROXY: "" },
  });
  await openForm(page, "https://service.example");
  await page.getByRole("button", { name: t(($) => $.connections.test.run) }).click();
  const hops = page.getByRole("list", { name: t(($) => $.connections.test.steps) });
  await hops.waitFor();
  expect(await hops.locator("[data-result=failed]").textContent()).toContain(t(($) => $.connections.test.step.proxy));
  await page
    .getByRole("alert")
    .getByText(
      t(($) => $.connections.test.verdict.failed, { step: t(($) => $.connections.test.step.proxy), message: "" }),
    )
    .waitFor();
});

test("names an untrusted certificate as the failed hop, with a link from the sign-in", async () => {
  const server = createServer({ key: localhostKey, cert: localhostCertificate });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const page = firstScreen();
  await openForm(page, `https://localhost:${(server.address() as AddressInfo).port}`);
  await typeSecret(page, "applicationToken", "a-token");
  await pressConnect(page);
  await page.getByRole("button", { name: t(($) => $.connections.signInError.runTest) }).click();
  await page
    .getByRole("alert")
    .getByText(
      t(($) => $.connections.test.verdict.failed, { step: t(($) => $.connections.test.step.certificate), message: "" }),
    )
    .waitFor();
});

test("without a keychain nothing is sent before one of three choices is made", async () => {
  const service = await startService();
  const { page } = await launchFleetdesk({ env: withoutKeychain });
  await openForm(page, service.baseUrl);
  await page.getByText(t(($) => $.connections.keychain.noSystem)).waitFor();
  // The system's error message is shown on request.
  await page.getByText(t(($) => $.connections.keychain.choiceHelp)).waitFor();
  const raw = page.locator("details p");
  await expect.poll(() => raw.isVisible()).toBe(false);
  await page.getByRole("button", { name: t(($) => $.connections.keychain.trySystem) }).click();
  await page.getByText(t(($) => $.connections.keychain.choiceFailed)).waitFor();
  expect(await page.getByRole("button", { name: t(($) => $.connections.form.connect), exact: true }).isDisabled()).toBe(
    true,
  );
  expect(await service.requests()).toBe(0);

  await page.getByRole("button", { name: t(($) => $.connections.keychain.useMemory) }).click();
  await page.getByText(t(($) => $.connections.session.protection.memory)).waitFor();
  await typeSecret(page, "applicationToken", service.applicationToken);
  await pressConnect(page);
  await expectFleet(page);
});

test("a passphrase file stores tokens longer than a keychain entry, over a restart and protected by its passphrase", async () => {
  const service = await startService({ tokenPadding: 6000 });
  const first = await launchFleetdesk({ env: withoutKeychain, dataDir: scratchDataDir() });
  await openForm(first.page, service.baseUrl);
  await first.page.getByRole("button", { name: t(($) => $.connections.keychain.useFile) }).click();
  await first.page
    .getByRole("textbox", { name: t(($) => $.connections.keychain.passphrase), exact: true })
    .fill("correct horse battery");
  await first.page
    .getByRole("textbox", { name: t(($) => $.connections.keychain.confirmPassphrase) })
    .fill("correct horse");
  await first.page.getByRole("button", { name: t(($) => $.connections.keychain.createFile) }).click();
  await first.page.getByText(t(($) => $.connections.validation.passphrasesDiffer)).waitFor();
  await first.page
    .getByRole("textbox", { name: t(($) => $.connections.keychain.confirmPassphrase) })
    .fill("correct horse battery");
  await first.page.getByRole("button", { name: t(($) => $.connections.keychain.createFile) }).click();
  await first.page.getByText(t(($) => $.connections.session.protection.file)).waitFor();
  await chooseUser(first.page, service.username);
  await typeSecret(first.page, "password", service.password);
  await pressConnect(first.page);
  await expectFleet(first.page);

  const { page } = await first.restart();
  await openConnectionSettings(page);
  await page
    .getByText(
      t(($) => $.connections.keychain.locked),
      { exact: true },
    )
    .waitFor();
  await page.getByRole("textbox", { name: t(($) => $.connections.keychain.passphrase) }).fill("wrong horse");
  await page.getByRole("button", { name: t(($) => $.connections.keychain.unlock) }).click();
  const isInvalid = page.locator("input[aria-invalid=true]");
  await isInvalid.waitFor();
  await page.getByRole("textbox", { name: t(($) => $.connections.keychain.passphrase) }).fill("correct horse battery");
  await page.getByRole("button", { name: t(($) => $.connections.keychain.unlock) }).click();
  const session = page.getByRole("region", { name: t(($) => $.connections.session.title) });
  await session
    .getByText(
      t(($) => $.connections.session.state.signedIn),
      { exact: true },
    )
    .waitFor();
  expect(await service.signIns()).toBe(1);
});

test("after the same user signed in elsewhere, the reason is shown with a link to sign in", async () => {
  const { page, service } = await begin();
  await connectWithPassword(page, service);
  const { username, password, baseUrl } = service;
  await fetch(`${baseUrl}/api/v1/authenticate`, { method: "POST", body: JSON.stringify({ username, password }) });
  await service.revoke({ revokeAuth: true });
  await openConnectionSettings(page);
  await page.keyboard.press("ControlOrMeta+R");
  const session = page.getByRole("region", { name: t(($) => $.connections.session.title) });
  await session.getByText(t(($) => $.connections.session.reason.elsewhere)).waitFor();

  await session.getByRole("button", { name: t(($) => $.connections.session.signInAgainMore) }).click();
  await expect
    .poll(() => page.getByRole("textbox", { name: t(($) => $.connections.fields.username) }).inputValue())
    .toBe(username);
  await typeSecret(page, "password", password);
  await page.getByRole("button", { name: t(($) => $.connections.form.signIn), exact: true }).click();
  await session
    .getByText(
      t(($) => $.connections.session.state.signedIn),
      { exact: true },
    )
    .waitFor();
});

test("practice starts with one click and opens ten thousand endpoints", async () => {
  const page = firstScreen();
  const hasAppeared = await watchForText(
    page,
    "body",
    t(($) => $.connections.practice.startingHelp),
  );
  await page.getByRole("button", { name: t(($) => $.connections.practice.start) }).click();
  await expect
    .poll(
      () =>
        page
          .getByRole("link", { name: new RegExp(`^${RegExp.escape(t(($) => $.shell.pages.fleet))}\\b`) })
          .textContent(),
      {
        timeout: 120_000,
      },
    )
    .toContain("10,000");
  expect(await hasAppeared()).toBe(true);
  await openConnectionSettings(page);
  await page.getByText(t(($) => $.connections.practice.running, { count: 10_000 })).waitFor();
});
