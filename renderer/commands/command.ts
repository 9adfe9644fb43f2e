/** A verb of the program: one object feeds the menu, the palette, the shortcut, the buttons and the cheat sheet. */
import type { State } from "../store/store.ts";

export type CommandGroup = "Go to" | "Fleet" | "Connection" | "Campaigns" | "Events" | "View" | "Help";

export interface Command {
  /** kebab-case, stable: menus and deep links name it. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** In the notation of the hotkeys library: "mod+K", "shift+?", "/". */
  readonly keys?: string;
  /** Also found in the palette by these words. */
  readonly words?: string;
  /** Works also while a person types into a field. */
  readonly whileTyping?: boolean;
  readonly enabled: (state: State) => boolean;
  /** Failures are shown by whoever runs it. */
  readonly run: (state: State) => void | Promise<void>;
}

export const always = (): boolean => true;
