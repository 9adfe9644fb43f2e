/** The location of the window: history, deep links, and the same location after a restart. */
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { callCore, goTo } from "../look-up.ts";
import { endpointList, expectRows, expectSomeRows, shareBigFleet } from "../support/big-fleet.ts";

const fleet = shareBigFleet();

test("the history leads back and forth through pages, filters and records", async () => {
  const { page } = fleet();
  const heading = (name: string): Promise<void> => page.getByRole("heading", { name, level: 1 }).waitFor();
  await goTo(page, "/fleet/endpoint?filter=id:70012");
  await expectRows(endpointList(page), 1);
  await endpointList(page).focus();
  await page.keyboard.press("Enter");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.getByRole("heading", { level: 2 }).waitFor();
  await page.keyboard.press("ControlOrMeta+2");
  await heading(t(($) => $.shell.pages.changes));
  await page.keyboard.press("ControlOrMeta+,");
  await heading(t(($) => $.shell.pages.settings));

  await page.keyboard.press("Alt+ArrowLeft");
  await heading(t(($) => $.shell.pages.changes));
  await page.keyboard.press("Alt+ArrowLeft");
  await detail.getByRole("heading", { level: 2 }).waitFor();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => detail.count()).toBe(0);
  await expectRows(endpointList(page), 1);
  await page.keyboard.press("Alt+ArrowRight");
  await detail.getByRole("heading", { level: 2 }).waitFor();
});

test("without an address the window shows the overview, and its figures open the rows behind them", async () => {
  const { page } = fleet();
  await goTo(page, "/");
  await page.getByRole("heading", { name: t(($) => $.overview.title), level: 1 }).waitFor();
  const main = page.getByRole("region", { name: t(($) => $.overview.title), exact: true });
  // Nothing was read of events and quotas: unknown, not zero.
  await main.getByRole("link", { name: new RegExp(`^${t(($) => $.overview.contact.unknown)}: 10,000$`) }).waitFor();
  expect(
    await main
      .getByText(
        t(($) => $.overview.notLoaded),
        { exact: true },
      )
      .count(),
  ).toBeGreaterThan(10);

  const link = main.getByRole("link", { name: new RegExp(`^${t(($) => $.overview.fleet.withoutSim)}: `) });
  const count = Number((await link.textContent())?.replaceAll(",", ""));
  await link.click();
  await expectRows(endpointList(page), count);

  await callCore(page, "events.load", { scope: { of: "all" }, limit: 100_000 });
  const silent = main.getByRole("link", { name: new RegExp(`^${t(($) => $.overview.contact.silent)}: `) });
  // Another endpoint may become silent between the figure and its rows.
  await expect
    .poll(async () => {
      await goTo(page, "/overview");
      // Until it is loaded again, the page shows the last figure.
      await page.reload();
      const figure = Number((await silent.textContent())?.replaceAll(",", ""));
      await silent.click();
      return (await expectSomeRows(endpointList(page))) - figure;
    })
    .toBe(0);
  await goTo(page, "/fleet/endpoint");
});

test("a deep link from outside opens the endpoint in the running window", async () => {
  const { page, desktop } = fleet();
  await goTo(page, "/settings/about");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.settings), level: 1 }).waitFor();
  await desktop.startAgain(["fleetdesk://fleet/endpoint?open=endpoint:70012"]);
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail
    .getByText(t(($) => $.shell.palette.endpointId, { id: "70012" }))
    .first()
    .waitFor();
  await endpointList(page).waitFor();
});

test("the theme follows the system if so configured", async () => {
  const { page } = fleet();
  await callCore(page, "settings.set", { theme: "system" });
  for (const colorScheme of ["dark", "light", "dark"] as const) {
    // The shell releases the emulated scheme a moment later, and would release this one as well.
    await expect
      .poll(async () => {
        await page.emulateMedia({ colorScheme });
        return await page.locator("html").getAttribute("data-mantine-color-scheme");
      })
      .toBe(colorScheme);
  }
  // The operator's own choice overrides the system's.
  await callCore(page, "settings.set", { theme: "light" });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  await page.emulateMedia({ colorScheme: null });
});

test("location, collapsed rail and a dragged width are restored after a restart", async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint?filter=status:1&open=endpoint:70012&tab=raw");
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  await detail.getByRole("tab", { name: t(($) => $.shell.detailTabs.raw), selected: true }).waitFor();
  const before = await detail.boundingBox();
  const edge = { x: before?.x ?? 0, y: (before?.y ?? 0) + 200 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x - 40, edge.y, { steps: 4 });
  await page.mouse.move(edge.x - 90, edge.y, { steps: 4 });
  await page.mouse.up();
  const width = (before?.width ?? 0) + 90;
  await expect.poll(async () => Math.abs(((await detail.boundingBox())?.width ?? 0) - width)).toBeLessThanOrEqual(1);
  const dragged = (await detail.boundingBox())?.width;
  await endpointList(page).focus();
  await page.keyboard.press("ControlOrMeta+B");
  await expect
    .poll(() => callCore(page, "settings.get", {}))
    .toMatchObject({
      railCollapsed: true,
      detailWidth: Math.round(dragged ?? 0),
      lastAddress: expect.stringContaining("tab=raw") as string,
    });

  const again = await fleet().restart();
  const opened = again.page.getByRole("complementary", { name: t(($) => $.common.details) });
  await opened.getByRole("tab", { name: t(($) => $.shell.detailTabs.raw), selected: true }).waitFor();
  await opened
    .getByText(t(($) => $.shell.palette.endpointId, { id: "70012" }))
    .first()
    .waitFor();
  await expect.poll(async () => (await opened.boundingBox())?.width).toBe(dragged);
  await expect
    .poll(() =>
      again.page
        .getByText(
          t(($) => $.shell.product),
          { exact: true },
        )
        .isVisible(),
    )
    .toBe(false);
  await again.page.getByRole("button", { name: t(($) => $.shell.filter.editAsText) }).waitFor();
});
