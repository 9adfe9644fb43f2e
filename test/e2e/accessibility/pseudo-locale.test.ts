/**
 * Every page in the pseudo-locale (`shared/texts/pseudo.ts`), in the smallest window: a text without brackets does not come from the
 * catalogue, and a truncated label would also be truncated in a longer language.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pseudoTexts } from "#shared/texts/pseudo.ts";
import { t } from "#shared/texts/text.ts";
import { goTo } from "../look-up.ts";
import { waitUntilIdle } from "../support/axe.ts";
import { shareBigFleet } from "../support/big-fleet.ts";

const fleet = shareBigFleet({ env: { FLEETDESK_LANGUAGE: "en-XA" } });

const places: readonly string[] = [
  "/fleet/endpoint",
  "/fleet/sim",
  "/fleet/imsi",
  "/fleet/organisation",
  "/fleet/user",
  "/fleet/tariff_plan",
  "/fleet/endpoint?filter=name:nobody",
  "/fleet/endpoint?open=endpoint:70001",
  "/fleet/endpoint?open=endpoint:70001&tab=messages",
  "/fleet/endpoint?open=endpoint:70001&tab=quotas",
  "/fleet/endpoint?open=endpoint:70001&tab=history",
  "/fleet/endpoint?open=endpoint:70001&tab=raw",
  "/fleet/sim?open=sim:5000001",
  "/fleet/organisation?open=organisation:4401",
  "/fleet/user?open=user:6002",
  "/changes/endpoint",
  "/doctor",
  "/campaigns",
  "/campaigns/new",
  "/campaigns/verify",
  "/messages",
  "/messages/templates",
  "/messages/templates?template=new",
  "/events",
  "/quotas",
  "/quotas/new",
  "/quotas/changes",
  "/network/dns",
  "/network/dns?dns=new",
  "/network/profiles",
  "/network/profiles?profile=902",
  "/network/profiles?profile=new",
  "/streams",
  "/streams?stream=new",
  "/streams?stream=new&step=destination",
  "/streams?stream=new&step=target",
  "/streams?stream=new&step=review",
  "/streams/callbacks",
  "/streams/callbacks?callback=new",
  "/audit",
  "/settings/connections",
  "/settings/connections?part=new",
  "/settings/connections?part=options",
  "/settings/connections?part=delete",
  "/settings/general",
  "/settings/keychain",
  "/settings/data",
  "/settings/diagnostics",
  "/settings/about",
];

/** Texts with two words and no bracket of the pseudo-locale. Data of the service and of the operator is marked with `translate="no"`. */
const unmarked = `(() => {
  const words = /\\p{L}{2,}[,.:;!?)]*\\s+[(“"]?\\p{L}{2,}/u;
  const isData = (element) => element.closest('[translate="no"], code, pre, [role="gridcell"], input, textarea') !== null;
  const seen = new Set();
  const look = (text, element) => {
    let trimmed = text;
    // A text is often a parameter of another one: brackets nest.
    for (let before = ""; before !== trimmed; ) {
      before = trimmed;
      trimmed = trimmed.replace(/\\[[^\\[\\]]*~\\]/g, "").trim();
    }
    if (words.test(trimmed) && !isData(element)) seen.add(trimmed);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement !== null && !["SCRIPT", "STYLE", "TITLE"].includes(node.parentElement.tagName))
      look(node.textContent ?? "", node.parentElement);
  }
  for (const name of ["title", "aria-label", "placeholder", "aria-description"])
    for (const element of document.querySelectorAll("[" + name + "]")) look(element.getAttribute(name) ?? "", element);
  return [...seen];
})()`;

/**
 * Texts that are partly hidden: wider than their own box or one around it that clips them. Scrollable content is not truncated. The
 * operator sets the width of list cells, and a name (`translate="no"`) may end in an ellipsis.
 */
const cutOff = `(() => {
  const exempt = '[translate="no"], code, pre, svg, [role="grid"], [role="option"], .visually-hidden';
  const cuts = (element) => ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
  const isCut = (element) => {
    if (cuts(element) && element.scrollWidth > element.clientWidth + 1) return true;
    const { left, right } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(around).overflowX)) return false;
      const box = around.getBoundingClientRect();
      if (cuts(around) && (left < box.left - 1 || right > box.right + 1)) return true;
    }
    return right > innerWidth + 1;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.includes("~]"));
  const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  return [...document.body.querySelectorAll("*")]
    .filter((element) => hasText(element) && element.closest(exempt) === null && isSeen(element) && isCut(element))
    .map((element) => element.tagName.toLowerCase() + ": " + element.textContent);
})()`;

/** Resolves after a fifth of a second without a change of the page, so that parts that load late are checked too. */
const drawn = `new Promise((resolve) => {
  const restart = () => { clearTimeout(timer); timer = setTimeout(end, 200); };
  const end = () => { observer.disconnect(); resolve(); };
  const observer = new MutationObserver(restart);
  let timer = setTimeout(end, 200);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
})`;

async function waitForPlace(page: Page, place: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  if (place.includes("open=")) await page.locator('[data-pane="detail"] [data-pane-focus]').waitFor();
  await page.evaluate(drawn);
  await waitUntilIdle(page);
}

async function expectWholeTexts(page: Page): Promise<void> {
  expect({
    unmarked: await page.evaluate<readonly string[]>(unmarked),
    cutOff: await page.evaluate<readonly string[]>(cutOff),
  }).toEqual({ unmarked: [], cutOff: [] });
}

test.each(places)("every text at %s comes from the catalogue, and none is truncated", async (place) => {
  const { page } = fleet();
  await page.setViewportSize({ width: 1024, height: 640 });
  await goTo(page, place);
  await waitForPlace(page, place);
  await expectWholeTexts(page);
});

/** An overlay of a page: its name, the page, and the key or the button that opens it. */
const openers: readonly {
  readonly name: string;
  readonly place: string;
  readonly open: (page: Page) => Promise<void>;
}[] = [
  { name: "palette", place: "/doctor", open: async (page) => await page.keyboard.press("Control+K") },
  { name: "cheat sheet", place: "/doctor", open: async (page) => await page.keyboard.press("Shift+?") },
  { name: "columns", place: "/fleet/endpoint", open: press(t(($) => $.fleet.columns.title)) },
  { name: "export menu", place: "/fleet/endpoint", open: press(t(($) => $.common.export)) },
  { name: "service menu", place: "/fleet/endpoint", open: press(t(($) => $.fleet.service.menu)) },
  { name: "export of events", place: "/events", open: press(t(($) => $.common.export)) },
  { name: "export of the audit", place: "/audit", open: press(t(($) => $.common.export)) },
];

test("Stop all sending with nothing to stop shows a text of the catalogue", async () => {
  const { page } = fleet();
  await goTo(page, "/doctor");
  await waitForPlace(page, "/doctor");
  await page.keyboard.press("Control+.");
  await page
    .getByText(pseudo(t(($) => $.shell.stopped.nothingTitle)))
    .first()
    .waitFor();
  await waitForPlace(page, "/doctor");
  await expectWholeTexts(page);
});

function pseudo(text: string): string {
  return pseudoTexts({ text }).text;
}

/** Clicks the button with that English text. */
function press(text: string): (page: Page) => Promise<void> {
  return async (page) => await page.getByRole("button", { name: pseudo(text), exact: true }).click();
}

test.each(openers)(
  "every text of the $name comes from the catalogue, and none is truncated",
  async ({ place, open }) => {
    const { page } = fleet();
    await page.setViewportSize({ width: 1024, height: 640 });
    await goTo(page, place);
    await waitForPlace(page, place);
    await open(page);
    await page.locator("#floating").locator('[role="dialog"], [role="menu"]').first().waitFor();
    await waitForPlace(page, place);
    await expectWholeTexts(page);
    await page.keyboard.press("Escape");
    await page.locator("#floating").locator('[role="dialog"], [role="menu"]').first().waitFor({ state: "detached" });
  },
);
