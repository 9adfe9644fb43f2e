/** Actions on the audit log. */
import { t } from "#shared/texts/text.ts";
import { IconShieldCheck } from "@tabler/icons-react";
import { runRefresh } from "../../data/fleet-query.ts";
import type { AppAction } from "../../app/actions/action.ts";

export const verifyAudit: AppAction = {
  id: "check-audit",
  title: t(($) => $.shell.commands.verifyAudit.title),
  icon: IconShieldCheck,
  group: "fleet",
  keywords: t(($) => $.shell.commands.verifyAudit.keywords),
  run: async (state) => {
    if (state.address.path[0] !== "audit") state.navigate({ path: ["audit"], query: {} });
    // The result stays until the operator closes it.
    await runRefresh("audit.verify", {}, { keep: true });
  },
};
