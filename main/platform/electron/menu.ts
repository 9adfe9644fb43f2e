/** The application menu: the system's roles, and the commands that the window has registered. */
import { t } from "#shared/texts/text.ts";
import type { MenuItemConstructorOptions } from "electron";
import type { MenuCommand } from "#shared/contract/shell.ts";

export interface MenuOptions {
  readonly platform: string;
  /** Shows developer items: reload and the inspector. */
  readonly debug: boolean;
  /** A command was selected. */
  readonly choose: (id: string) => void;
}

type Item = MenuItemConstructorOptions;

const separator: Item = { type: "separator" };
const roles = (...names: readonly NonNullable<Item["role"]>[]): Item[] => names.map((role) => ({ role }));
const ours: readonly MenuCommand["menu"][] = ["file", "edit", "view", "help"];

const headings: Readonly<Record<MenuCommand["menu"], string>> = {
  file: t(($) => $.shell.menus.file),
  edit: t(($) => $.shell.menus.edit),
  view: t(($) => $.shell.menus.view),
  help: t(($) => $.shell.menus.help),
  navigation: t(($) => $.shell.menus.navigation),
  fleet: t(($) => $.shell.menus.fleet),
  connection: t(($) => $.shell.menus.connection),
  campaigns: t(($) => $.shell.menus.campaigns),
  events: t(($) => $.shell.menus.events),
};

/** Other groups of commands are between View and Window, in order of first appearance. */
export function menuTemplate(commands: readonly MenuCommand[], { platform, debug, choose }: MenuOptions): Item[] {
  const verbs = (heading: MenuCommand["menu"]): Item[] =>
    commands.filter(({ menu }) => menu === heading).map((command) => verb(command, choose));
  const menu = (heading: MenuCommand["menu"], ...groups: readonly Item[][]): Item => ({
    label: headings[heading],
    submenu: groups
      .filter((group) => group.length > 0)
      .flatMap((group, at) => (at === 0 ? group : [separator, ...group])),
  });
  const isMac = platform === "darwin";
  const extraHeadings = [...new Set(commands.map(({ menu: heading }) => heading))].filter(
    (name) => !ours.includes(name),
  );
  return [
    ...(isMac ? roles("appMenu") : []),
    menu("file", verbs("file"), roles(isMac ? "close" : "quit")),
    menu("edit", roles("undo", "redo"), roles("cut", "copy", "paste", "delete", "selectAll"), verbs("edit")),
    menu(
      "view",
      verbs("view"),
      roles("resetZoom", "zoomIn", "zoomOut"),
      roles("togglefullscreen"),
      debug ? roles("reload", "toggleDevTools") : [],
    ),
    ...extraHeadings.map((heading) => menu(heading, verbs(heading))),
    { role: "windowMenu" },
    ...(verbs("help").length > 0 ? [menu("help", verbs("help"))] : []),
  ];
}

function verb({ id, title, accelerator, enabled }: MenuCommand, choose: (id: string) => void): Item {
  return {
    id,
    label: title,
    enabled,
    click: () => choose(id),
    // The window handles its shortcuts itself: registered here, a command would run twice.
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  };
}
