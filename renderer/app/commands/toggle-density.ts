import { t } from "#shared/texts/text.ts";
import type { Command } from "./command.ts";

export const toggleDensity: Command = {
  id: "toggle-density",
  title: t(($) => $.shell.commands.toggleDensity.title),
  group: "view",
  keywords: t(($) => $.shell.commands.toggleDensity.keywords),
  enabled: ({ settings }) => settings !== undefined,
  run: ({ settings, changeSettings }) =>
    changeSettings({ density: settings?.density === "compact" ? "comfortable" : "compact" }),
};
