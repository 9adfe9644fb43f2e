/** A command: one object defines its menu item, palette entry, shortcut, button and entry in the shortcut list. */
import { t } from "#shared/texts/text.ts";
import type { State } from "../store/store.ts";

export type CommandGroup = "navigation" | "fleet" | "connection" | "campaigns" | "events" | "view" | "help";

/** Headings of the palette and of the list of shortcuts. */
export const groupTitles: Readonly<Record<CommandGroup, string>> = {
  navigation: t(($) => $.shell.commandGroups.navigation),
  fleet: t(($) => $.shell.commandGroups.fleet),
  connection: t(($) => $.shell.commandGroups.connection),
  campaigns: t(($) => $.shell.commandGroups.campaigns),
  events: t(($) => $.shell.commandGroups.events),
  view: t(($) => $.shell.commandGroups.view),
  help: t(($) => $.shell.commandGroups.help),
};

export interface Command {
  /** kebab-case and stable: menus and deep links refer to it. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** In the notation of the hotkeys library: "mod+K", "shift+?", "/". */
  readonly keys?: string;
  /** Additional search terms for the palette. */
  readonly keywords?: string;
  /** Also active while a text field has focus. */
  readonly whileTyping?: boolean;
  readonly enabled: (state: State) => boolean;
  /** May reject; `runCommand` shows the failure. */
  readonly run: (state: State) => void | Promise<void>;
}

export const always = (): boolean => true;
