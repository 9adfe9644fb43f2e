/** The audit: every modifying call of this program with its actor, time, target and outcome. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { ListWithDetail } from "../../ui/page-frame/list-with-detail.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import { AuditBar } from "./audit-bar.tsx";
import { AuditDetail } from "./audit-detail.tsx";
import { AuditFilter } from "./audit-filter.tsx";
import { AuditList } from "./audit-list.tsx";
import { type Query, queryPart } from "./audit-query.ts";
import { Verdict } from "./verdict.tsx";

export function AuditPage(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const load = useFleetdesk((state) => state.loadAudit);
  const see = useFleetdesk((state) => state.setAuditVisible);
  // A stable string as effect dependency: opening an entry or record does not reload the list.
  const question = JSON.stringify(queryPart(query));
  useEffect(() => void load(JSON.parse(question) as Query), [load, question]);
  useEffect(() => {
    see(true);
    return () => see(false);
  }, [see]);
  const opened = query["open"] === undefined ? query["entry"] : undefined;
  return (
    <Page label={t(($) => $.audit.title)} scrollsWhenLow>
      <AuditBar />
      <AuditFilter />
      <Verdict />
      <ListWithDetail detail={opened === undefined ? undefined : <AuditDetail id={opened} key={opened} />}>
        <AuditList />
      </ListWithDetail>
    </Page>
  );
}
