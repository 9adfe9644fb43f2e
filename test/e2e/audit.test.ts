/** The audit on screen, against the simulator: actions of this program with their outcomes. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { Stream } from "#shared/contract/network/stream-schemas.ts";
import { startService, type Service } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { connectForSending } from "./support/campaign-runs.ts";

async function open(): Promise<{ readonly page: Page; readonly service: Service; readonly dataDir: string }> {
  const service = await startService({ endpoints: 20 });
  const { page, dataDir } = await launchFleetdesk();
  await connectForSending(page, service);
  return { page, service, dataDir };
}

const shared = shareInFile(open);
afterEach(() => shared().service.setFaults({}));

const rows = (page: Page): ReturnType<Page["getByRole"]> =>
  page.getByRole("grid", { name: t(($) => $.audit.list.label) }).getByRole("row");

const target = (kind: string, id: string): string => t(($) => $.audit.target, { kind, id });

/** Each test has its own endpoint. */
async function setVolume(page: Page, endpoint: string, volume: number): Promise<void> {
  const operation = { op: "set", volume, expiresAt: Date.UTC(2050, 0, 1) };
  await callCore(page, "quotas.change", { endpoint, kind: "data", operation });
}

test("a change is listed with its values before and after, and links to its endpoint", async () => {
  const { page } = shared();
  await setVolume(page, "70002", 50);
  await setVolume(page, "70002", 75);
  await goTo(page, "/audit");
  await rows(page)
    .getByText(formatText(codedText("set-data-quota")))
    .first()
    .click();
  const entry = page.getByRole("complementary", { name: t(($) => $.audit.entry) });
  await entry.getByRole("row", { name: `${t(($) => $.quotas.form.remainingData)} 50 75` }).waitFor();
  await entry.getByText("POST /endpoint/70002/quota/data").waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);

  await entry.getByRole("link", { name: t(($) => $.audit.detail.sameTarget) }).click();
  await page
    .getByRole("button", {
      name: t(($) => $.audit.filter.clearTarget, {
        target: target(
          t(($) => $.audit.targetKinds.endpoint),
          "70002",
        ),
      }),
    })
    .waitFor();
  await expect.poll(() => rows(page).count()).toBe(3);
  await entry.getByRole("link", { name: t(($) => $.audit.detail.openEndpoint).replace("<id/>", "70002") }).click();
  await expect.poll(() => page.evaluate("location.hash")).toContain("open=endpoint");
  // The heading contains the name as soon as it is read.
  await page
    .getByRole("complementary", { name: t(($) => $.common.details) })
    .getByText(`${t(($) => $.shell.collections.endpoint.one)} 70002`)
    .first()
    .waitFor();
});

test("a lost response is shown as unknown, a rejection with the service's message, and both are found by their outcome", async () => {
  const { page, service } = shared();
  service.setFaults({ seed: 1, rules: [{ kind: "reset-before", rate: 1, on: "stream.create" }] });
  const callback = { kind: "new", url: "https://fleet.example.com/in/hidden-path?key=hidden-word", purpose: "Events" };
  await callCore(page, "streams.create", { form: { destination: "rest-api", content: "events", callback } });
  service.setFaults({ seed: 1, rules: [] });
  await callCore(page, "dns.remove", { dns: "999" }).catch(() => undefined);
  await goTo(page, "/audit");
  await rows(page)
    .getByText(formatText(codedText("delete-dns")))
    .waitFor();
  await goTo(page, "/audit?outcome=unknown");
  await expect.poll(() => rows(page).count()).toBe(2);
  await rows(page)
    .getByText(formatText(codedText("create-stream")))
    .waitFor();
  await goTo(page, "/audit?outcome=refused");
  await page.getByText(/\b404\b/).waitFor();
  await goTo(page, "/audit?search=hidden");
  await page.getByRole("heading", { name: t(($) => $.audit.list.noMatch) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("button", { name: t(($) => $.common.clearFilters) }).click();
  await page
    .getByText(formatText(codedText("create-callback")))
    .first()
    .waitFor();
});

test("the requested values of a rejected change are not shown as current", async () => {
  const { page, service } = shared();
  await setVolume(page, "70003", 167);
  service.setFaults({ seed: 1, rules: [{ kind: "refuse", rate: 1, status: 422, on: "quota.set" }] });
  await setVolume(page, "70003", 160).catch(() => undefined);
  await goTo(page, "/audit?search=quota 70003 refused");
  await expect.poll(() => rows(page).count()).toBe(2);
  await rows(page)
    .getByText(formatText(codedText("set-data-quota")))
    .click();
  const entry = page.getByRole("complementary", { name: t(($) => $.audit.entry) });
  await entry.getByRole("columnheader", { name: t(($) => $.audit.fields.requested) }).waitFor();
  await entry.getByRole("row", { name: `${t(($) => $.quotas.form.remainingData)} 167 160` }).waitFor();
  expect(await entry.locator("s").count()).toBe(0);
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});

test("a lost creation that a read found is shown as applied, with the created record and a link to it", async () => {
  const { page, service } = shared();
  service.setFaults({ seed: 1, rules: [{ kind: "reset-after", rate: 1, on: "stream.create" }] });
  const callback = { kind: "new", url: "https://fleet.example.com/in", purpose: "Events" };
  const list = async (): Promise<readonly Stream[]> =>
    ((await callCore(page, "streams.list", {})) as { readonly items: readonly Stream[] }).items;
  const before = new Set((await list()).map(({ key }) => key));
  await callCore(page, "streams.create", { form: { destination: "rest-api", content: "events", callback } });
  const stream = (await list()).find(({ key }) => !before.has(key));
  const [id, callbackId] = [stream?.id ?? "none", stream?.callback ?? "none"];
  await goTo(page, "/audit");
  await page
    .getByRole("gridcell", {
      name: target(
        t(($) => $.audit.targetKinds.apiCallback),
        callbackId,
      ),
      exact: true,
    })
    .waitFor();
  await page
    .getByRole("gridcell", {
      name: target(
        t(($) => $.audit.targetKinds.dataStream),
        id,
      ),
      exact: true,
    })
    .click();
  const entry = page.getByRole("complementary", { name: t(($) => $.audit.entry) });
  await entry.getByText(formatText(codedText("proved-by-list", { id }))).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await entry.getByRole("link", { name: t(($) => $.audit.detail.openDataStream).replace("<id/>", id) }).click();
  await page.getByRole("heading", { name: "https://fleet.example.com/in" }).waitFor();
});

test("new entries are announced while the page is open, and the rows stay until the operator shows them", async () => {
  const { page } = shared();
  await goTo(page, "/audit");
  await page.getByText(formatText(codedText("sign-in-application-token"))).waitFor();
  const before = await rows(page).count();
  await setVolume(page, "70004", 50);
  await page.getByRole("button", { name: t(($) => $.audit.showNew) }).waitFor();
  expect(await rows(page).count()).toBe(before);
  await page.getByRole("button", { name: t(($) => $.audit.showNew) }).click();
  await rows(page)
    .filter({ hasText: "70004" })
    .getByText(formatText(codedText("set-data-quota")))
    .waitFor();
});

test("verifies the chain on screen", async () => {
  const { page } = shared();
  await goTo(page, "/audit");
  await page.getByRole("button", { name: t(($) => $.audit.verify) }).click();
  await page
    .getByRole("paragraph")
    .filter({ hasText: t(($) => $.audit.verdict.verified) })
    .waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("button", { name: t(($) => $.audit.verdict.close) }).click();
  await page.getByText(t(($) => $.audit.verdict.verified)).waitFor({ state: "hidden" });
});

test("an entry that was forged in the store of the running program breaks the chain, and its position is shown", async () => {
  const { page, dataDir } = await open();
  await setVolume(page, "70002", 50);
  const store = new DatabaseSync(join(dataDir, "fleetdesk.db"));
  store.exec("DROP TRIGGER audit_entry_unchanged");
  store.exec(`UPDATE audit_entry SET entry = replace(entry, '"volume":50', '"volume":51') WHERE seq = 2`);
  store.close();
  await goTo(page, "/audit");
  await page.getByRole("button", { name: t(($) => $.audit.verify) }).click();
  const verdict = page.getByRole("alert").filter({ hasText: t(($) => $.audit.verdict.broken) });
  const problem = formatText(codedText("audit-hash-mismatch"));
  await verdict.getByText(t(($) => $.audit.verdict.brokenAt, { problem, link: 2, count: 1 })).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});
