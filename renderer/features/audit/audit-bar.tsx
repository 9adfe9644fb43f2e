/** Actions on the audit: show new entries, verify the chain, export. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { verifyAudit } from "./audit-actions.ts";
import { ExportAudit } from "./export-audit.tsx";

export function AuditBar(): ReactElement {
  const fresh = useFleetdesk((state) => state.auditFresh);
  const renew = useFleetdesk((state) => state.renewAudit);
  const verifying = useFleetdesk((state) => state.auditVerdict.state === "loading");
  return (
    <PageHead
      actions={
        <>
          <ActionButton action={verifyAudit} loading={verifying} title={t(($) => $.audit.verifyHelp)}>
            {t(($) => $.audit.verify)}
          </ActionButton>
          <ExportAudit />
        </>
      }
      title={t(($) => $.audit.title)}
    >
      <span aria-live="polite">
        {fresh ? (
          <Button onClick={() => void renew()} variant="light">
            {t(($) => $.audit.showNew)}
          </Button>
        ) : undefined}
      </span>
    </PageHead>
  );
}
