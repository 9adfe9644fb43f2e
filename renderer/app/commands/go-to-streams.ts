import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToStreams: Command = {
  id: "go-to-streams",
  title: t(($) => $.shell.pages.streams),
  group: "navigation",
  keywords: t(($) => $.shell.commands.goToStreams.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["streams"], query: {} }),
};
