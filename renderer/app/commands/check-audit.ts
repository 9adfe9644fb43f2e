import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

export const checkAudit: Command = {
  id: "check-audit",
  title: t(($) => $.shell.commands.verifyAudit.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.verifyAudit.keywords),
  enabled: always,
  run: async (state) => {
    state.navigate({ path: ["audit"], query: {} });
    await state.verifyAudit();
  },
};
