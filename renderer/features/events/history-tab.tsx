/** History of a record, newest first: events, messages, and changes between syncs. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useMemo } from "react";
import type { HistorySource } from "#shared/contract/events/events.ts";
import { formatOpen, type RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { HistoryCoverage } from "./history-coverage.tsx";
import { HistoryLine } from "./history-line.tsx";
import { readSources, sourcesOf, historySourceLabels, writeSources } from "./record-history.ts";
import {
  type History,
  refreshHistory,
  useEndpointHistory,
  useFirstRefresh,
  useHistoryRefresh,
  useRecordHistory,
} from "./use-history.ts";
import classes from "./history.module.css";

export function HistoryTab({ of }: { readonly of: RecordKey }): ReactElement {
  const { collection, id } = of;
  const text = useFleetdesk((state) => state.address.query["sources"]);
  const record = useMemo(() => ({ collection, id }), [collection, id]);
  const sources = useMemo(() => readSources(text, collection), [text, collection]);
  const Loaded = collection === "endpoint" ? EndpointHistory : RecordHistory;
  return <Loaded key={formatOpen(record)} record={record} sources={sources} />;
}

interface RecordSources {
  readonly record: RecordKey;
  readonly sources: readonly HistorySource[];
}

function EndpointHistory({ record, sources }: RecordSources): ReactElement {
  return <Tab history={useEndpointHistory(record.id, sources)} record={record} sources={sources} />;
}

function RecordHistory({ record, sources }: RecordSources): ReactElement {
  return <Tab history={useRecordHistory(record, sources)} record={record} sources={sources} />;
}

function Tab({ history, record, sources }: RecordSources & { readonly history: History }): ReactElement {
  const { state } = history;
  useFirstRefresh(record, state);
  return (
    <div className={classes["tab"]}>
      <Sources of={record} pressed={sources} />
      <HistoryCoverage collection={record.collection} coverage={dataOf(state)?.coverage} sources={sources} />
      <Lines history={history} of={record} />
    </div>
  );
}

interface SourcesProps {
  readonly of: RecordKey;
  readonly pressed: readonly HistorySource[];
}

function Sources({ of, pressed }: SourcesProps): ReactElement {
  const { collection } = of;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const isRefreshing = useHistoryRefresh(of).state === "loading";
  const online = useFleetdesk((state) => state.networkOnline);
  const toggle = (source: HistorySource): void => {
    const next = pressed.includes(source) ? pressed.filter((one) => one !== source) : [...pressed, source];
    const ordered = sourcesOf(collection).filter((one) => next.includes(one));
    setQuery({ sources: writeSources(ordered, collection) }, { replace: true });
  };
  return (
    <div className={classes["bar"]}>
      <div aria-label={t(($) => $.events.history.sources)} className={classes["sources"]} role="group">
        {sourcesOf(collection).map((source) => (
          <button aria-pressed={pressed.includes(source)} key={source} onClick={() => toggle(source)} type="button">
            {historySourceLabels[source]}
          </button>
        ))}
      </div>
      <span className={classes["gap"]} />
      <Button disabled={!online} loading={isRefreshing} onClick={() => void refreshHistory(of)}>
        {t(($) => $.events.history.refresh)}
      </Button>
    </div>
  );
}

interface LinesProps {
  readonly history: History;
  readonly of: RecordKey;
}

function Lines({ history: { state, loadMore }, of }: LinesProps): ReactElement | undefined {
  const refreshState = useHistoryRefresh(of);
  const result = dataOf(state);
  if (result === undefined) return state.state === "failed" ? <FailureNotice failure={state.failure} /> : undefined;
  return (
    <>
      {refreshState.state === "failed" ? (
        <Callout title={t(($) => $.events.history.loadFailed)} tone="waiting">
          <p>{formatText(refreshState.failure.text)}</p>
        </Callout>
      ) : undefined}
      {state.state === "failed" ? (
        <Callout title={t(($) => $.events.history.refreshFailed)} tone="bad">
          <p>{formatText(state.failure.text)}</p>
        </Callout>
      ) : undefined}
      {result.items.length === 0 ? <p className="muted">{t(($) => $.events.history.empty)}</p> : undefined}
      <ol aria-label={t(($) => $.events.history.label)} className={classes["lines"]}>
        {result.items.map((item) => (
          <HistoryLine item={item} key={`${item.source} ${item.key} ${item.at}`} of={of} />
        ))}
      </ol>
      {result.hasMore ? (
        <div className={classes["more"]}>
          <Button onClick={loadMore} variant="default">
            {t(($) => $.events.history.loadOlder)}
          </Button>
        </div>
      ) : undefined}
    </>
  );
}
