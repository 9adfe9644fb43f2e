/** Recall: progress, and the result of each message. Results stay until closed. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { copyText } from "../../ui/virtual-table/copy.ts";
import classes from "./campaigns.module.css";
import { recallMessages, recallScope, recallOrder, recallSummary, recallTable, recallLabel } from "./recall-actions.ts";
import { deliveryLabel } from "../../lib/outcome-labels.ts";
import { formatOpen } from "../../lib/records.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill, type Tone } from "../../ui/status-pill.tsx";

/** Undefined while this window knows of no recall of the campaign. */
export function RecallPanel({ status }: { readonly status: CampaignStatus }): ReactElement | undefined {
  const { campaignId } = status;
  const recall = useFleetdesk((state) => state.recalls[campaignId]);
  const isRunning = useFleetdesk((state) => state.runningActions[recallScope(campaignId)] !== undefined);
  const closeRecall = useFleetdesk((state) => state.closeRecall);
  const announce = useFleetdesk((state) => state.announce);
  if (recall === undefined) return undefined;
  const { done, total, processed, results, failure } = recall;
  // It also runs without the action: it was begun before the window was reloaded.
  const isInProgress = isRunning || (failure === undefined && done < total);
  return (
    <Panel
      aside={
        <div className="controls">
          {isInProgress || results.length === 0 ? undefined : (
            <Button
              onClick={() =>
                void copyText(
                  recallTable(results),
                  t(($) => $.campaigns.recall.resultsCopied),
                ).then(announce)
              }
            >
              {t(($) => $.campaigns.recall.copyResults)}
            </Button>
          )}
          <Button disabled={isRunning} onClick={() => closeRecall(campaignId)}>
            {t(($) => $.common.close)}
          </Button>
        </div>
      }
      title={t(($) => $.campaigns.recall.title)}
    >
      {isInProgress ? (
        <>
          <p>
            {total === 0
              ? t(($) => $.campaigns.recall.starting)
              : t(($) => $.campaigns.recall.progress, { done, total })}
          </p>
          <Progress aria-label={t(($) => $.campaigns.recall.progressLabel)} value={(done / Math.max(1, total)) * 100} />
        </>
      ) : undefined}
      {failure === undefined || isInProgress ? undefined : (
        <Callout
          actions={
            <ActionButton action={recallMessages} target={status}>
              {t(($) => $.campaigns.recall.resume)}
            </ActionButton>
          }
          title={t(($) => $.campaigns.recall.incomplete)}
          tone="bad"
        >
          <p>{formatText(failure.text)}</p>
          <p>{t(($) => $.campaigns.recall.incompleteText)}</p>
        </Callout>
      )}
      {results.length === 0 && isInProgress ? undefined : (
        <>
          <p>{recallSummary(results, processed)}</p>
          <RecallRows results={results} />
        </>
      )}
    </Panel>
  );
}

const top = { offset: 0, active: 0 };
const nowhere = (): void => undefined;
const height = (): number => 28;

/** One result per message of the recall; only visible rows are rendered. */
function RecallRows({ results }: { readonly results: readonly RecallResult[] }): ReactElement {
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
                {recallLabel({ endpoint, smsId, cancelled, delivery, message, requested })}
              </StatusPill>
            </span>
            <span className={classes["cell"]} role="gridcell" title={formatText(message)}>
              {formatText(message)}
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
  const { tone } = deliveryLabel(delivery);
  return tone === "good" ? "waiting" : tone;
}
