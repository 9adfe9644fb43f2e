/** Actions on the audit: show new entries, verify the chain, export. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useRefreshState } from "../../data/fleet-query.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { verifyAudit } from "./audit-actions.ts";
import { ExportAudit } from "./export-audit.tsx";
import type { Audit } from "./use-audit.ts";

export function AuditBar({ audit: { hasNew, reload, request } }: { readonly audit: Audit }): ReactElement {
  const verifying = useRefreshState("audit.verify", {}).state === "loading";
  return (
    <PageHead
      actions={
        <>
          <ActionButton action={verifyAudit} loading={verifying} title={t(($) => $.audit.verifyHelp)}>
            {t(($) => $.audit.verify)}
          </ActionButton>
          <ExportAudit request={request} />
        </>
      }
      title={t(($) => $.audit.title)}
    >
      <span aria-live="polite">
        {hasNew ? (
          <Button onClick={() => reload()} variant="light">
            {t(($) => $.audit.showNew)}
          </Button>
        ) : undefined}
      </span>
    </PageHead>
  );
}
