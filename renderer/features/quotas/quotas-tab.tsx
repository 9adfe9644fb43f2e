/** Both quotas of one endpoint: refresh, change, and past changes. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect } from "react";
import { type OutputOf, useFleetQuery, useRefreshState, useFleetData } from "../../data/fleet-query.ts";
import type { RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { DataAgeLine } from "../../ui/data-age-line.tsx";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { commonProblem, changeStatus, rowStates, quotaText, undoText } from "./quota-labels.ts";
import { QuotaCard, quotaReading, readQuotas } from "./quota-card.tsx";
import { EndpointUsage } from "./usage-chart.tsx";
import classes from "./quotas.module.css";
import type { QuotaRow } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type ChangeAction, possibleActions, resolveChange, retryMoved, undoChange } from "./quota-actions.ts";

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
          <EndpointUsage endpoint={endpoint} />
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

// Quota changes of this endpoint made on this computer, and their undo.

/** Earlier ones are on the page of all changes. */
const visibleChanges = 12;

function PastChanges({ endpoint }: { readonly endpoint: string }): ReactElement {
  const changesState = useFleetQuery("quotas.changes", { endpoint, limit: visibleChanges }, { reloadOnOpen: true });
  const past = dataOf(changesState)?.changes;
  return (
    <Panel
      aside={
        <a className={classes["link"]} href="#/quotas/changes">
          {t(($) => $.quotas.past.all)}
        </a>
      }
      title={t(($) => $.quotas.past.title)}
    >
      {changesState.state === "failed" && past === undefined ? (
        <FailureNotice failure={changesState.failure} />
      ) : undefined}
      {past === undefined ? undefined : past.length === 0 ? (
        <p className="muted">{t(($) => $.quotas.past.empty)}</p>
      ) : (
        <ul aria-label={t(($) => $.quotas.past.list)} className={classes["pastChanges"]}>
          {past.map((one) => (
            <Past change={one} key={one.change} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Past({ change }: { readonly change: QuotaChange }): ReactElement {
  // The row itself, if the change was made for this endpoint alone.
  const row = useFleetData("quotas.rows", change.total === 1 ? { change: change.change, limit: 1 } : undefined)
    ?.items[0];
  const now = useNow();
  const { createdAt, title, kind, total } = change;
  const { text, tone } = row === undefined ? changeStatus(change) : rowStates[row.state];
  return (
    <li>
      <time dateTime={new Date(createdAt).toISOString()} title={formatDateTime(createdAt)}>
        {formatTime(createdAt, now)}
      </time>
      <a className={classes["link"]} href={`#/quotas/changes/${change.change}`}>
        {formatText(title)}
      </a>
      {total > 1 ? <span className="muted">{formatText(change.targets)}</span> : undefined}
      <StatusPill title={row?.message === undefined ? "" : formatText(row.message)} tone={tone}>
        {text}
      </StatusPill>
      {row?.before === undefined || row.after === undefined ? undefined : (
        <span className="muted">
          {t(($) => $.quotas.value.change, {
            before: quotaText(kind, row.before),
            after: quotaText(kind, row.after),
          })}
        </span>
      )}
      {row === undefined ? undefined : <PastChangeAction change={change} row={row} />}
    </li>
  );
}

/** Action on a change of one endpoint; bulk changes have their own page. */
interface PastChangeActionProps {
  readonly change: QuotaChange;
  readonly row: QuotaRow;
}

function PastChangeAction({ change, row }: PastChangeActionProps): ReactElement {
  const undone = undoText(change);
  const action = rowActions[row.state];
  const possible = action !== undefined && possibleActions(change).includes(action);
  return (
    <>
      {undone === undefined ? undefined : <span className="muted">{undone}</span>}
      {possible ? <ActionButton action={action} target={change} /> : undefined}
    </>
  );
}

const rowActions: Partial<Readonly<Record<keyof typeof rowStates, ChangeAction>>> = {
  set: undoChange,
  unknown: resolveChange,
  moved: retryMoved,
};
