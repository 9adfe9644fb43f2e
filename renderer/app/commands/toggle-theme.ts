import { t } from "#shared/texts/text.ts";
import type { Command } from "./command.ts";

export const toggleTheme: Command = {
  id: "toggle-theme",
  title: t(($) => $.shell.commands.toggleTheme.title),
  group: "view",
  keys: "mod+shift+L",
  keywords: t(($) => $.shell.commands.toggleTheme.keywords),
  enabled: ({ settings }) => settings !== undefined,
  run: ({ changeSettings }) => {
    const dark = document.documentElement.dataset["mantineColorScheme"] === "dark";
    return changeSettings({ theme: dark ? "light" : "dark" });
  },
};
