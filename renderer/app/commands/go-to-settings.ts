import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToSettings: Command = {
  id: "go-to-settings",
  title: t(($) => $.shell.pages.settings),
  group: "navigation",
  keys: "mod+,",
  keywords: t(($) => $.shell.commands.goToSettings.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["settings"], query: {} }),
};
