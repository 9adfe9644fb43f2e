import type { Command } from "./command.ts";

export const toggleDensity: Command = {
  id: "toggle-density",
  title: "Switch between compact and comfortable rows",
  group: "View",
  words: "density height",
  enabled: ({ settings }) => settings !== undefined,
  run: ({ settings, changeSettings }) =>
    changeSettings({ density: settings?.density === "compact" ? "comfortable" : "compact" }),
};
