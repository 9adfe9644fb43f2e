/** The audit: every modifying call of this program with its actor, time, target and outcome. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { ListWithDetail } from "../../ui/page-frame/list-with-detail.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { AuditBar } from "./audit-bar.tsx";
import { AuditDetail } from "./audit-detail.tsx";
import { AuditFilter } from "./audit-filter.tsx";
import { AuditList } from "./audit-list.tsx";
import { useAudit } from "./use-audit.ts";
import { Verdict } from "./verdict.tsx";

export function AuditPage(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const audit = useAudit();
  const opened = query["open"] === undefined ? query["entry"] : undefined;
  return (
    <Page label={t(($) => $.audit.title)} scrollsWhenLow>
      <AuditBar audit={audit} />
      <AuditFilter />
      <Verdict />
      <ListWithDetail detail={opened === undefined ? undefined : <AuditDetail id={opened} key={opened} />}>
        <AuditList audit={audit} />
      </ListWithDetail>
    </Page>
  );
}
