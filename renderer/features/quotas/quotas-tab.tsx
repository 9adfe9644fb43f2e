/** Both quotas of one endpoint: refresh, change, and past changes. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect } from "react";
import type { RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { DataAgeLine } from "../../ui/data-age-line.tsx";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { PastChanges } from "./past-changes.tsx";
import { commonProblem } from "./quota-labels.ts";
import { QuotaCard } from "./quota-card.tsx";
import classes from "./quotas.module.css";

export function QuotasTab({ of }: { readonly of: RecordKey }): ReactElement {
  return <OfEndpoint endpoint={of.id} key={of.id} />;
}

function OfEndpoint({ endpoint }: { readonly endpoint: string }): ReactElement {
  const open = useFleetdesk((state) => state.openEndpointQuotas);
  const read = useFleetdesk((state) => state.readEndpointQuotas);
  const loadChanges = useFleetdesk((state) => state.loadEndpointChanges);
  const online = useFleetdesk((state) => state.networkOnline);
  const isOpen = useFleetdesk((state) => state.quotasOf === endpoint);
  const quotasState = useFleetdesk((state) => state.endpointQuotas);
  useEffect(() => {
    void open(endpoint);
    void loadChanges(endpoint);
    if (online) void read(endpoint);
  }, [endpoint, loadChanges, online, open, read]);
  const refreshState = useFleetdesk((state) => state.endpointQuotasRefresh);
  const quotas = isOpen ? dataOf(quotasState) : undefined;
  const both = quotas === undefined ? undefined : commonProblem(quotas);
  const isReportedAbove = both !== undefined;
  return (
    <div className={classes["tab"]}>
      <ReadHead endpoint={endpoint} />
      {quotasState.state === "failed" && quotas === undefined && refreshState.state !== "failed" ? (
        <FailureNotice failure={quotasState.failure} />
      ) : undefined}
      {both === undefined || refreshState.state === "failed" ? undefined : (
        <Callout title={t(($) => $.quotas.one.bothReadFailed)} tone="waiting">
          <p>{formatText(both.message)}</p>
          <p>{t(($) => $.quotas.olderData)}</p>
        </Callout>
      )}
      {quotas === undefined ? undefined : (
        <>
          <QuotaCard endpoint={endpoint} kind="data" reading={quotas.data} isReportedAbove={isReportedAbove} />
          <QuotaCard endpoint={endpoint} kind="sms" reading={quotas.sms} isReportedAbove={isReportedAbove} />
          <PastChanges />
        </>
      )}
    </div>
  );
}

/** Age of the data, and the outcome of the last refresh. */
function ReadHead({ endpoint }: { readonly endpoint: string }): ReactElement {
  const quotas = useFleetdesk((state) => dataOf(state.endpointQuotas));
  const refreshState = useFleetdesk((state) => state.endpointQuotasRefresh);
  const online = useFleetdesk((state) => state.networkOnline);
  const read = useFleetdesk((state) => state.readEndpointQuotas);
  const times = [quotas?.data.asOf, quotas?.sms.asOf].filter((at) => at !== undefined);
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  return (
    <DataAgeLine
      asOf={oldest}
      request={refreshState}
      online={online}
      refreshLabel={t(($) => $.quotas.refresh.button)}
      onRead={() => void read(endpoint)}
    />
  );
}
