/** DNS configurations and service profiles on screen, against the simulator: what the service has at the end decides. */
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { breakService, startService, type Service } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { ask, goTo } from "./look-up.ts";
import { findingsInBoth, nothing } from "./support/axe.ts";
import { connectForSending } from "./support/campaign-runs.ts";

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

/** Each test creates with addresses of its own: the page asks back where they were sent before. */
const shared = shareInFile(launch);

async function open(address: string, { page, service }: Open = shared()): Promise<Open> {
  await goTo(page, "/settings/about");
  await goTo(page, address);
  await page.getByRole("heading", { name: "Network", level: 1 }).waitFor();
  return { page, service };
}

/** The configurations of the service, as it tells them itself. */
async function configurations(page: Page): Promise<readonly { readonly id: string; readonly primary?: string }[]> {
  return ((await ask(page, "dns.refresh", {})) as { readonly items: readonly { readonly id: string }[] }).items;
}

async function create(page: Page, primary: string, secondary: string): Promise<void> {
  await page.getByRole("button", { name: "New DNS configuration" }).click();
  await page.getByRole("textbox", { name: "Primary server" }).fill(primary);
  await page.getByRole("textbox", { name: "Secondary server" }).fill(secondary);
  await page.getByRole("button", { name: "Create", exact: true }).click();
}

test("a wrong address is named at its field, nothing is sent, and what was typed is there after a reload", async () => {
  const { page } = await open("/network");
  const before = await configurations(page);
  await create(page, "192.0.2.300", "198.51.100.53");
  const field = page.getByRole("textbox", { name: "Primary server" });
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  expect(await configurations(page)).toEqual(before);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("192.0.2.300");
  await field.fill("10.0.0.53");
  await page
    .getByText(/private/i)
    .first()
    .waitFor();
});

test("a refusal of the service keeps what was typed", async () => {
  const { page, service } = await open("/network");
  breakService(service, { kind: "refuse", on: "dns.create" });
  await create(page, "192.0.2.53", "198.51.100.53");
  await page.getByText("The DNS configuration was not created").waitFor();
  expect(await page.getByRole("textbox", { name: "Secondary server" }).inputValue()).toBe("198.51.100.53");
});

test("a service profile is made with DNS, its name is asked for, and it stands in the list", async () => {
  const { page } = await open("/network/profiles");
  await page.getByRole("button", { name: "New service profile" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  await name.fill("Meters with DNS");
  await page.getByRole("radiogroup", { name: "SMS quota enforced" }).getByText("yes", { exact: true }).click();
  await page.getByRole("radiogroup", { name: "4G" }).getByText("no", { exact: true }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("heading", { name: "Meters with DNS" }).waitFor();
  await page
    .getByRole("list")
    .getByRole("button", { name: /Meters with DNS/ })
    .waitFor();
  await page.getByRole("button", { name: "Read it again" }).click();
  await page.getByText(/4G: no · .*SMS quota enforced: yes/).waitFor();
  await page.getByLabel("Id of an API callback").first().fill("no such");
  await page.getByRole("button", { name: "Send them there…" }).click();
  const callback = page.getByLabel("Id of an API callback").first();
  await expect.poll(() => callback.getAttribute("aria-invalid")).toBe("true");
  expect(await callback.inputValue()).toBe("no such");
});

test("a second profile of one name is made only when a second press says so", async () => {
  const { page, service } = await open("/network/profiles?profile=new");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const before = await service.calls("profile.create");
  await name.fill("Metered SMS");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByText(/^There is a service profile "Metered SMS" already \(\d+\); nothing was sent\.$/).waitFor();
  expect([await name.inputValue(), await service.calls("profile.create")]).toEqual(["Metered SMS", before]);
  await page.getByRole("button", { name: "Create another anyway" }).click();
  await expect
    .poll(() =>
      page
        .getByRole("list")
        .getByRole("button", { name: /Metered SMS/ })
        .count(),
    )
    .toBe(2);
  expect(await service.calls("profile.create")).toBe(before + 1);
});

test("what was sent and is not known stands by its number, and is not sent again without a second press", async () => {
  const { page, service } = await open("/network");
  breakService(service, { kind: "reset-before", on: "dns.create" });
  const before = await service.calls("dns.create");
  await create(page, "192.0.2.54", "198.51.100.54");
  await page.getByText("What came of it is not known").waitFor();
  const { unsettled } = (await ask(page, "dns.list", {})) as {
    readonly unsettled: readonly { readonly change: number }[];
  };
  expect(unsettled).toHaveLength(1);
  const number = unsettled[0]?.change;
  await page.getByText("create 192.0.2.54, 198.51.100.54").waitFor();
  await page.getByText(`Change ${number}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByText(`sent before with these addresses as change ${number}`).waitFor();
  expect(await service.calls("dns.create")).toBe(before + 1);
  service.setFaults({});
  await page.getByRole("button", { name: "Create another anyway" }).click();
  await page.getByRole("heading", { name: "192.0.2.54, 198.51.100.54" }).waitFor();
  // The new one is the second one's: what came of the first is as unknown as before.
  await page.getByText(`Change ${number}`, { exact: true }).waitFor();
});

test("name, description and switches of a profile are edited in a dialog that shows who uses it", async () => {
  const { page, service } = await open("/network/profiles?profile=903");
  const before = await service.calls("profile.update");
  await page.getByRole("button", { name: "Edit profile…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^Used by: /).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await dialog.getByRole("textbox", { name: "Name" }).fill(" ");
  await dialog.getByRole("button", { name: "Update profile" }).click();
  await dialog.getByText("The service profile must have a name.").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Renamed profile");
  await dialog.getByRole("button", { name: "Update profile" }).click();
  await page.getByText("The service profile was updated.").waitFor();
  await page.getByRole("heading", { name: "Renamed profile", level: 2 }).waitFor();
  expect(await service.calls("profile.update")).toBe(before + 1);
});

test("what is typed into a profile outlives a dialog that is closed and an answer that is lost", async () => {
  const { page, service } = await open("/network/profiles?profile=902");
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox", { name: "Name" });
  await page.getByRole("button", { name: "Edit profile…" }).click();
  await name.fill("Half-typed");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Edit profile…" }).click();
  expect(await name.inputValue()).toBe("Half-typed");
  breakService(service, { kind: "reset-before", on: "profile.update" });
  await dialog.getByRole("button", { name: "Update profile" }).click();
  await dialog.getByText(/unknown/).waitFor();
  expect(await name.inputValue()).toBe("Half-typed");
  expect(await findingsInBoth(page)).toEqual(nothing);
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Edit profile…" }).click();
  expect(await name.inputValue()).not.toBe("Half-typed");
});

test("where received SMS go is changed after a question that says whom it reaches, and is put back", async () => {
  const { page, service } = await open("/network/profiles?profile=901");
  const part = page.getByRole("region", { name: "Received SMS go to" });
  const dialog = page.getByRole("dialog");
  const before = await service.calls("profile.update");
  await part.getByRole("button", { name: "Send them nowhere…" }).click();
  await dialog.getByText(/^The change reaches Trackers: [\d,]+ endpoints\.$/).waitFor();
  await dialog.getByText("This cannot be put back from here").waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await page.getByRole("button", { name: "Read it again" }).click();
  await part.getByText("told by the service").waitFor();
  expect(await service.calls("profile.update")).toBe(before);
  await part.getByRole("button", { name: "Send them nowhere…" }).click();
  await dialog.getByText(/^Now they go to .*\(21\); this is kept, and can be put back\.$/).waitFor();
  await dialog.getByRole("button", { name: "Send them nowhere" }).click();
  await part.getByText("nowhere", { exact: true }).waitFor();
  await part.getByRole("button", { name: "Put back…" }).click();
  await dialog.getByRole("button", { name: "Put it back" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await service.calls("profile.update")).toBe(before + 2);
  await page.getByRole("button", { name: "Read it again" }).click();
  await part
    .getByText(/\(21\)/)
    .first()
    .waitFor();
});

test("without a list, what was made here is there to be chosen, and an id may be typed", async () => {
  // A program of its own: the shared one has read the list.
  const own = await launch();
  breakService(own.service, { kind: "refuse", status: 405, on: "dns.list" });
  const { page } = await open("/network", own);
  await create(page, "192.0.2.53", "198.51.100.53");
  await page.getByRole("heading", { name: "192.0.2.53, 198.51.100.53" }).waitFor();
  await goTo(page, "/network/profiles?profile=902");
  const part = page.getByRole("region", { name: "DNS configuration", exact: true });
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("combobox", { name: "DNS configuration" });
  await part.getByRole("button", { name: "Attach another…" }).click();
  await dialog.getByText("Perhaps this cannot be put back").waitFor();
  await dialog.getByRole("button", { name: "Attach it" }).click();
  await dialog.getByText("Choose a DNS configuration, or give its id.").waitFor();
  expect(await dialog.getByText(/invalid-input|This was not done/).count()).toBe(0);
  await field.fill("4");
  await dialog.getByRole("button", { name: "Attach it" }).click();
  await part.getByText("configuration 4", { exact: true }).waitFor();
  await part.getByRole("button", { name: "Attach another…" }).click();
  await field.click();
  await page.getByRole("option", { name: /192\.0\.2\.53/ }).click();
  await dialog.getByRole("button", { name: "Attach it" }).click();
  await part
    .getByText(/^192\.0\.2\.53, 198/)
    .first()
    .waitFor();
});

test("what a person knows is noted here: nothing is chosen for them, and nothing is sent", async () => {
  const { page, service } = await open("/network/profiles?profile=902");
  const before = await service.calls("profile.update");
  const part = page.getByRole("region", { name: "DNS configuration", exact: true });
  const dialog = page.getByRole("dialog");
  await part.getByRole("button", { name: "I know what it uses…" }).click();
  await dialog.getByText(/^Nothing is sent to the service and no device is reached/).waitFor();
  await dialog.getByRole("button", { name: "Keep this" }).click();
  await dialog.getByText("Choose what it uses.").waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await dialog.getByRole("radio", { name: "none of its own" }).check();
  await dialog.getByRole("button", { name: "Keep this" }).click();
  await part.getByText("said by a person").first().waitFor();
  expect(await service.calls("profile.update")).toBe(before);
});

test("without a network nothing of the page can be sent, and what was typed stays", async () => {
  // Nothing is known of what it uses, so that everything could be pressed.
  const { page } = await open("/network/profiles?profile=903");
  await page.getByRole("region", { name: "DNS configuration", exact: true }).waitFor();
  onTestFinished(() => page.evaluate(`delete navigator.onLine; dispatchEvent(new Event("online"));`));
  await page.evaluate(`Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
    dispatchEvent(new Event("offline"));`);
  await page
    .getByText(/^No network: nothing can be sent now/)
    .first()
    .waitFor();
  for (const name of ["Attach another…", "Detach…", "Send them there…", "Send them nowhere…"])
    expect(await page.getByRole("button", { name }).isDisabled()).toBe(true);
  await goTo(page, "/network?dns=new");
  await page.getByRole("textbox", { name: "Primary server" }).fill("192.0.2.53");
  expect(await page.getByRole("button", { name: "Create", exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("textbox", { name: "Primary server" }).inputValue()).toBe("192.0.2.53");
});

test("axe finds nothing on the pages of the network", async () => {
  const { page } = await open("/network");
  await create(page, "10.0.0.55", "198.51.100.55");
  await page.getByRole("heading", { name: "10.0.0.55, 198.51.100.55" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
  await goTo(page, "/network?dns=new");
  expect(await findingsInBoth(page)).toEqual(nothing);
  await goTo(page, "/network/profiles?profile=new");
  expect(await findingsInBoth(page)).toEqual(nothing);
  await page.getByRole("list").getByRole("button").first().click();
  await page.getByRole("region", { name: "Who uses it" }).waitFor();
  expect(await findingsInBoth(page)).toEqual(nothing);
});
