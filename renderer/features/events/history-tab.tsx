/** History of a record, newest first: events, messages, and changes between syncs. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo } from "react";
import type { HistorySource } from "#shared/contract/events/events.ts";
import type { RecordKey } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { HistoryCoverage } from "./history-coverage.tsx";
import { HistoryLine } from "./history-line.tsx";
import { readSources, sourcesOf, historySourceLabels, writeSources } from "./record-history.ts";
import classes from "./history.module.css";

export function HistoryTab({ of }: { readonly of: RecordKey }): ReactElement {
  const { collection, id } = of;
  const text = useFleetdesk((state) => state.address.query["sources"]);
  const open = useFleetdesk((state) => state.openHistory);
  const close = useFleetdesk((state) => state.closeHistory);
  const record = useMemo(() => ({ collection, id }), [collection, id]);
  const sources = useMemo(() => readSources(text, collection), [text, collection]);
  useEffect(() => void open(record, sources, useFleetdesk.getState().networkOnline), [open, record, sources]);
  useEffect(() => close, [close]);
  return (
    <div className={classes["tab"]}>
      <Sources of={record} pressed={sources} />
      <HistoryCoverage collection={collection} sources={sources} />
      <Lines of={record} />
    </div>
  );
}

interface SourcesProps {
  readonly of: RecordKey;
  readonly pressed: readonly HistorySource[];
}

function Sources({ of: { collection }, pressed }: SourcesProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const refresh = useFleetdesk((state) => state.refreshHistory);
  const isRefreshing = useFleetdesk((state) => state.historyRefresh.state === "loading");
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
      <Button disabled={!online} loading={isRefreshing} onClick={() => void refresh()}>
        {t(($) => $.events.history.refresh)}
      </Button>
    </div>
  );
}

function Lines({ of }: { readonly of: RecordKey }): ReactElement | undefined {
  const history = useFleetdesk((state) => state.recordHistory);
  const more = useFleetdesk((state) => state.moreHistory);
  const refreshState = useFleetdesk((state) => state.historyRefresh);
  const result = dataOf(history);
  if (result === undefined) return history.state === "failed" ? <FailureNotice failure={history.failure} /> : undefined;
  return (
    <>
      {refreshState.state === "failed" ? (
        <Callout title={t(($) => $.events.history.loadFailed)} tone="waiting">
          <p>{formatText(refreshState.failure.text)}</p>
        </Callout>
      ) : undefined}
      {history.state === "failed" ? (
        <Callout title={t(($) => $.events.history.refreshFailed)} tone="bad">
          <p>{formatText(history.failure.text)}</p>
        </Callout>
      ) : undefined}
      {result.items.length === 0 ? <p className="muted">{t(($) => $.events.history.empty)}</p> : undefined}
      <ol aria-label={t(($) => $.events.history.label)} className={classes["lines"]}>
        {result.items.map((item) => (
          <HistoryLine item={item} key={`${item.source} ${item.key} ${item.at}`} of={of} />
        ))}
      </ol>
      {result.nextCursor === undefined ? undefined : (
        <div className={classes["more"]}>
          <Button onClick={() => void more()} variant="default">
            {t(($) => $.events.history.loadOlder)}
          </Button>
        </div>
      )}
    </>
  );
}
