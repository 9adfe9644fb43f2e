/** Actions on the audit log. */
import { t } from "#shared/texts/text.ts";
import { IconShieldCheck } from "@tabler/icons-react";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import type { Action, AppAction } from "../../app/actions/action.ts";
import { showExported } from "../../app/actions/show-exported.ts";
import { runRefresh } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";

export const verifyAudit: AppAction = {
  id: "check-audit",
  changesNothing: true,
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

function exportAs(format: "csv" | "jsonl"): Action<AuditQuestion> {
  return {
    id: `export-audit-${format}`,
    changesNothing: true,
    title: t(($) => $.common.export),
    scope: () => "export-audit",
    run: async (question, state) => {
      const result = await fleet.audit.exportAs({ ...question, format });
      const { rows, head, chainHead } = result;
      // The hashes prove later that the file was not replaced.
      const hashes =
        head === undefined
          ? []
          : [
              t(($) => $.audit.export.saveFingerprint),
              ...(chainHead === undefined ? [] : [t(($) => $.audit.export.chainFingerprint, { hash: chainHead })]),
              t(($) => $.audit.export.fileFingerprint, { hash: head }),
            ];
      const title = t(($) => $.audit.export.exported, { count: rows });
      showExported(state, result, title, { details: hashes, fingerprint: head });
    },
  };
}

export const exportAuditCsv = exportAs("csv");
export const exportAuditLines = exportAs("jsonl");
