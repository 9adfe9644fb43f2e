/** Quota changes made on this computer, newest first. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { useFleetPages } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useSavedPlace } from "../../app/store/use-saved-place.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { changeStatus, rowStateOrder, rowStates, undoText } from "./quota-labels.ts";
import { QuotasHead } from "./quotas-head.tsx";
import classes from "./quotas.module.css";

const head = [
  t(($) => $.quotas.history.time),
  t(($) => $.quotas.history.change),
  t(($) => $.quotas.history.endpoints),
  t(($) => $.common.status),
  t(($) => $.quotas.history.outcomes),
];
const height = (): number => 36;
const ahead = 40;

export function ChangesList({ connection }: { readonly connection: string }): ReactElement {
  const input = { connection, limit: 100 };
  const { state: changesState, loadMore, reload } = useFleetPages("quotas.changes", input, { reloadOnOpen: true });
  const { place, onPlace } = useSavedPlace("quota-changes", connection);
  const navigate = useFleetdesk((state) => state.navigate);
  const now = useNow();
  const list = dataOf(changesState);
  return (
    <>
      <QuotasHead />
      {changesState.state === "failed" ? (
        <FailureNotice
          actions={<Button onClick={reload}>{t(($) => $.quotas.history.reload)}</Button>}
          failure={changesState.failure}
        />
      ) : undefined}
      {list === undefined ? undefined : list.changes.length === 0 ? (
        <Notice title={t(($) => $.quotas.history.empty)}>{t(($) => $.quotas.history.emptyHelp)}</Notice>
      ) : (
        <RowList
          head={head}
          heightOf={height}
          keyOf={({ change }) => change}
          label={t(($) => $.quotas.history.list)}
          onOpen={({ change }) => navigate({ path: ["quotas", "changes", String(change)], query: {} })}
          onPlace={onPlace}
          onVisibleRange={(_first, last) => {
            if (last > list.changes.length - ahead) loadMore();
          }}
          place={place}
          renderCells={(change) => <Cells change={change} now={now} />}
          rows={list.changes}
          template="minmax(60px, 120px) minmax(140px, 1.4fr) minmax(100px, 1fr) 190px minmax(140px, 1.4fr)"
        />
      )}
    </>
  );
}

function Cells({ change, now }: { readonly change: QuotaChange; readonly now: number }): ReactElement {
  const { text, tone } = changeStatus(change);
  const results = rowStateOrder
    .filter((state) => change.counts[state] > 0)
    .map((state) =>
      t(($) => $.quotas.history.outcomeCount, { outcome: rowStates[state].text, count: change.counts[state] }),
    )
    .join(" · ");
  const title = formatText(change.title);
  const endpoints = formatText(change.targets);
  return (
    <>
      <span className={classes["cell"]} role="gridcell" title={formatDateTime(change.createdAt)}>
        {formatTime(change.createdAt, now)}
      </span>
      <span className={classes["cell"]} role="gridcell" title={title}>
        <a className={classes["link"]} href={`#/quotas/changes/${change.change}`} tabIndex={-1}>
          {title}
        </a>
      </span>
      <span className={classes["cell"]} role="gridcell" title={endpoints}>
        {endpoints}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill tone={tone}>{text}</StatusPill>
        {change.undone === undefined ? undefined : <span className="muted"> {undoText(change)}</span>}
      </span>
      <span className={classes["cell"]} role="gridcell" title={results}>
        {results}
      </span>
    </>
  );
}
