/** Both quotas of one endpoint: read, changed, and what was done to them before. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect } from "react";
import type { RecordKey } from "../../lib/records.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { AskedLine } from "../../ui/asked-line.tsx";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { PastChanges } from "./past-changes.tsx";
import { commonProblem } from "./quota-words-model.ts";
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
  const ours = useFleetdesk((state) => state.quotasOf === endpoint);
  const remote = useFleetdesk((state) => state.endpointQuotas);
  useEffect(() => {
    void open(endpoint);
    void loadChanges(endpoint);
    if (online) void read(endpoint);
  }, [endpoint, loadChanges, online, open, read]);
  const asked = useFleetdesk((state) => state.endpointQuotasAsked);
  const found = ours ? shown(remote) : undefined;
  const both = found === undefined ? undefined : commonProblem(found);
  const toldAbove = both !== undefined;
  return (
    <div className={classes["tab"]}>
      <ReadHead endpoint={endpoint} />
      {remote.state === "failed" && found === undefined && asked.state !== "failed" ? (
        <FailureNotice failure={remote.failure} />
      ) : undefined}
      {both === undefined || asked.state === "failed" ? undefined : (
        <Callout title={t(($) => $.quotas.one.bothReadFailed)} tone="waiting">
          <p>{formatText(both.message)}</p>
          <p>{t(($) => $.quotas.olderShown)}</p>
        </Callout>
      )}
      {found === undefined ? undefined : (
        <>
          <QuotaCard endpoint={endpoint} kind="data" reading={found.data} toldAbove={toldAbove} />
          <QuotaCard endpoint={endpoint} kind="sms" reading={found.sms} toldAbove={toldAbove} />
          <PastChanges />
        </>
      )}
    </div>
  );
}

/** How old what is shown is, and whether it could be asked for. */
function ReadHead({ endpoint }: { readonly endpoint: string }): ReactElement {
  const quotas = useFleetdesk((state) => shown(state.endpointQuotas));
  const asked = useFleetdesk((state) => state.endpointQuotasAsked);
  const online = useFleetdesk((state) => state.networkOnline);
  const read = useFleetdesk((state) => state.readEndpointQuotas);
  const times = [quotas?.data.asOf, quotas?.sms.asOf].filter((at) => at !== undefined);
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  return <AskedLine asOf={oldest} asked={asked} online={online} onRead={() => void read(endpoint)} />;
}
