/** Actions on the window itself: panes, filter, appearance and overlays. */
import { t } from "#shared/texts/text.ts";
import { focusable } from "../../lib/focus.ts";
import { changeSettings, currentSettings } from "../../data/settings.ts";
import type { AppAction } from "./action.ts";

/** Filter fields carry `data-filter`. */
export const focusFilter: AppAction = {
  id: "focus-filter",
  changesNothing: true,
  title: t(($) => $.shell.commands.focusFilter.title),
  group: "fleet",
  keys: "/",
  run: () => document.querySelector<HTMLElement>("[data-filter]")?.focus(),
};

export const openPalette: AppAction = {
  id: "open-palette",
  changesNothing: true,
  title: t(($) => $.shell.commands.openPalette.title),
  group: "help",
  keys: "mod+K",
  keywords: t(($) => $.shell.commands.openPalette.keywords),
  whileTyping: true,
  run: ({ showOverlay }) => showOverlay("palette"),
};

export const windowActions: readonly AppAction[] = [
  {
    id: "undo",
    changesNothing: true,
    title: t(($) => $.shell.undo.label),
    group: "view",
    keys: "z",
    keywords: t(($) => $.shell.undo.keywords),
    disabledReason: ({ toast }) => (toast?.undo === undefined ? t(($) => $.shell.undo.none) : undefined),
    run: ({ toast, endToast }) => {
      if (toast !== undefined) endToast(toast.id, { read: true });
      toast?.undo?.run();
    },
  },
  {
    id: "toggle-theme",
    changesNothing: true,
    repeatable: true,
    title: t(($) => $.shell.commands.toggleTheme.title),
    group: "view",
    keys: "mod+shift+L",
    keywords: t(($) => $.shell.commands.toggleTheme.keywords),
    disabledReason: withoutSettings,
    run: async () => {
      const dark = document.documentElement.dataset["mantineColorScheme"] === "dark";
      await changeSettings({ theme: dark ? "light" : "dark" });
    },
  },
  {
    id: "toggle-density",
    changesNothing: true,
    repeatable: true,
    title: t(($) => $.shell.commands.toggleDensity.title),
    group: "view",
    keywords: t(($) => $.shell.commands.toggleDensity.keywords),
    disabledReason: withoutSettings,
    run: async () =>
      await changeSettings({ density: currentSettings()?.density === "compact" ? "comfortable" : "compact" }),
  },
  {
    id: "toggle-rail",
    changesNothing: true,
    repeatable: true,
    title: t(($) => $.shell.commands.toggleSidebar.title),
    group: "view",
    keys: "mod+B",
    disabledReason: withoutSettings,
    run: async () => await changeSettings({ railCollapsed: currentSettings()?.railCollapsed !== true }),
  },
  {
    id: "close-detail",
    changesNothing: true,
    title: t(($) => $.shell.commands.closeDetails.title),
    group: "view",
    disabledReason: ({ address }) =>
      address.query["open"] === undefined ? t(($) => $.shell.unavailable.noDetails) : undefined,
    run: ({ setQuery }) => setQuery({ open: undefined, tab: undefined }),
  },
  {
    id: "next-pane",
    changesNothing: true,
    title: t(($) => $.shell.commands.nextPane.title),
    group: "view",
    keys: "F6",
    whileTyping: true,
    run: () => focusPane(1),
  },
  {
    id: "previous-pane",
    changesNothing: true,
    title: t(($) => $.shell.commands.previousPane.title),
    group: "view",
    keys: "shift+F6",
    whileTyping: true,
    run: () => focusPane(-1),
  },
  openPalette,
  {
    id: "show-help",
    changesNothing: true,
    title: t(($) => $.shell.commands.showShortcuts.title),
    group: "help",
    keys: "shift+?",
    keywords: t(($) => $.shell.commands.showShortcuts.keywords),
    run: ({ showOverlay }) => showOverlay("help"),
  },
];

function withoutSettings(): string | undefined {
  return currentSettings() === undefined ? t(($) => $.shell.unavailable.settingsNotLoaded) : undefined;
}

/** Panes carry `data-pane`. Focus moves to the element that last had focus in that pane, else to its first focusable element. */
function focusPane(direction: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  for (let tried = 1; tried <= panes.length; tried += 1) {
    const from = here < 0 && direction < 0 ? 0 : here;
    const pane = panes[(from + direction * tried + panes.length * 2) % panes.length];
    const target = pane?.querySelector<HTMLElement>("[data-pane-focus]") ?? pane?.querySelector<HTMLElement>(focusable);
    if (target !== null && target !== undefined) {
      target.focus();
      return;
    }
  }
}
