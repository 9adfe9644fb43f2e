/** The first sign-in, and every way it goes wrong; practice. */
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
  forgetLater,
  openConnectionSettings,
  openForm,
  pressConnect,
  type Service,
  startService,
  typeSecret,
} from "./connecting.ts";
import { launchFleetdesk, scratchDataDir } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";

/** Nothing answers there: the system's keychain cannot be used. */
const withoutKeychain = { FLEETDESK_KEYCHAIN: "", DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent", DISPLAY: "" };

const shared = shareInFile(() => launchFleetdesk());

/** The first screen of the shared program, as it is again after the test. */
function firstScreen(): Page {
  const { page } = shared();
  forgetLater(page);
  return page;
}

/** With a service of the test's own, that nobody has asked for anything. */
async function begin(): Promise<{ readonly page: Page; readonly service: Service }> {
  const service = await startService();
  return { page: firstScreen(), service };
}

test("a first sign-in with an application token leads to the fleet and its first copy", async () => {
  const { page, service } = await begin();
  await connectWithToken(page, service);
  await openConnectionSettings(page);
  const session = page.getByRole("region", { name: "Session" });
  await session.getByText("Fleet Operations", { exact: false }).first().waitFor();
  expect(await service.signIns()).toBe(1);
});

test("a wrong password costs one call and no other, is explained, and stays in its field", async () => {
  const { page, service } = await begin();
  await openForm(page, service.baseUrl);
  await chooseUser(page, service.username);
  await typeSecret(page, "Password", "not-the-password");
  await pressConnect(page);
  await page.getByText("The service refused this sign-in").waitFor();
  expect(await page.getByRole("textbox", { name: "Password" }).inputValue()).toBe("not-the-password");
  expect(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Acme");
  expect([await service.signIns(), await service.requests()]).toEqual([1, 1]);

  await typeSecret(page, "Password", service.password);
  await pressConnect(page);
  await expectFleet(page);
  expect(await service.signIns()).toBe(2);
});

test("after three wrong tries the block is explained and the service is left alone", async () => {
  const { page, service } = await begin();
  await openForm(page, service.baseUrl);
  await chooseUser(page, service.username);
  await typeSecret(page, "Password", "wrong");
  const button = page.getByRole("button", { name: "Connect", exact: true });
  for (const tries of [1, 2, 3, 4]) {
    await button.click();
    await expect.poll(() => service.signIns()).toBe(tries);
    await expect.poll(() => button.isEnabled()).toBe(true);
  }
  await page.getByText("Sign-ins are blocked for now").waitFor();
  await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/The block ends at .*\d{2}:\d{2}/);
  await button.click();
  await page.getByText("Sign-ins are blocked for now").waitFor();
  expect(await service.signIns()).toBe(4);
});

test("what is missing is named at its field, and nothing is sent", async () => {
  const { page, service } = await begin();
  await openForm(page, service.baseUrl);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("");
  await page.getByRole("button", { name: "Advanced options" }).click();
  await page.getByRole("textbox", { name: "Requests" }).fill("many");
  await pressConnect(page);
  await page.getByText("Give the connection a name.").waitFor();
  await page.getByText("Enter the application token.").waitFor();
  await page.getByText("Enter a whole number of requests, 1 or more.").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("name");
  expect(await service.requests()).toBe(0);
});

test("an address that is not encrypted has to be confirmed before a token is sent there", async () => {
  const page = firstScreen();
  await openForm(page, "http://cdn.example.invalid");
  await typeSecret(page, "Application token", "token-of-mine");
  await pressConnect(page);
  await page.getByText("Confirm this, or use an address that begins with https://.").waitFor();
  const confirmation = page.getByRole("checkbox", { name: "Send the token unencrypted" });
  await confirmation.check();
  // Another address has to be confirmed again.
  await page.getByRole("textbox", { name: "Base address" }).fill("http://other.example.invalid");
  expect(await confirmation.isChecked()).toBe(false);
});

test("what was typed is still there after looking elsewhere, but for the secret", async () => {
  const page = firstScreen();
  await openForm(page, "https://service.example");
  await typeSecret(page, "Application token", "half-a-token");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.getByRole("link", { name: /^Fleet\b/ }).click();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Base address" }).inputValue())
    .toBe("https://service.example");
  expect(await page.getByRole("textbox", { name: "Application token" }).inputValue()).toBe("");
});

test("a proxy that does not answer is the hop that is named", async () => {
  const proxy = "http://127.0.0.1:9";
  const { page } = await launchFleetdesk({
    env: { https_proxy: proxy, HTTPS_PROXY: proxy, no_proxy: "", NO_PROXY: "" },
  });
  await openForm(page, "https://service.example");
  await page.getByRole("button", { name: "Test the connection" }).click();
  const hops = page.getByRole("list", { name: "Hops to the service" });
  await hops.waitFor();
  expect(await hops.locator("[data-result=failed]").textContent()).toMatch(/^Proxy/);
  await page
    .getByRole("alert")
    .getByText(/^Proxy fails: /)
    .waitFor();
});

test("a certificate that nobody trusts is the hop that is named, and the sign-in leads there", async () => {
  const server = createServer({ key: localhostKey, cert: localhostCertificate });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const page = firstScreen();
  await openForm(page, `https://localhost:${(server.address() as AddressInfo).port}`);
  await typeSecret(page, "Application token", "a-token");
  await pressConnect(page);
  await page.getByRole("button", { name: "Find the hop that fails" }).click();
  await page
    .getByRole("alert")
    .getByText(/^Certificate \(TLS\) fails: /)
    .waitFor();
});

test("without a keychain nothing is sent before one of three choices is made", async () => {
  const service = await startService();
  const { page } = await launchFleetdesk({ env: withoutKeychain });
  await openForm(page, service.baseUrl);
  await page.getByText("This computer offers no keychain to keep tokens in").waitFor();
  // The system's own words are for those who ask for them.
  await page.getByText(/^Recommended: |Recommended: a file with a passphrase/).waitFor();
  const raw = page.locator("details p");
  await expect.poll(() => raw.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Try the system's keychain again" }).click();
  await page.getByText("This choice could not be made").waitFor();
  expect(await page.getByRole("button", { name: "Connect", exact: true }).isDisabled()).toBe(true);
  expect(await service.requests()).toBe(0);

  await page.getByRole("button", { name: "Keep them for this session only" }).click();
  await page.getByText("Tokens are kept for this session only").waitFor();
  await typeSecret(page, "Application token", service.applicationToken);
  await pressConnect(page);
  await expectFleet(page);
});

test("a passphrase file keeps tokens longer than an entry of a keychain, over a restart and behind its passphrase", async () => {
  const service = await startService({ tokenPadding: 6000 });
  const first = await launchFleetdesk({ env: withoutKeychain, dataDir: scratchDataDir() });
  await openForm(first.page, service.baseUrl);
  await first.page.getByRole("button", { name: "Use a file with a passphrase" }).click();
  await first.page.getByRole("textbox", { name: "Passphrase", exact: true }).fill("correct horse battery");
  await first.page.getByRole("textbox", { name: "The same again" }).fill("correct horse");
  await first.page.getByRole("button", { name: "Make the file" }).click();
  await first.page.getByText("The two passphrases differ.").waitFor();
  await first.page.getByRole("textbox", { name: "The same again" }).fill("correct horse battery");
  await first.page.getByRole("button", { name: "Make the file" }).click();
  await first.page.getByText("in a file on this computer that your passphrase protects").waitFor();
  await chooseUser(first.page, service.username);
  await typeSecret(first.page, "Password", service.password);
  await pressConnect(first.page);
  await expectFleet(first.page);

  const { page } = await first.restart();
  await openConnectionSettings(page);
  await page.getByText("The tokens are locked").waitFor();
  await page.getByRole("textbox", { name: "Passphrase" }).fill("wrong horse");
  await page.getByRole("button", { name: "Unlock" }).click();
  const isInvalid = page.locator("input[aria-invalid=true]");
  await isInvalid.waitFor();
  await page.getByRole("textbox", { name: "Passphrase" }).fill("correct horse battery");
  await page.getByRole("button", { name: "Unlock" }).click();
  const session = page.getByRole("region", { name: "Session" });
  await session.getByText("signed in", { exact: true }).waitFor();
  expect(await service.signIns()).toBe(1);
});

test("signed out because the same user signed in elsewhere: the reason is shown, and the way back", async () => {
  const { page, service } = await begin();
  await connectWithPassword(page, service);
  const { username, password, baseUrl } = service;
  await fetch(`${baseUrl}/api/v1/authenticate`, { method: "POST", body: JSON.stringify({ username, password }) });
  await service.revoke({ revokeAuth: true });
  await openConnectionSettings(page);
  await page.keyboard.press("ControlOrMeta+R");
  const session = page.getByRole("region", { name: "Session" });
  await session.getByText("The service ended this session because the same user signed in somewhere else.").waitFor();

  await session.getByRole("button", { name: "Sign in again…" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "User name" }).inputValue()).toBe(username);
  await typeSecret(page, "Password", password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await session.getByText("signed in", { exact: true }).waitFor();
});

test("practice begins with one press and leads to ten thousand endpoints", async () => {
  const page = firstScreen();
  // The text is there for a moment only, which may be over when the click is reported: the page itself looks for it.
  await page.evaluate(`{
    window.sawStart = false;
    const look = () => (window.sawStart ||= document.body.textContent.includes("The simulator makes its endpoints"));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  await page.getByRole("button", { name: "Practise" }).click();
  await expect
    .poll(() => page.getByRole("link", { name: /^Fleet\b/ }).textContent(), { timeout: 120_000 })
    .toContain("10,000");
  expect(await page.evaluate("window.sawStart")).toBe(true);
  await openConnectionSettings(page);
  await page.getByText("The built-in simulator runs with 10,000 endpoints.", { exact: false }).waitFor();
});
