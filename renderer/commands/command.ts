/** A verb of the program: one object feeds the menu, the palette, the shortcut, the buttons and the cheat sheet. */
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
  /** kebab-case, stable: menus and deep links name it. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** In the notation of the hotkeys library: "mod+K", "shift+?", "/". */
  readonly keys?: string;
  /** Also found in the palette by these words. */
  readonly keywords?: string;
  /** Works also while a person types into a field. */
  readonly whileTyping?: boolean;
  readonly enabled: (state: State) => boolean;
  /** Failures are shown by whoever runs it. */
  readonly run: (state: State) => void | Promise<void>;
}

export const always = (): boolean => true;
