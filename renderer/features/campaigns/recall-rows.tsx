/** One result per message of the recall; only visible rows are rendered. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";
import { deliveryWord } from "../../lib/outcome-labels.ts";
import { formatOpen } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill, type Tone } from "../../ui/status-pill.tsx";
import { recallOrder, recallWord } from "./recall-summary.ts";
import classes from "./campaigns.module.css";

const top = { offset: 0, active: 0 };
const nowhere = (): void => undefined;
const height = (): number => 28;

export function RecallRows({ results }: { readonly results: readonly RecallResult[] }): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const rows = useMemo(() => recallOrder(results), [results]);
  return (
    <div className={classes["recallResult"]}>
      <RowList
        head={[
          t(($) => $.common.endpoint),
          t(($) => $.campaigns.recall.smsId),
          t(($) => $.campaigns.recall.result),
          t(($) => $.campaigns.recall.response),
        ]}
        heightOf={height}
        keyOf={({ endpoint, smsId }) => `${endpoint} ${smsId}`}
        label={t(($) => $.campaigns.recall.results)}
        onOpen={({ endpoint }) => setQuery({ open: formatOpen({ collection: "endpoint", id: endpoint }) })}
        onPlace={nowhere}
        place={top}
        renderCells={({ endpoint, name, smsId, cancelled, delivery, message, requested }) => (
          <>
            <span className={classes["cell"]} role="gridcell">
              <RecordLink from={address} mono={name === undefined} quiet to={{ collection: "endpoint", id: endpoint }}>
                {name ?? endpoint}
              </RecordLink>
            </span>
            <span className={`mono ${classes["cell"]}`} role="gridcell">
              {smsId === "" ? "–" : smsId}
            </span>
            <span className={classes["cell"]} role="gridcell">
              <StatusPill tone={cancelled ? "good" : notCancelledTone(delivery)}>
                {recallWord({ endpoint, smsId, cancelled, delivery, message, requested })}
              </StatusPill>
            </span>
            <span className={classes["cell"]} role="gridcell" title={message}>
              {message}
            </span>
          </>
        )}
        rows={rows}
        template="minmax(120px, 180px) 90px 190px minmax(200px, 1fr)"
      />
    </div>
  );
}

/** A message that was not cancelled is no success, even if it was delivered. */
function notCancelledTone(delivery: string): Tone {
  const { tone } = deliveryWord(delivery);
  return tone === "good" ? "waiting" : tone;
}
