/** An error in one part of the window stays there. */
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { goTo } from "../look-up.ts";
import { watchForText } from "../support/watch-for-text.ts";

test("a page that fails says so, the others stay usable, and it can be loaded again", async () => {
  const { page } = await launchFleetdesk();
  // The code of a page that cannot be read.
  await page.route(/about-section/, (route) => route.abort());
  await page.reload();
  await goTo(page, "/settings/about");
  const failed = page.getByRole("alert").filter({ hasText: t(($) => $.shell.crash.title) });
  await failed.waitFor();
  // A page may not read the clipboard.
  await page.evaluate("navigator.clipboard.writeText = async (text) => void (window.copied = text)");
  const hasAppeared = await watchForText(
    page,
    '[role="alert"] button',
    t(($) => $.common.copied),
  );
  await failed.getByRole("button", { name: t(($) => $.shell.crash.copy) }).click();
  await expect.poll(hasAppeared).toBe(true);
  expect(await page.evaluate("window.copied")).toContain("#/settings/about");

  await page.getByRole("link", { name: t(($) => $.shell.settingsSections.general) }).click();
  await page.getByText(t(($) => $.settings.general.theme)).waitFor();
  await page.getByRole("link", { name: t(($) => $.shell.settingsSections.about) }).click();
  await failed.waitFor();
  await page.unroute(/about-section/);
  // The browser remembers that the code could not be read: the second time, the window is loaded again, at the same place.
  await failed.getByRole("button", { name: t(($) => $.shell.crash.reload) }).click();
  await failed.getByRole("button", { name: t(($) => $.shell.crash.reload) }).click();
  await page
    .getByText(
      t(($) => $.settings.about.dataDir),
      { exact: true },
    )
    .waitFor();
});
