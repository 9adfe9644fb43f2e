/** S3, fleet, by keyboard only: an ICCID in the clipboard, its endpoint, its SIM, and back. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstEndpointId, iccidOf } from "../../../main/simulator/values.ts";
import { callCore } from "../look-up.ts";
import { endpointList, expectRows, fleetSize, shareBigFleet } from "../support/big-fleet.ts";
import { putInClipboard } from "../support/clipboard-and-files.ts";

const fleet = shareBigFleet();

/** The focused element as a screen reader announces it, and whether its focus is visible. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate(`(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return "nowhere";
    const name = at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent;
    return (at.matches(":focus-visible") ? "" : "unseen: ") + name.trim();
  })()`);
}

async function expectFocus(page: Page, where: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(where);
}

/** Tab by Tab until it has the focus. */
async function tabTo(page: Page, where: string): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press("Tab");
    const here = await focused(page);
    if (here === where) return;
    passed.push(here);
  }
  throw new Error(`The Tab key does not lead to "${where}", only to: ${passed.join(" | ")}`);
}

async function nameOf(page: Page, slot: number): Promise<string> {
  const query = { collection: "endpoint", id: String(firstEndpointId + slot) };
  const { record } = (await callCore(page, "fleet.get", query)) as { readonly record: { readonly name: string } };
  return record.name;
}

test("by keyboard only an ICCID leads to its endpoint and SIM and back, and the focus is always visible", async () => {
  const { page } = fleet();
  const { keyboard } = page;
  const list = endpointList(page);
  await expectRows(list, fleetSize);
  const detail = page.getByRole("complementary", { name: t(($) => $.common.details) });
  const heading = detail.getByRole("heading", { level: 2 });
  const expectOpen = async (title: string): Promise<void> => await expect.poll(() => heading.textContent()).toBe(title);
  const [silent, other] = [await nameOf(page, 4_711), await nameOf(page, 1_234)];

  // Into the filter.
  await putInClipboard(page, iccidOf(1, 4_711));
  await keyboard.press("/");
  await expectFocus(
    page,
    t(($) => $.shell.filter.label),
  );
  await keyboard.press("ControlOrMeta+V");
  await expectRows(list, 1);
  await keyboard.press("Enter");
  await page
    .getByRole("button", { name: t(($) => $.shell.filter.removeCondition, { condition: `any ${iccidOf(1, 4_711)}` }) })
    .waitFor();
  await keyboard.press("Enter");
  await expectFocus(
    page,
    t(($) => $.shell.collections.endpoint.many),
  );
  await keyboard.press("Enter");
  await expectOpen(silent);
  await expectFocus(
    page,
    t(($) => $.shell.collections.endpoint.many),
  );

  // Its SIM, and back.
  await keyboard.press("F6");
  await expectFocus(page, silent);
  await tabTo(page, iccidOf(1, 4_711));
  await keyboard.press("Enter");
  await expectOpen(iccidOf(1, 4_711));
  await expectFocus(page, iccidOf(1, 4_711));
  await keyboard.press("Alt+ArrowLeft");
  await expectOpen(silent);
  await expect.poll(() => focused(page)).not.toBe("nowhere");
  await keyboard.press("Escape");
  await expect.poll(() => detail.count()).toBe(0);
  await expectFocus(
    page,
    t(($) => $.shell.collections.endpoint.many),
  );

  // Another one through the palette, over the current list.
  await putInClipboard(page, iccidOf(1, 1_234));
  await keyboard.press("ControlOrMeta+K");
  await expectFocus(
    page,
    t(($) => $.shell.commands.openPalette.title),
  );
  await keyboard.press("ControlOrMeta+V");
  // The record comes before the actions on it.
  await page
    .getByRole("dialog")
    .getByRole("button")
    .first()
    .getByText(t(($) => $.shell.palette.endpointId, { id: firstEndpointId + 1_234 }))
    .waitFor();
  await keyboard.press("Enter");
  await expectOpen(other);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  // On the opened element or the one that opened it; both are visible.
  await expect
    .poll(() => focused(page))
    .toSatisfy((where: string) => [other, t(($) => $.shell.collections.endpoint.many)].includes(where));
  await keyboard.press("Escape");
  await expect.poll(() => detail.count()).toBe(0);
  await expectFocus(
    page,
    t(($) => $.shell.collections.endpoint.many),
  );
});
