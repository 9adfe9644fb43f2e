/** Actions on the audit: show new entries, verify the chain, export. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { useRefreshState } from "../../data/fleet-query.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import { ActionButton, ActionItem } from "../../app/actions/run-action.tsx";
import { exportAuditCsv, exportAuditLines, verifyAudit } from "./audit-actions.ts";
import { isNarrowed } from "./audit-query.ts";
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

function ExportAudit({ request }: { readonly request: AuditQuestion }): ReactElement {
  return (
    <ExportMenu action={exportAuditCsv} target={request}>
      {isNarrowed(request) ? (
        <>
          <Menu.Label>{t(($) => $.audit.export.matching)}</Menu.Label>
          <ActionItem action={exportAuditCsv} target={request}>
            {t(($) => $.audit.export.csv)}
          </ActionItem>
          <ActionItem action={exportAuditLines} target={request}>
            {t(($) => $.audit.export.jsonLines)}
          </ActionItem>
        </>
      ) : undefined}
      <Menu.Label>{t(($) => $.audit.export.whole)}</Menu.Label>
      <ActionItem action={exportAuditCsv} target={{}}>
        {t(($) => $.audit.export.allCsv)}
      </ActionItem>
      <ActionItem action={exportAuditLines} target={{}}>
        {t(($) => $.audit.export.allJsonLines)}
      </ActionItem>
    </ExportMenu>
  );
}
