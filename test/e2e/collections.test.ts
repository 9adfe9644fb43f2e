/** The other collections: from an endpoint to its SIM, its IMSI, its organisation and the organisation's users, and back. */
import { formatText, t } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { collectionLabels, inSentence } from "../../renderer/lib/records.ts";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { firstEndpointId, firstImsiId, firstSimId, iccidOf, imsiOf } from "../../main/simulator/values.ts";
import { startService } from "./connecting.ts";
import { launchFleetdesk } from "./harness/launch-fleetdesk.ts";
import { shareInFile } from "./harness/lifetime.ts";
import { callCore, goTo } from "./look-up.ts";
import { listViolationsInBothThemes, nothing } from "./support/axe.ts";
import { connectFleet, endpointList, expectRows, listOf, mutate } from "./support/big-fleet.ts";
import { textPattern } from "../make/text-pattern.ts";

const fleetdesk = shareInFile(async () => {
  const service = await startService();
  const opened = await launchFleetdesk();
  await connectFleet(opened.page, service, { baseUrl: service.baseUrl });
  await callCore(opened.page, "fleet.sync", {});
  return { ...opened, service };
});

const detailOf = (page: Page): Locator => page.getByRole("complementary", { name: t(($) => $.common.details) });
const linked = (page: Page): Locator => detailOf(page).getByRole("region", { name: t(($) => $.fleet.links.title) });
const title = (page: Page): Locator => detailOf(page).getByRole("heading", { level: 2 });
const slot = 1;
const [endpoint, sim, imsi] = [firstEndpointId + slot, firstSimId + slot, firstImsiId + slot];

async function expectOpen(page: Page, name: string): Promise<void> {
  await expect.poll(() => title(page).textContent()).toBe(name);
}

async function nameOf(page: Page, collection: string, id: number | string): Promise<string> {
  const { record } = (await callCore(page, "fleet.get", { collection, id: String(id) })) as {
    readonly record: { readonly name: string };
  };
  return record.name;
}

/** The focused link's text. */
const focused = (page: Page): Promise<string> => page.evaluate("document.activeElement?.textContent?.trim() ?? ''");
const scrolled = (page: Page): Promise<number> =>
  page.evaluate("document.querySelector('aside[data-pane=detail] > div:last-child').scrollTop");

test("links lead from an endpoint to its related records, and Back and Escape return to the same link", async () => {
  const { page } = fleetdesk();
  await goTo(page, `/fleet/endpoint?filter=id:${endpoint}&open=endpoint:${endpoint}`);
  await expectRows(endpointList(page), 1);
  const own = await nameOf(page, "endpoint", endpoint);
  await expectOpen(page, own);

  await detailOf(page)
    .getByRole("link", { name: iccidOf(1, slot) })
    .click();
  await expectOpen(page, iccidOf(1, slot));
  await linked(page)
    .getByRole("link", { name: imsiOf(1, slot) })
    .click();
  await expectOpen(page, imsiOf(1, slot));
  await linked(page).getByRole("link", { name: own }).waitFor();

  // Back with the button in the header, to the SIM; the focus is on the link that was followed.
  await detailOf(page)
    .getByRole("button", { name: t(($) => $.fleet.detail.backTo, { name: iccidOf(1, slot) }) })
    .click();
  await expectOpen(page, iccidOf(1, slot));
  await expect.poll(() => focused(page)).toBe(imsiOf(1, slot));

  await detailOf(page).getByRole("link", { name: "Fleet Operations" }).click();
  await expectOpen(page, "Fleet Operations");
  const users = linked(page).getByRole("link", {
    name: t(($) => $.fleet.links.showInList, { collection: collectionLabels.user.many }),
  });
  await users.scrollIntoViewIfNeeded();
  const user = linked(page)
    .getByRole("link", { name: /^(Ada|Björn|Chen|dora|Emil|Fatma)/ })
    .first();
  const userName = (await user.textContent()) ?? "";
  await user.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  await user.click();
  await expectOpen(page, userName);

  // The same path back with Escape only: user → organisation (at the former scroll position) → SIM → endpoint → list.
  await page.keyboard.press("Escape");
  await expectOpen(page, "Fleet Operations");
  await expect.poll(() => focused(page)).toBe(userName);
  await expect.poll(async () => Math.abs((await scrolled(page)) - before)).toBeLessThanOrEqual(2);
  await page.keyboard.press("Escape");
  await expectOpen(page, iccidOf(1, slot));
  await expect.poll(() => focused(page)).toBe("Fleet Operations");
  await page.keyboard.press("Escape");
  await expectOpen(page, own);
  await expect.poll(() => focused(page)).toBe(iccidOf(1, slot));
  await expectRows(endpointList(page), 1);
  await page.keyboard.press("Escape");
  await expect.poll(() => detailOf(page).count()).toBe(0);
});

test("a count opens the list with the filter that matches as many, and Back returns to its organisation", async () => {
  const { page } = fleetdesk();
  await goTo(page, "/fleet/user?open=user:6002");
  await detailOf(page).getByRole("link", { name: "Fleet Operations" }).first().click();
  await expectOpen(page, "Fleet Operations");
  const { links } = (await callCore(page, "records.links", { collection: "organisation", id: "4401" })) as {
    readonly links: readonly { readonly relation: string; readonly total?: number }[];
  };
  const total = links.find(({ relation }) => relation === "sims")?.total ?? 0;
  expect(total).toBeGreaterThan(10);
  await linked(page)
    .getByRole("link", { name: t(($) => $.fleet.links.showInList, { collection: collectionLabels.sim.many }) })
    .first()
    .click();
  await expectRows(
    listOf(
      page,
      t(($) => $.shell.collections.sim.many),
    ),
    total,
  );
  await page
    .getByRole("button", {
      name: t(($) => $.shell.filter.removeCondition, { condition: inSentence(t(($) => $.fleet.record.customer)) }),
    })
    .waitFor();
  await page.keyboard.press("Alt+ArrowLeft");
  await expectOpen(page, "Fleet Operations");
  await expect
    .poll(() => focused(page))
    .toBe(t(($) => $.fleet.links.showInList, { collection: collectionLabels.sim.many }));
});

test("tariff plans are not loaded until requested, and then link to the plan and back to the organisation", async () => {
  const { page } = fleetdesk();
  await goTo(page, "/fleet/organisation?open=organisation:4401");
  await linked(page)
    .getByText(t(($) => $.common.notLoaded))
    .waitFor();
  await linked(page)
    .getByRole("button", { name: t(($) => $.fleet.links.loadPlans) })
    .click();
  const plan = linked(page).getByRole("link", { name: /Pool 0$/ });
  const name = (await plan.textContent()) ?? "";
  await plan.click();
  await expectOpen(page, name);
  await linked(page)
    .getByText(formatText(codedText("link-note-plans-loaded", { count: 1 })))
    .waitFor();
  await linked(page).getByRole("link", { name: "Fleet Operations" }).waitFor();
  // The organisation's plans are those of its SIMs and endpoints; they can be requested from there as well.
  await goTo(page, `/fleet/sim?open=sim:${sim}`);
  await linked(page).getByRole("link", { name }).waitFor();
  await linked(page)
    .getByRole("button", { name: t(($) => $.fleet.links.loadPlans) })
    .waitFor();
});

test("the service profile of an endpoint links to its place on the network page, and Back returns to the endpoint", async () => {
  const { page } = fleetdesk();
  await goTo(page, `/fleet/endpoint?open=endpoint:${endpoint}`);
  const own = await nameOf(page, "endpoint", endpoint);
  await expectOpen(page, own);
  await detailOf(page).getByRole("link", { name: "Meters" }).first().click();
  await page.getByRole("heading", { name: t(($) => $.network.page.title), level: 1 }).waitFor();
  await page
    .getByRole("heading", { name: /Meters/ })
    .first()
    .waitFor();
  await page.keyboard.press("Alt+ArrowLeft");
  await expectOpen(page, own);
  await expect.poll(() => focused(page)).toBe("Meters");
  // Its users are counted here as well.
  await linked(page)
    .getByRole("link", { name: t(($) => $.fleet.links.showInList, { collection: collectionLabels.endpoint.many }) })
    .first()
    .click();
  await page
    .getByRole("button", {
      name: t(($) => $.shell.filter.removeCondition, {
        condition: inSentence(t(($) => $.fleet.record.serviceProfile)),
      }),
    })
    .waitFor();
});

test("a record is read again from the service, shows its time, and is unchanged without a network", async () => {
  const { page, desktop, service } = fleetdesk();
  const change = { change: [{ id: endpoint + 1, set: { name: "renamed meanwhile", imei: null } }] };
  await mutate(service, change);
  await goTo(page, `/fleet/endpoint?open=endpoint:${endpoint + 1}`);
  await detailOf(page)
    .getByRole("button", { name: t(($) => $.fleet.detail.refresh) })
    .click();
  await expectOpen(page, "renamed meanwhile");
  await detailOf(page)
    .getByText(
      new RegExp(
        textPattern((any) => t(($) => $.fleet.detail.freshnessRefreshed, { time: any(/\d\d:\d\d/), cached: "" })),
      ),
    )
    .waitFor();
  await detailOf(page)
    .getByText(t(($) => $.fleet.record.imeiNotReported))
    .waitFor();

  await desktop.setOnline(false);
  await page
    .getByText(t(($) => $.shell.reachability.offline, { reason: t(($) => $.connections.offline.noNetwork) }))
    .waitFor();
  await goTo(page, "/fleet/endpoint");
  await goTo(page, `/fleet/endpoint?open=endpoint:${endpoint + 1}`);
  await expectOpen(page, "renamed meanwhile");
  await desktop.setOnline(true);
  await page
    .getByText(t(($) => $.shell.reachability.offline, { reason: t(($) => $.connections.offline.noNetwork) }))
    .waitFor({ state: "hidden" });

  // A failure of the service removes nothing from the screen, nor does a service that no longer has the record.
  service.setFaults({ rules: [{ kind: "refuse", rate: 1, on: "endpoint.list", status: 403 }] });
  await detailOf(page)
    .getByRole("button", { name: t(($) => $.fleet.detail.refresh) })
    .click();
  await detailOf(page)
    .getByText(formatText(codedText("service-refused", { status: 403 })).replace(/\.$/, ""))
    .waitFor();
  await expectOpen(page, "renamed meanwhile");
  service.setFaults({});
  await mutate(service, { delete: [endpoint + 1] });
  await detailOf(page)
    .getByRole("button", { name: t(($) => $.fleet.detail.refresh) })
    .click();
  await detailOf(page)
    .getByText(
      t(($) => $.fleet.detail.goneFromService, {
        collection: inSentence(collectionLabels.endpoint.one),
        id: String(endpoint + 1),
      }),
    )
    .waitFor();
  await title(page).waitFor();
});

test("the form that renames a view closes when another view is opened", async () => {
  const { page } = fleetdesk();
  const save = async (name: string): Promise<number> => {
    const view = { collection: "endpoint", name, filter: "", sort: "" };
    const { id } = (await callCore(page, "views.save", view)) as { readonly id: number };
    onTestFinished(async () => void (await callCore(page, "views.remove", { id })));
    return id;
  };
  const first = await save("First view");
  const second = await save("Second view");
  await goTo(page, `/fleet/endpoint?view=${first}`);
  await page.getByRole("button", { name: "First view" }).click();
  await page.getByRole("menuitem", { name: t(($) => $.fleet.views.rename) }).click();
  const field = page.getByRole("textbox", { name: t(($) => $.fleet.views.name) });
  await expect.poll(() => field.inputValue()).toBe("First view");
  await goTo(page, `/fleet/endpoint?view=${second}`);
  await page.getByRole("button", { name: "Second view" }).waitFor();
  await field.waitFor({ state: "hidden" });
});

const records = { endpoint, sim, imsi, organisation: 4401, user: 6002, tariff_plan: 301 };

test.each(Object.entries(records))(
  "axe finds no violations on the detail of %s, light and dark",
  async (collection, id) => {
    const { page } = fleetdesk();
    await goTo(page, `/fleet/${collection}?open=${collection}:${id}`);
    await linked(page).waitFor();
    expect(await listViolationsInBothThemes(page)).toEqual(nothing);
  },
);
