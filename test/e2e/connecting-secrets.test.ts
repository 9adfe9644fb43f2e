/** No secret remains in the window or in a file after it was sent. */
import { t } from "#shared/texts/text.ts";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import {
  chooseUser,
  expectFleet,
  deleteConnectionsLater,
  openConnectionSettings,
  openForm,
  pressConnect,
  startService,
  typeSecret,
} from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";

/** Any token of the service: three parts of base64, the first one an object. */
const anyToken = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/;

/** In a separate process, whose browser profile is in the data directory. */
const shared = shareInFile(() => launchFleetdesk({ env: {} }));

test("the click that sends an application token removes it from the window", async () => {
  const service = await startService();
  const { page, dataDir } = shared();
  deleteConnectionsLater(page);
  await page.context().tracing.stop(); // records the input
  await openForm(page, service.baseUrl);
  await typeSecret(page, "applicationToken", service.applicationToken);
  // A search that finds nothing proves that only if it finds existing texts.
  expect(await heapHolds(page, [service.applicationToken])).toEqual([service.applicationToken]);
  await pressConnect(page);
  await expectFleet(page);
  await openConnectionSettings(page);
  await expectNoSecret(page, dataDir, [service.applicationToken]);
});

test("the click that sends a password removes it and its hash from the window", async () => {
  const service = await startService();
  const { page, dataDir } = shared();
  deleteConnectionsLater(page);
  await page.context().tracing.stop();
  await openForm(page, service.baseUrl);
  await chooseUser(page, service.username);
  await typeSecret(page, "password", service.password);
  await page.getByRole("button", { name: t(($) => $.connections.test.run) }).click();
  await page.getByRole("list", { name: t(($) => $.connections.test.steps) }).waitFor();
  expect(await heapHolds(page, [service.password])).toEqual([service.password]);
  await pressConnect(page);
  await expectFleet(page);
  await openConnectionSettings(page);
  const hash = createHash("sha1").update(service.password).digest("hex");
  await expectNoSecret(page, dataDir, [service.password, hash]);
});

test("a passphrase and a token that were entered and not sent are removed with the page", async () => {
  const { page, dataDir } = await launchFleetdesk({
    env: { FLEETDESK_KEYCHAIN: "", DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent", DISPLAY: "" },
  });
  const [token, passphrase] = ["typed-but-never-sent-4711", "correct-horse-battery-4711"];
  await page.context().tracing.stop();
  await openForm(page, "https://service.example");
  await typeSecret(page, "applicationToken", token);
  await page.getByRole("button", { name: t(($) => $.connections.keychain.useFile) }).click();
  for (const label of [
    t(($) => $.connections.keychain.passphrase),
    t(($) => $.connections.keychain.confirmPassphrase),
  ]) {
    await page.getByRole("textbox", { name: label, exact: true }).focus();
    await page.keyboard.insertText(passphrase);
  }
  await page.keyboard.press("Enter");
  await page.getByText(t(($) => $.connections.session.protection.file)).waitFor();
  await page.getByRole("link", { name: t(($) => $.shell.pages.settings), exact: true }).click();
  await page.getByRole("heading", { name: t(($) => $.settings.page.title) }).waitFor();
  await expectNoSecret(page, dataDir, [token, passphrase]);
});

async function expectNoSecret(page: Page, dataDir: string, secrets: readonly string[]): Promise<void> {
  const places = {
    page: await page.content(),
    inputs: JSON.stringify(await page.evaluate("[...document.querySelectorAll('input')].map(({ value }) => value)")),
    storages: JSON.stringify(await page.evaluate("[{ ...localStorage }, { ...sessionStorage }, document.cookie]")),
    address: page.url(),
    history: String(await page.evaluate("JSON.stringify(history.state)")),
    // All are read again if the browser renames a temporary file meanwhile.
    ...(await vi.waitFor(() => filesBelow(dirname(dataDir)), 60_000)),
  };
  const leaks = Object.entries(places).filter(
    ([, text]) => anyToken.test(text) || secrets.some((secret) => text.includes(secret)),
  );
  expect(leaks.map(([place]) => place)).toEqual([]);
  expect(await heapHolds(page, [...secrets, anyToken])).toEqual([]);
}

/** Which of these texts are in the memory of the page's scripts: their whole state, however it is stored. */
async function heapHolds(page: Page, patterns: readonly (string | RegExp)[]): Promise<readonly (string | RegExp)[]> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => pieces.push(chunk));
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  const snapshot = pieces.join("");
  // Secrets have no character that JSON escapes. Parsing the numbers of all nodes would take seconds.
  const strings = snapshot.slice(snapshot.lastIndexOf('"strings":['));
  return patterns.filter((text) => (typeof text === "string" ? strings.includes(text) : text.test(strings)));
}

/** Every file of the program, its database, logs and browser profile, decoded as Latin-1, which preserves every byte. */
function filesBelow(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [file, readFileSync(file, "latin1")];
    }),
  );
}
