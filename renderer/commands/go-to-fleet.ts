import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToFleet: Command = {
  id: "go-to-fleet",
  title: t(($) => $.shell.pages.fleet),
  group: "go",
  keys: "mod+1",
  words: t(($) => $.shell.commands.goToFleet.keywords),
  enabled: always,
  run: ({ go }) => go({ path: ["fleet", "endpoint"], query: {} }),
};
