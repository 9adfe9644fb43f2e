import { t } from "#shared/texts/text.ts";
import type { Command } from "./command.ts";

export const toggleRail: Command = {
  id: "toggle-rail",
  title: t(($) => $.shell.commands.toggleSidebar.title),
  group: "view",
  keys: "mod+B",
  enabled: ({ settings }) => settings !== undefined,
  run: ({ settings, changeSettings }) => changeSettings({ railCollapsed: settings?.railCollapsed !== true }),
};
