import type { Command } from "./command.ts";

export const toggleRail: Command = {
  id: "toggle-rail",
  title: "Fold or unfold the side bar",
  group: "View",
  keys: "mod+B",
  enabled: ({ settings }) => settings !== undefined,
  run: ({ settings, changeSettings }) => changeSettings({ railCollapsed: settings?.railCollapsed !== true }),
};
