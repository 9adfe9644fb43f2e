import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToQuotas: Command = {
  id: "go-to-quotas",
  title: t(($) => $.shell.pages.quotas),
  group: "navigation",
  keywords: t(($) => $.shell.commands.goToQuotas.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["quotas"], query: {} }),
};
