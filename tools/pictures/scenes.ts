/** The scenes in order; the first ones without a connection. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";

export interface Scene {
  readonly name: string;
  /** Address inside the window; a function when only `prepare` determines it. */
  readonly at: string | (() => string);
  /** Once, before the pictures in both themes. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** User actions before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  /** User actions after it, so that the next scene starts without open dialogs. */
  readonly leave?: (page: Page) => Promise<void>;
}

const escape = async (page: Page): Promise<void> => await page.keyboard.press("Escape");

/** Without a connection. */
export const firstScenes: readonly Scene[] = [
  { name: "first-run", at: "/fleet/endpoint" },
  {
    name: "connect",
    at: "/settings/connections?part=new",
    act: async (page) => await page.getByRole("textbox", { name: t(($) => $.connections.fields.baseUrl) }).waitFor(),
  },
];

async function clearFilter(page: Page): Promise<void> {
  await escape(page);
  await page
    .getByRole("button", { name: t(($) => $.fleet.list.clearFilter) })
    .first()
    .click();
}

const settingsScenes: readonly Scene[] = [
  { name: "help", at: "/help" },
  { name: "help-glossary", at: "/help/glossary" },
  { name: "settings-connections", at: "/settings/connections" },
  {
    name: "connection-options",
    at: "/settings/connections",
    act: async (page) => await page.getByRole("button", { name: t(($) => $.connections.view.editOptions) }).click(),
    leave: escape,
  },
  { name: "settings-general", at: "/settings/general" },
  { name: "settings-keychain", at: "/settings/keychain" },
  { name: "settings-data", at: "/settings/data" },
  {
    name: "settings-diagnostics",
    at: "/settings/diagnostics",
    act: async (page) => {
      await page.getByRole("button", { name: t(($) => $.settings.diagnostics.run) }).click();
      await page
        .getByRole("list", { name: t(($) => $.settings.diagnostics.title) })
        .getByRole("listitem")
        .nth(12)
        .waitFor();
    },
  },
  { name: "settings-about", at: "/settings/about" },
];

async function openRowMenu(page: Page): Promise<void> {
  await page.getByRole("grid").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+F10");
}

/** Palette, menus and dialogs over the list of endpoints. */
const overlayScenes: readonly Scene[] = [
  {
    name: "palette",
    at: "/fleet/endpoint?sort=name",
    act: async (page) => {
      await page.keyboard.press("ControlOrMeta+K");
      await page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }).fill("me");
    },
    leave: escape,
  },
  {
    name: "palette-action",
    at: "/fleet/endpoint?sort=name",
    act: async (page) => {
      await page.keyboard.press("ControlOrMeta+K");
      await page.getByRole("textbox", { name: t(($) => $.shell.commands.openPalette.title) }).fill("sms me");
    },
    leave: escape,
  },
  {
    name: "row-menu",
    at: "/fleet/endpoint?sort=name",
    act: openRowMenu,
    leave: escape,
  },
  {
    name: "suppress",
    at: "/fleet/endpoint?sort=name",
    act: async (page) => {
      await openRowMenu(page);
      await page.getByRole("menuitem", { name: t(($) => $.campaigns.suppression.suppress) }).click();
      await page.getByRole("dialog").waitFor();
    },
    leave: escape,
  },
  {
    name: "shortcuts",
    at: "/fleet/endpoint?sort=name",
    act: async (page) => await page.keyboard.press("Shift+?"),
    leave: escape,
  },
];

/** `ids` are listed endpoints, in order; `identifiers` is a customer's list. */
export function scenes(ids: readonly string[], identifiers: string): readonly Scene[] {
  const open = (index: number): string => `open=endpoint:${ids[index] ?? ""}`;
  return [
    { name: "fleet", at: "/fleet/endpoint?sort=name" },
    {
      name: "fleet-filter",
      at: "/fleet/endpoint?filter=status:0&sort=-last_updated",
      act: async (page) => {
        await page.getByRole("combobox", { name: t(($) => $.shell.filter.label) }).focus();
        await page.keyboard.type("i");
        await page.getByRole("option").first().waitFor();
      },
      leave: clearFilter,
    },
    {
      name: "fleet-filter-counts",
      at: "/fleet/endpoint?filter=not:status:1&sort=name",
      act: async (page) => {
        await page.getByRole("combobox", { name: t(($) => $.shell.filter.label) }).focus();
        await page.keyboard.type("tags:");
        await page.getByRole("option").first().waitFor();
      },
      leave: clearFilter,
    },
    {
      name: "fleet-columns",
      at: "/fleet/endpoint?sort=name",
      act: async (page) => await page.getByRole("button", { name: t(($) => $.fleet.columns.title) }).click(),
      leave: escape,
    },
    { name: "sims", at: "/fleet/sim" },
    { name: "detail", at: `/fleet/endpoint?sort=name&${open(5)}` },
    { name: "detail-history", at: `/fleet/endpoint?sort=name&${open(9)}&tab=history` },
    { name: "changes", at: "/changes/endpoint" },
    {
      name: "doctor",
      at: "/doctor",
      act: async (page) => {
        const list = page.getByRole("textbox", { name: t(($) => $.fleet.doctor.list) });
        if ((await list.inputValue()) === "") await list.fill(identifiers);
        await list.focus();
        await page.keyboard.press("ControlOrMeta+Enter");
        await page.getByRole("grid", { name: t(($) => $.fleet.doctor.resultsByRow) }).waitFor();
      },
    },
    ...settingsScenes,
    ...overlayScenes,
  ];
}
