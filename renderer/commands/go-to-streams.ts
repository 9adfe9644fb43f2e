import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToStreams: Command = {
  id: "go-to-streams",
  title: t(($) => $.shell.pages.streams),
  group: "go",
  words: t(($) => $.shell.commands.goToStreams.keywords),
  enabled: always,
  run: ({ go }) => go({ path: ["streams"], query: {} }),
};
