/** Keyboard only: every page is reached and traversed, and overlays return the focus. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callCore, goTo } from "../look-up.ts";
import { endpointList, expectSomeRows, shareBigFleet } from "../support/big-fleet.ts";
import { expectFocus, expectFocusAbove } from "../support/focus.ts";

const fleet = shareBigFleet();

interface Stop {
  readonly name: string;
  readonly inSight: boolean;
  readonly marked: boolean;
}

/** The focused element: its name, whether it is in the window, and whether it looks different from its unfocused state. */
const stop = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return undefined;
  const labels = [...(one.labels ?? [])].map(({ textContent }) => textContent).join(" ");
  const name = (one.ariaLabel ?? (labels || one.textContent || one.placeholder || "")).trim();
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  const look = (of) => { const { outlineStyle, outlineWidth, borderColor, boxShadow, backgroundColor } = getComputedStyle(of);
    return [outlineStyle, outlineWidth, borderColor, boxShadow, backgroundColor].join(); };
  const around = [one, one.parentElement, one.parentElement?.parentElement, ...one.querySelectorAll("*")].filter((of) => of);
  // Colours that glide are led to their end: on the way they would look the same.
  const looks = () => {
    around.map(look);
    for (const glide of document.getAnimations()) if (glide instanceof CSSTransition) glide.finish();
    return around.map(look);
  };
  const on = looks();
  one.blur();
  const off = looks();
  one.focus({ focusVisible: true });
  const inSight = width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  return { name, inSight, marked: on.some((text, index) => text !== off[index]) };
})()`;

/** Tab by Tab until it cycles; a focus trap would not. */
async function walk(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')");
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<Stop | undefined>(stop);
    if (focused === undefined) return stops;
    if (stops.length > 3 && focused.name === stops[0]?.name && focused.name !== "") return stops;
    stops.push(focused);
  }
  throw new Error(`The Tab key does not come around: ${stops.map(({ name }) => name).join(", ")}`);
}

/** An opened page has taken the focus, if it has an element that does; later that would interrupt a traversal. */
const pageHasFocus = `document.querySelector('[data-pane="page"] [data-pane-focus]') === null || !document.activeElement.matches('body, main')`;

test.each([
  [
    "ControlOrMeta+1",
    t(($) => $.shell.collections.endpoint.many),
    [
      t(($) => $.shell.filter.label),
      t(($) => $.fleet.views.save),
      t(($) => $.fleet.columns.title),
      t(($) => $.common.export),
      t(($) => $.fleet.service.menu),
      t(($) => $.fleet.sync.start),
      t(($) => $.shell.collections.endpoint.many),
    ],
  ],
  [
    "ControlOrMeta+2",
    t(($) => $.shell.pages.changes),
    [t(($) => $.shell.pages.fleet), t(($) => $.shell.pages.settings)],
  ],
  [
    "ControlOrMeta+3",
    t(($) => $.shell.pages.identifierCheck),
    [t(($) => $.fleet.doctor.list), t(($) => $.fleet.doctor.openFile)],
  ],
  [
    "ControlOrMeta+,",
    t(($) => $.shell.pages.settings),
    Object.values(t(($) => $.shell.settingsSections, { returnObjects: true })),
  ],
])("after %s the Tab key reaches every control and leaves again", async (keys, heading, actions) => {
  const { page } = fleet();
  await goTo(page, "/settings/about");
  await page.getByRole("heading", { name: t(($) => $.shell.pages.settings), level: 1 }).waitFor();
  await page.keyboard.press(keys);
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  await expect.poll(() => page.evaluate(pageHasFocus)).toBe(true);
  const stops = await walk(page);
  const names = stops.map(({ name }) => name);
  expect(names.filter((name) => name === "")).toEqual([]);
  expect(actions.filter((action) => !names.some((name) => name.startsWith(action)))).toEqual([]);
  expect(stops.filter(({ inSight }) => !inSight).map(({ name }) => name)).toEqual([]);
  expect(stops.filter(({ marked }) => !marked).map(({ name }) => name)).toEqual([]);
});

/** The beginning of a name that continues with the state of the connection. */
const connectionMenu = `${t(($) => $.common.connection)} Acme`;

/** What opens an overlay by keyboard, and from which focus. */
const covers: readonly (readonly [string, string])[] = [
  ["/fleet/endpoint", t(($) => $.fleet.columns.title)],
  ["/fleet/endpoint", t(($) => $.common.export)],
  ["/fleet/endpoint", t(($) => $.fleet.service.menu)],
  ["/fleet/endpoint", t(($) => $.fleet.views.save)],
  ["/fleet/endpoint", t(($) => $.shell.session.signedIn)],
  ["/fleet/endpoint", connectionMenu],
  ["/settings/connections", t(($) => $.connections.view.deleteMore)],
];

test.each(covers)("at %s, closing the overlay of “%s” returns the focus to it", async (place, name) => {
  const { page } = fleet();
  await goTo(page, place);
  const opener = page.getByRole("button", { name, exact: name !== connectionMenu }).first();
  await expect.poll(() => opener.isEnabled()).toBe(true);
  await opener.focus();
  await expectFocus(page, opener);
  await page.keyboard.press("Enter");
  const cover = page.locator('#floating :is([role="dialog"], [role="menu"], form):visible');
  await cover.first().waitFor();
  // The overlay has the focus.
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => cover.count()).toBe(0);
  await expectFocus(page, opener);
});

test("the palette returns the focus to the list, and so does the menu of a cell", async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint");
  const list = endpointList(page);
  await expectSomeRows(list);
  await list.focus();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("dialog", { name: t(($) => $.shell.palette.label) }).waitFor();
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await expectFocus(page, list);
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: t(($) => $.shell.table.copyCell) }).waitFor();
  await expectFocusAbove(page);
  await page.keyboard.press("Escape");
  await expectFocus(page, list);
});

test("a selection and the progress of a sync are announced", async () => {
  const { page } = fleet();
  await goTo(page, "/fleet/endpoint");
  // If no test ran before, the end of the first sync would be announced below.
  await page.reload();
  const list = endpointList(page);
  await expectSomeRows(list);
  await page.evaluate(`(() => {
    const region = document.querySelector('[aria-live="polite"][role="status"]');
    window.heard = [];
    new MutationObserver(() => window.heard.push(region.textContent)).observe(region, { subtree: true, childList: true, characterData: true });
  })()`);
  const announcements = (): Promise<readonly string[]> => page.evaluate("window.heard");
  await list.focus();
  await expectFocus(page, list);
  await page.keyboard.press("Space");
  await expect.poll(announcements).toEqual([t(($) => $.shell.table.rowsSelected, { count: 1 })]);
  await page.keyboard.press("Space");
  await expect
    .poll(announcements)
    .toEqual([t(($) => $.shell.table.rowsSelected, { count: 1 }), t(($) => $.shell.table.selectionCleared)]);
  await callCore(page, "fleet.sync", { collections: ["tariff_plan", "organisation"] });
  await expect
    .poll(async () => (await announcements()).slice(2))
    .toEqual([t(($) => $.shell.sync.started), t(($) => $.shell.sync.complete)]);
});
