import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const goToAudit: Command = {
  id: "go-to-audit",
  title: t(($) => $.shell.pages.audit),
  group: "navigation",
  keywords: t(($) => $.shell.commands.goToAudit.keywords),
  enabled: always,
  run: ({ navigate }) => navigate({ path: ["audit"], query: {} }),
};
