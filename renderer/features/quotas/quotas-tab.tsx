/** Both quotas of one endpoint: refresh, change, and past changes. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect } from "react";
import { type OutputOf, useFleetQuery, useRefreshState } from "../../data/fleet-query.ts";
import type { RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { DataAgeLine } from "../../ui/data-age-line.tsx";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { PastChanges } from "./past-changes.tsx";
import { commonProblem } from "./quota-labels.ts";
import { QuotaCard } from "./quota-card.tsx";
import { quotaReading, readQuotas } from "./read-quotas.ts";
import classes from "./quotas.module.css";

export function QuotasTab({ of }: { readonly of: RecordKey }): ReactElement {
  return <OfEndpoint endpoint={of.id} key={of.id} />;
}

function OfEndpoint({ endpoint }: { readonly endpoint: string }): ReactElement {
  const online = useFleetdesk((state) => state.networkOnline);
  const quotasState = useFleetQuery("quotas.get", { endpoint }, { reloadOnOpen: true });
  useEffect(() => {
    if (online) void readQuotas(endpoint);
  }, [endpoint, online]);
  const refreshState = useRefreshState("quotas.read", quotaReading(endpoint));
  const quotas = dataOf(quotasState);
  const both = quotas === undefined ? undefined : commonProblem(quotas);
  const isReportedAbove = both !== undefined;
  return (
    <div className={classes["tab"]}>
      <ReadHead endpoint={endpoint} quotas={quotas} />
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
          <PastChanges endpoint={endpoint} />
        </>
      )}
    </div>
  );
}

/** Age of the data, and the outcome of the last refresh. */
function ReadHead({
  endpoint,
  quotas,
}: {
  readonly endpoint: string;
  readonly quotas: OutputOf<"quotas.get"> | undefined;
}): ReactElement {
  const refreshState = useRefreshState("quotas.read", quotaReading(endpoint));
  const online = useFleetdesk((state) => state.networkOnline);
  const times = [quotas?.data.asOf, quotas?.sms.asOf].filter((at) => at !== undefined);
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  return (
    <DataAgeLine
      asOf={oldest}
      request={refreshState}
      online={online}
      refreshLabel={t(($) => $.quotas.refresh.button)}
      onRead={() => void readQuotas(endpoint)}
    />
  );
}
