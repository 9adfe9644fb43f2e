/** Recall: confirmation, progress, and the result of each message. Results stay until closed. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { RecallResult } from "#shared/contract/campaigns/campaigns.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useAction } from "../../app/actions/run-action.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { copyText } from "../../ui/virtual-table/copy.ts";
import classes from "./campaigns.module.css";
import { recallMessages, reloadCampaign, type CampaignDetail } from "./campaign-actions.ts";
import { recallable } from "./campaign-counts.ts";
import { recallOrder, recallSummary, recallTable, recallLabel } from "./recall-summary.ts";
import { deliveryLabel } from "../../lib/outcome-labels.ts";
import { formatOpen } from "../../lib/records.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill, type Tone } from "../../ui/status-pill.tsx";

export function RecallPanel({ detail }: { readonly detail: CampaignDetail }): ReactElement {
  const { campaignId } = detail.status;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const running = useFleetdesk((state) => state.recall);
  const clear = useFleetdesk((state) => state.clearRecall);
  const announce = useFleetdesk((state) => state.announce);
  const [results, setResults] = useState<readonly RecallResult[]>();
  const { busy, failure, run } = useCall();
  const progress = running?.campaignId === campaignId ? running : undefined;
  const visibleResults = results ?? progress?.results;
  const isInProgress = progress !== undefined && results === undefined && progress.done < progress.total;
  const under = busy || (isInProgress && failure === undefined);
  const close = (): void => {
    clear();
    setQuery({ recall: undefined }, { replace: true });
  };
  const recall = (): void =>
    void run(async () => {
      setResults(undefined);
      clear();
      const answer = await fleet.campaigns.recall({ campaignId });
      setResults(answer.results);
      announce(t(($) => $.campaigns.recall.finished, { cancelled: answer.cancelled, requested: answer.requested }));
      await reloadCampaign();
    });
  return (
    <Panel
      aside={
        <div className={classes["buttons"]}>
          {visibleResults === undefined || under ? undefined : (
            <Button
              onClick={() =>
                void copyText(
                  recallTable(visibleResults),
                  t(($) => $.campaigns.recall.resultsCopied),
                ).then(announce)
              }
            >
              {t(($) => $.campaigns.recall.copyResults)}
            </Button>
          )}
          <Button onClick={close}>{t(($) => $.common.close)}</Button>
        </div>
      }
      title={t(($) => $.campaigns.recall.title)}
    >
      {visibleResults === undefined && !under ? <RecallPrompt onRecall={recall} detail={detail} /> : undefined}
      {under ? (
        <>
          <p>
            {progress === undefined
              ? t(($) => $.campaigns.recall.starting)
              : t(($) => $.campaigns.recall.progress, { done: progress.done, total: progress.total })}
          </p>
          <Progress
            aria-label={t(($) => $.campaigns.recall.progressLabel)}
            value={((progress?.done ?? 0) / Math.max(1, progress?.total ?? 1)) * 100}
          />
        </>
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout
          actions={<Button onClick={recall}>{t(($) => $.campaigns.recall.resume)}</Button>}
          title={t(($) => $.campaigns.recall.incomplete)}
          tone="bad"
        >
          <p>{formatText(failure.text)}</p>
          <p>{t(($) => $.campaigns.recall.incompleteText)}</p>
        </Callout>
      )}
      {visibleResults === undefined ? undefined : (
        <>
          <p>{recallSummary(visibleResults)}</p>
          <RecallRows results={visibleResults} />
        </>
      )}
    </Panel>
  );
}

function RecallPrompt({
  detail,
  onRecall,
}: {
  readonly detail: CampaignDetail;
  readonly onRecall: () => void;
}): ReactElement {
  const { status } = detail;
  const { disabledReason } = useAction({ action: recallMessages, target: status });
  return (
    <>
      <p>
        {t(($) => $.campaigns.recall.help, { count: recallable(status) })}{" "}
        {status.counts.unknown === 0
          ? ""
          : `${t(($) => $.campaigns.recall.helpUnknown, { count: status.counts.unknown })} `}
        {t(($) => $.campaigns.recall.helpFinal)}
      </p>
      <div className={classes["buttons"]}>
        <Button color="red" disabled={disabledReason !== undefined} onClick={onRecall} variant="filled">
          {t(($) => $.campaigns.recall.start, { count: recallable(status) })}
        </Button>
        {disabledReason === undefined ? undefined : <span className="muted">{disabledReason}</span>}
      </div>
    </>
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
  const { tone } = deliveryLabel(delivery);
  return tone === "good" ? "waiting" : tone;
}
