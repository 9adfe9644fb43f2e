import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToSettings: Command = {
  id: "go-to-settings",
  title: t(($) => $.shell.pages.settings),
  group: "go",
  keys: "mod+,",
  words: t(($) => $.shell.commands.goToSettings.keywords),
  enabled: always,
  run: ({ go }) => go({ path: ["settings"], query: {} }),
};
