import type { Command } from "./command.ts";

export const toggleTheme: Command = {
  id: "toggle-theme",
  title: "Switch between light and dark",
  group: "View",
  keys: "mod+shift+L",
  words: "theme colour scheme night",
  enabled: ({ settings }) => settings !== undefined,
  run: ({ changeSettings }) => {
    const dark = document.documentElement.dataset["mantineColorScheme"] === "dark";
    return changeSettings({ theme: dark ? "light" : "dark" });
  },
};
