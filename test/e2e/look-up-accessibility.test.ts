/** Accessibility of changes, identifier check and detail: no axe violations, in light and in dark. */
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { shareInFile } from "./harness/lifetime.ts";
import { goTo, launchChangedFleet } from "./look-up.ts";
import { listViolations, setTheme, themes } from "./support/axe.ts";

const shared = shareInFile(launchChangedFleet);

const places = [
  "/changes/endpoint?open=endpoint:70001",
  "/changes/endpoint?open=endpoint:70003",
  "/changes/user?open=sim:5000001&tab=raw",
  "/doctor?open=endpoint:70002&tab=history",
];

test.each(themes)("axe finds no violations on the lookup pages, %s", async (theme) => {
  const { page } = shared();
  await setTheme(page, theme);
  for (const place of places) {
    await goTo(page, place);
    await page
      .getByRole("complementary", { name: t(($) => $.common.details) })
      .getByRole("heading", { level: 2 })
      .first()
      .waitFor();
    // Of the page and the detail panel; the frame has its own tests.
    expect(await listViolations(page, "main"), place).toEqual([]);
  }
});
