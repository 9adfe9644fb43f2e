import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToFleet: Command = {
  id: "go-to-fleet",
  title: t(($) => $.shell.pages.fleet),
  group: "navigation",
  keys: "mod+1",
  keywords: t(($) => $.shell.commands.goToFleet.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["fleet", "endpoint"], query: {} }),
};
