/** DNS configurations and service profiles on screen, against the simulator: the final state at the service decides. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import type { EndpointCount } from "#shared/contract/network/network-schemas.ts";
import type { ProfileDetail } from "#shared/contract/network/profiles.ts";
import { breakService, startService, type Service } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { connectForSending } from "./support/campaign-runs.ts";

interface Named {
  readonly id: string;
  readonly name?: string;
}

interface Open {
  readonly page: Page;
  readonly service: Service;
}

async function launch(): Promise<Open> {
  const service = await startService({ endpoints: 60 });
  const { page } = await launchFleetdesk();
  await connectForSending(page, service);
  return { page, service };
}

/** Each test creates with its own addresses: duplicates need a confirmation. */
const shared = shareInFile(launch);

async function open(address: string, { page, service }: Open = shared()): Promise<Open> {
  await goTo(page, "/settings/about");
  await goTo(page, address);
  await page.getByRole("heading", { name: t(($) => $.network.page.title), level: 1 }).waitFor();
  return { page, service };
}

/** The configurations of the service, as it returns them. */
async function configurations(page: Page): Promise<readonly { readonly id: string; readonly primary?: string }[]> {
  return ((await callCore(page, "dns.refresh", {})) as { readonly items: readonly { readonly id: string }[] }).items;
}

async function create(page: Page, primary: string, secondary: string): Promise<void> {
  await page.getByRole("button", { name: t(($) => $.network.dns.new) }).click();
  await page.getByRole("textbox", { name: t(($) => $.network.dns.primary) }).fill(primary);
  await page.getByRole("textbox", { name: t(($) => $.network.dns.secondary) }).fill(secondary);
  await page.getByRole("button", { name: t(($) => $.network.dns.create), exact: true }).click();
}

/** "12 endpoints", as in the dialogs. */
async function endpointsOf(page: Page, profile: string): Promise<string> {
  const { endpoints } = (await callCore(page, "profiles.users", { profile })) as { readonly endpoints: EndpointCount };
  return formatText(endpoints.sentence);
}

/** As the dialog names the callback that the service has for Trackers. */
async function trackersCallback(page: Page): Promise<string> {
  const { profile } = (await callCore(page, "profiles.get", { profile: "901" })) as ProfileDetail;
  const { assignment } = profile.callback;
  if (assignment.state !== "uses") throw new Error("no callback");
  return t(($) => $.network.callback.withUrl, { url: assignment.url ?? "", callback: assignment.callback });
}

test("an invalid address is named at its field, nothing is sent, and the draft is restored after a reload", async () => {
  const { page } = await open("/network");
  const before = await configurations(page);
  await create(page, "192.0.2.300", "198.51.100.53");
  const field = page.getByRole("textbox", { name: t(($) => $.network.dns.primary) });
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  expect(await configurations(page)).toEqual(before);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("192.0.2.300");
  await field.fill("10.0.0.53");
  await page.getByText(formatText(codedText("address-private", { address: "10.0.0.53" }))).waitFor();
});

test("the draft is preserved when the service rejects it", async () => {
  const { page, service } = await open("/network");
  breakService(service, { kind: "refuse", on: "dns.create" });
  await create(page, "192.0.2.53", "198.51.100.53");
  await page.getByText(t(($) => $.network.dns.notCreated)).waitFor();
  expect(await page.getByRole("textbox", { name: t(($) => $.network.dns.secondary) }).inputValue()).toBe(
    "198.51.100.53",
  );
});

test("a service profile is created with DNS, its name is required, and it is in the list", async () => {
  const { page } = await open("/network/profiles");
  await page.getByRole("button", { name: t(($) => $.network.profile.new) }).click();
  await page.getByRole("button", { name: t(($) => $.network.profile.create), exact: true }).click();
  const name = page.getByRole("textbox", { name: t(($) => $.common.name), exact: true });
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  await name.fill("Meters with DNS");
  await page
    .getByRole("radiogroup", { name: t(($) => $.network.profile.feature.applySmsQuota) })
    .getByText(
      t(($) => $.common.on),
      { exact: true },
    )
    .click();
  await page
    .getByRole("radiogroup", { name: t(($) => $.network.profile.feature.allowed4g) })
    .getByText(
      t(($) => $.common.off),
      { exact: true },
    )
    .click();
  await page.getByRole("button", { name: t(($) => $.network.profile.create), exact: true }).click();
  await page.getByRole("heading", { name: "Meters with DNS" }).waitFor();
  await page
    .getByRole("list")
    .getByRole("button", { name: /Meters with DNS/ })
    .waitFor();
  await page.getByRole("button", { name: t(($) => $.network.profile.refresh) }).click();
  const is4gOff = t(($) => $.network.profile.featureOff, { feature: t(($) => $.network.profile.feature.allowed4g) });
  const isSmsOn = t(($) => $.network.profile.featureOn, { feature: t(($) => $.network.profile.feature.applySmsQuota) });
  await page.getByText(is4gOff).filter({ hasText: isSmsOn }).waitFor();
  await page
    .getByLabel(t(($) => $.network.callback.id))
    .first()
    .fill("no such");
  await page.getByRole("button", { name: t(($) => $.network.callback.setBegin) }).click();
  const callback = page.getByLabel(t(($) => $.network.callback.id)).first();
  await expect.poll(() => callback.getAttribute("aria-invalid")).toBe("true");
  expect(await callback.inputValue()).toBe("no such");
});

test("a duplicate profile is created only after a second click", async () => {
  const { page, service } = await open("/network/profiles?profile=new");
  const name = page.getByRole("textbox", { name: t(($) => $.common.name), exact: true });
  const before = await service.calls("profile.create");
  await name.fill("Metered SMS");
  await page.getByRole("button", { name: t(($) => $.network.profile.create), exact: true }).click();
  const { items } = (await callCore(page, "profiles.list", {})) as { readonly items: readonly Named[] };
  const ids = items.find((one) => one.name === "Metered SMS")?.id ?? "";
  await page.getByText(formatText(codedText("profile-exists", { name: "Metered SMS", ids }))).waitFor();
  expect([await name.inputValue(), await service.calls("profile.create")]).toEqual(["Metered SMS", before]);
  await page.getByRole("button", { name: t(($) => $.network.creation.createAnyway) }).click();
  await expect
    .poll(() =>
      page
        .getByRole("list")
        .getByRole("button", { name: /Metered SMS/ })
        .count(),
    )
    .toBe(2);
  await expect.poll(() => page.url()).not.toContain("profile=new");
  expect(await service.calls("profile.create")).toBe(before + 1);
});

test("a request with an unknown outcome is listed by its number, and is not sent again without a second click", async () => {
  const { page, service } = await open("/network");
  const reconcileAfter = async (reconcileAfterMs: number): Promise<void> =>
    void (await callCore(page, "connections.setOptions", { connection: "Acme", options: { reconcileAfterMs } }));
  // A reading within this time proves nothing, however slow the machine is.
  await reconcileAfter(600_000);
  onTestFinished(async () => await reconcileAfter(1000));
  breakService(service, { kind: "reset-before", on: "dns.create" });
  const before = await service.calls("dns.create");
  await create(page, "192.0.2.54", "198.51.100.54");
  await page
    .getByText(
      t(($) => $.common.outcomeUnknown),
      { exact: true },
    )
    .first()
    .waitFor();
  const { unresolved } = (await callCore(page, "dns.list", {})) as {
    readonly unresolved: readonly { readonly change: number }[];
  };
  expect(unresolved).toHaveLength(1);
  const number = unresolved[0]?.change ?? 0;
  await page
    .getByText(t(($) => $.network.sent.createDns, { primary: "192.0.2.54", secondary: "198.51.100.54" }))
    .waitFor();
  await page
    .getByText(
      t(($) => $.network.sent.change, { change: number }),
      { exact: true },
    )
    .waitFor();
  await page.getByRole("button", { name: t(($) => $.network.dns.create), exact: true }).click();
  await page.getByText(formatText(codedText("dns-unconfirmed", { change: number }))).waitFor();
  expect(await service.calls("dns.create")).toBe(before + 1);
  service.setFaults({});
  await page.getByRole("button", { name: t(($) => $.network.creation.createAnyway) }).click();
  await page.getByRole("heading", { name: "192.0.2.54, 198.51.100.54" }).waitFor();
  // The new one is the second one's: the outcome of the first is still unknown.
  await page
    .getByText(
      t(($) => $.network.sent.change, { change: number }),
      { exact: true },
    )
    .waitFor();
});

test("name, description and features of a profile are edited in a dialog that shows its usage", async () => {
  const { page, service } = await open("/network/profiles?profile=903");
  const before = await service.calls("profile.update");
  await page.getByRole("button", { name: t(($) => $.network.profile.editBegin) }).click();
  const dialog = page.getByRole("dialog");
  const usedBy = t(($) => $.network.profile.usedByEndpoints, { endpoints: await endpointsOf(page, "903") });
  await dialog.getByText(usedBy).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await dialog.getByRole("textbox", { name: t(($) => $.common.name) }).fill(" ");
  await dialog.getByRole("button", { name: t(($) => $.network.profile.update) }).click();
  await dialog.getByText(formatText(codedText("profile-name-missing"))).waitFor();
  await dialog.getByRole("textbox", { name: t(($) => $.common.name) }).fill("Renamed profile");
  await dialog.getByRole("button", { name: t(($) => $.network.profile.update) }).click();
  await page.getByText(formatText(codedText("profile-updated"))).waitFor();
  await page.getByRole("heading", { name: "Renamed profile", level: 2 }).waitFor();
  expect(await service.calls("profile.update")).toBe(before + 1);
});

test("the context menu of a profile opens its dialog while another profile is open", async () => {
  const { page } = await open("/network/profiles?profile=902");
  await page.getByRole("button", { name: t(($) => $.network.profile.editBegin) }).waitFor();
  await page.getByRole("list").getByRole("button", { name: /903 ·/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: t(($) => $.network.profile.editBegin) }).click();
  const { profile } = (await callCore(page, "profiles.get", { profile: "903" })) as ProfileDetail;
  await page
    .getByRole("dialog", { name: t(($) => $.network.profile.editTitle, { profile: profile.name ?? "" }) })
    .waitFor();
});

test("a profile draft survives a closed dialog and a lost response", async () => {
  const { page, service } = await open("/network/profiles?profile=902");
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox", { name: t(($) => $.common.name) });
  await page.getByRole("button", { name: t(($) => $.network.profile.editBegin) }).click();
  await name.fill("Half-typed");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: t(($) => $.network.profile.editBegin) }).click();
  expect(await name.inputValue()).toBe("Half-typed");
  breakService(service, { kind: "reset-before", on: "profile.update" });
  const unknown = codedText("profile-update-unknown", { reason: codedText("connection-lost") });
  await dialog.getByRole("button", { name: t(($) => $.network.profile.update) }).click();
  await dialog.getByText(formatText(unknown)).waitFor();
  expect(await name.inputValue()).toBe("Half-typed");
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await dialog.getByRole("button", { name: t(($) => $.network.profile.discard) }).click();
  await page.getByRole("button", { name: t(($) => $.network.profile.editBegin) }).click();
  expect(await name.inputValue()).not.toBe("Half-typed");
});

test("the callback for received SMS is changed after a dialog that shows its endpoint count, and is undone", async () => {
  const { page, service } = await open("/network/profiles?profile=901");
  const part = page.getByRole("region", { name: t(($) => $.network.callback.title) });
  const dialog = page.getByRole("dialog");
  const before = await service.calls("profile.update");
  const endpoints = await endpointsOf(page, "901");
  await part.getByRole("button", { name: t(($) => $.network.callback.removeBegin) }).click();
  await dialog.getByText(t(($) => $.network.callback.impact, { profile: "Trackers", endpoints })).waitFor();
  await dialog.getByText(t(($) => $.network.callback.notUndoable)).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await dialog.getByRole("button", { name: t(($) => $.common.cancel) }).click();
  await page.getByRole("button", { name: t(($) => $.network.profile.refresh) }).click();
  await part.getByText(t(($) => $.network.source.service)).waitFor();
  expect(await service.calls("profile.update")).toBe(before);
  await part.getByRole("button", { name: t(($) => $.network.callback.removeBegin) }).click();
  await dialog.getByText(t(($) => $.network.callback.current, { callback: await trackersCallback(page) })).waitFor();
  await dialog.getByRole("button", { name: t(($) => $.network.callback.remove) }).click();
  await part
    .getByText(
      t(($) => $.common.none),
      { exact: true },
    )
    .waitFor();
  await part.getByRole("button", { name: t(($) => $.network.callback.undoBegin) }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.callback.undo) }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await service.calls("profile.update")).toBe(before + 2);
  await page.getByRole("button", { name: t(($) => $.network.profile.refresh) }).click();
  await part
    .getByText(/\(21\)/)
    .first()
    .waitFor();
});

test("the id of a sent callback is cleared, but not one that was entered before the response", async () => {
  const { page, service } = await open("/network/profiles?profile=903");
  const part = page.getByRole("region", { name: t(($) => $.network.callback.title) });
  const dialog = page.getByRole("dialog");
  const field = part.getByLabel(t(($) => $.network.callback.id)).first();
  const outcome = part.getByText(formatText(codedText("profile-callback-set")));
  const send = async (): Promise<void> => {
    await field.fill("21");
    await part.getByRole("button", { name: t(($) => $.network.callback.setBegin) }).click();
    await dialog.getByRole("button", { name: t(($) => $.network.callback.set) }).click();
  };
  await send();
  await outcome.waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
  await goTo(page, "/network/profiles?profile=902");
  service.setFaults({ seed: 1, rules: [{ kind: "late", rate: 1, delayMs: 2_000, on: "profile.update" }] });
  onTestFinished(() => service.setFaults({}));
  await send();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await field.fill("22");
  await outcome.waitFor();
  expect(await field.inputValue()).toBe("22");
});

test("without a list, records created here can be selected, and an id can be entered", async () => {
  // A separate program: the shared one has read the list.
  const own = await launch();
  breakService(own.service, { kind: "refuse", status: 405, on: "dns.list" });
  const { page } = await open("/network", own);
  await create(page, "192.0.2.53", "198.51.100.53");
  await page.getByRole("heading", { name: "192.0.2.53, 198.51.100.53" }).waitFor();
  await goTo(page, "/network/profiles?profile=902");
  const part = page.getByRole("region", { name: t(($) => $.network.dns.title), exact: true });
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("combobox", { name: t(($) => $.network.dns.title) });
  await part.getByRole("button", { name: t(($) => $.network.dns.attachBegin) }).click();
  await dialog.getByText(t(($) => $.network.dns.maybeNotUndoable)).waitFor();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.attach) }).click();
  await dialog.getByText(formatText(codedText("dns-id-missing"))).waitFor();
  for (const text of ["invalid-input", t(($) => $.common.actionFailed)])
    expect(await dialog.getByText(text).count()).toBe(0);
  await field.fill("4");
  await dialog.getByRole("button", { name: t(($) => $.network.dns.attach) }).click();
  await part
    .getByText(
      t(($) => $.network.dns.configuration, { dns: "4" }),
      { exact: true },
    )
    .waitFor();
  await part.getByRole("button", { name: t(($) => $.network.dns.attachBegin) }).click();
  await field.click();
  await page.getByRole("option", { name: /192\.0\.2\.53/ }).click();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.attach) }).click();
  await part
    .getByText(/^192\.0\.2\.53, 198/)
    .first()
    .waitFor();
});

test("known facts can be noted: nothing is preselected, and nothing is sent", async () => {
  const { page, service } = await open("/network/profiles?profile=902");
  const before = await service.calls("profile.update");
  const part = page.getByRole("region", { name: t(($) => $.network.dns.title), exact: true });
  const dialog = page.getByRole("dialog");
  await part.getByRole("button", { name: t(($) => $.network.dns.recordBegin) }).click();
  await dialog.getByText(t(($) => $.network.dns.recordHelp)).waitFor();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.record) }).click();
  await dialog.getByText(t(($) => $.network.dns.recordMissing)).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await dialog.getByRole("radio", { name: t(($) => $.common.none) }).check();
  await dialog.getByRole("button", { name: t(($) => $.network.dns.record) }).click();
  await part
    .getByText(t(($) => $.network.source.person))
    .first()
    .waitFor();
  expect(await service.calls("profile.update")).toBe(before);
});

test("without a network nothing can be sent from the page, and the draft stays", async () => {
  // The assignment is unknown, so that every button would be enabled.
  const { page } = await open("/network/profiles?profile=903");
  await page.getByRole("region", { name: t(($) => $.network.dns.title), exact: true }).waitFor();
  onTestFinished(() => page.evaluate(`delete navigator.onLine; dispatchEvent(new Event("online"));`));
  await page.evaluate(`Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
    dispatchEvent(new Event("offline"));`);
  // The reason is shown next to the buttons.
  const attach = page.getByRole("button", { name: t(($) => $.network.dns.attachBegin) });
  await expect.poll(() => attach.locator("..").locator("span.muted").count()).toBe(1);
  for (const name of [
    t(($) => $.network.dns.attachBegin),
    t(($) => $.network.dns.detachBegin),
    t(($) => $.network.callback.setBegin),
    t(($) => $.network.callback.removeBegin),
  ])
    expect(await page.getByRole("button", { name }).isDisabled()).toBe(true);
  await goTo(page, "/network?dns=new");
  await page.getByRole("textbox", { name: t(($) => $.network.dns.primary) }).fill("192.0.2.53");
  expect(await page.getByRole("button", { name: t(($) => $.network.dns.create), exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("textbox", { name: t(($) => $.network.dns.primary) }).inputValue()).toBe("192.0.2.53");
});

test("axe finds no violations on the network pages", async () => {
  const { page } = await open("/network");
  await create(page, "10.0.0.55", "198.51.100.55");
  await page.getByRole("heading", { name: "10.0.0.55, 198.51.100.55" }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await goTo(page, "/network?dns=new");
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await goTo(page, "/network/profiles?profile=new");
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  await page.getByRole("list").getByRole("button").first().click();
  await page.getByRole("region", { name: t(($) => $.network.profile.usedBy) }).waitFor();
  expect(await listViolationsInBothThemes(page)).toEqual(nothing);
});
