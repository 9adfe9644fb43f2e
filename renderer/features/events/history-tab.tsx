/** History of a record, newest first: events, messages, and changes between syncs, from the cache and refreshed from the service. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useMemo, type ReactNode, useEffect, useRef, useState } from "react";
import type { HistorySource, HistoryItem } from "#shared/contract/events/events.ts";
import { IconBell, IconGitCompare, IconMessage } from "@tabler/icons-react";
import type { Message } from "#shared/contract/messages/sms.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { formatOpen, type RecordKey } from "../../lib/records.ts";
import { dataOf, failureIn, type AsyncState } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import {
  readSources,
  sourcesOf,
  historySourceLabels,
  writeSources,
  placeOf,
  isStale,
  mergeHistory,
  scopeOfRecord,
} from "./record-history.ts";
import classes from "./history.module.css";
import { changeLines, type ChangeLabel, changeLabels } from "../../lib/changes.ts";
import { messageLabel } from "../../lib/outcome-labels.ts";
import { ChangeLines } from "../../ui/change-lines.tsx";
import { RichText, type RichTextProps } from "../../ui/rich-text.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { SeverityBadge, TypeBadge } from "./severity-badge.tsx";
import { coverageText, spanText } from "./events-request.ts";
import { type OutputOf, runRefresh, useFleetPages, useFleetQuery, useRefreshState } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";

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
      <FailureCallout failure={failureIn(refreshState)} title={t(($) => $.events.history.loadFailed)} tone="waiting" />
      <FailureCallout failure={failureIn(state)} title={t(($) => $.events.history.refreshFailed)} />
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

interface HistoryLineProps {
  readonly item: HistoryItem;
  readonly of: RecordKey;
}

function HistoryLine({ item, of }: HistoryLineProps): ReactElement {
  const here = useFleetdesk((state) => state.address);
  const now = useNow();
  const { icon, word } = sourceStyles[item.source];
  const { at } = item;
  const timed = item.source !== "event" || item.event.timed;
  return (
    <li data-source={item.source}>
      <div className={classes["head"]}>
        <span aria-hidden="true" className={classes["icon"]}>
          {icon}
        </span>
        <a href={placeOf(item, of, here)}>{word}</a>
        <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {timed ? formatTime(at, now) : t(($) => $.events.history.timeUnknown)}
        </time>
        <Badges item={item} of={of} />
      </div>
      <Body item={item} />
    </li>
  );
}

const sourceStyles: Readonly<Record<HistoryItem["source"], { readonly icon: ReactNode; readonly word: string }>> = {
  event: { icon: <IconBell size={14} stroke={1.6} />, word: t(($) => $.events.event) },
  sms: { icon: <IconMessage size={14} stroke={1.6} />, word: t(($) => $.events.history.sms) },
  change: { icon: <IconGitCompare size={14} stroke={1.6} />, word: t(($) => $.events.history.change) },
};

const kindLabels: Readonly<Record<"added" | "removed", ChangeLabel>> = {
  added: { id: "added", text: t(($) => $.events.history.added), tone: "good" },
  removed: { id: "removed", text: t(($) => $.events.history.removed), tone: "bad" },
};

function Badges({ item, of }: HistoryLineProps): ReactElement {
  switch (item.source) {
    case "event":
      return (
        <>
          <SeverityBadge event={item.event} />
          <TypeBadge event={item.event} />
        </>
      );
    case "sms": {
      const { text, tone, hint } = messageLabel(item.message);
      return (
        <StatusPill title={hint} tone={tone}>
          {text}
        </StatusPill>
      );
    }
    case "change": {
      const { kind, changes } = item.change;
      const labels = kind === "changed" ? changeLabels(of.collection, changes) : [kindLabels[kind]];
      return (
        <>
          {labels.map(({ id, text, tone }) => (
            <StatusPill key={id} tone={tone}>
              {text}
            </StatusPill>
          ))}
        </>
      );
    }
  }
}

function Body({ item }: { readonly item: HistoryItem }): ReactElement | undefined {
  switch (item.source) {
    case "event":
      return item.event.description === undefined ? undefined : <p translate="no">{item.event.description}</p>;
    case "sms":
      return <Text message={item.message} />;
    case "change":
      return <ChangeLines lines={changeLines(item.change.changes)} wrap />;
  }
}

const directionTexts: Readonly<Record<Message["direction"], RichTextProps["text"]>> = {
  mo: ($) => $.events.history.inbound,
  mt: ($) => $.events.history.outbound,
  unknown: ($) => $.events.history.directionUnknown,
};

function Payload({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <span className={classes["payload"]} translate={text === undefined ? undefined : "no"}>
      {text ?? t(($) => $.messages.textNotAvailable)}
    </span>
  );
}

function Text({ message: { direction, payload } }: { readonly message: Message }): ReactElement {
  return (
    <p>
      <RichText components={{ text: <Payload text={payload} /> }} text={directionTexts[direction]} />
    </p>
  );
}

interface HistoryCoverageProps {
  readonly collection: Collection;
  readonly coverage: HistoryResult["coverage"] | undefined;
  readonly sources: readonly HistorySource[];
}

function HistoryCoverage({ collection, coverage, sources }: HistoryCoverageProps): ReactElement | undefined {
  const online = useFleetdesk((state) => state.networkOnline);
  const now = useNow();
  if (coverage === undefined) return undefined;
  return (
    <dl className={classes["coverage"]}>
      {sources.map((source) => {
        const text = sourceCoverageText(source, coverage, collection, now);
        return text === undefined ? undefined : (
          <div key={source}>
            <dt>{historySourceLabels[source]}</dt>
            <dd>{text}</dd>
          </div>
        );
      })}
      {online ? undefined : (
        <div>
          <dt>{t(($) => $.events.history.offline)}</dt>
          <dd>{t(($) => $.events.history.showingCached)}</dd>
        </div>
      )}
    </dl>
  );
}

function sourceCoverageText(
  source: HistorySource,
  { events, sms, changes }: HistoryResult["coverage"],
  collection: Collection,
  now: number,
): string | undefined {
  switch (source) {
    case "event":
      return events.notOfferedAt === undefined
        ? // An open-ended history: what arrived since it was loaded is not a gap.
          coverageText(events, now, events.requested.until)
        : t(($) => $.events.history.notOffered, { time: formatTime(events.notOfferedAt, now) });
    case "sms":
      if (sms === undefined) return t(($) => $.events.history.smsNotLoaded);
      return sms.complete
        ? t(($) => $.events.history.smsAsOf, { time: formatTime(sms.asOf, now) })
        : t(($) => $.events.history.smsPartlyLoaded, { time: formatTime(sms.asOf, now) });
    case "change":
      if (changes !== undefined) return t(($) => $.events.history.changesBetween, { period: spanText(changes, now) });
      return collection === "endpoint" ? t(($) => $.events.history.neverSynced) : undefined;
  }
}

interface HistoryResult {
  readonly items: readonly HistoryItem[];
  readonly coverage: OutputOf<"events.history">["coverage"];
  readonly hasMore: boolean;
}

interface History {
  readonly state: AsyncState<HistoryResult>;
  readonly loadMore: () => void;
}

const pageSize = 100;
/** How long the cache retains events. */
const retentionMs = 90 * 86_400_000;

function withValue<R>(state: AsyncState<unknown>, value: R | undefined): AsyncState<R> {
  return (state.state === "never" ? state : { ...state, value }) as AsyncState<R>;
}

/** Events, messages and changes of an endpoint, merged by main. */
function useEndpointHistory(endpoint: string, sources: readonly HistorySource[]): History {
  const all = sources.length === sourcesOf("endpoint").length;
  const { state, loadMore } = useFleetPages(
    "events.history",
    { endpoint, limit: pageSize, sources: all ? undefined : [...sources] },
    { reloadOnOpen: true },
  );
  const data = dataOf(state);
  return { state: withValue(state, data && { ...data, hasMore: data.nextCursor !== undefined }), loadMore };
}

/** Events and changes of another record; its collection must have events. */
function useRecordHistory(record: RecordKey, sources: readonly HistorySource[]): History {
  const { collection, id } = record;
  const scope = scopeOfRecord(record);
  if (scope === undefined) throw new Error("Records of this kind have no events.");
  const [from] = useState(() => Date.now() - retentionMs);
  const { state, loadMore } = useFleetPages(
    "events.list",
    { scope, from, limit: pageSize },
    { key: { scope, of: "history" }, reloadOnOpen: true },
  );
  const changes = useFleetQuery("fleet.history", { collection, id, limit: 200 }, { reloadOnOpen: true });
  const [events, entries] = [dataOf(state), dataOf(changes)?.entries];
  const hasMore = sources.includes("event") && events?.nextCursor !== undefined;
  const result =
    events === undefined || entries === undefined
      ? undefined
      : {
          items: mergeHistory(
            sources.includes("event") ? events.items : [],
            sources.includes("change") ? entries : [],
            hasMore,
          ),
          coverage: { events: events.coverage },
          hasMore,
        };
  const worst = [state, changes].find((one) => one.state === "failed");
  const loading = [state, changes].find((one) => one.state === "loading");
  return { state: withValue(worst ?? loading ?? state, result), loadMore };
}

/** The newest events of a record. */
function loadOf(record: RecordKey): {
  readonly scope: NonNullable<ReturnType<typeof scopeOfRecord>>;
  readonly limit: number;
} {
  return { scope: scopeOfRecord(record) ?? { of: "endpoint", id: record.id }, limit: 1000 };
}

/** Refreshes the newest events, and an endpoint's messages, from the service. A failure of one source does not hide the others. */
async function refreshHistory(record: RecordKey): Promise<void> {
  const messages = record.collection === "endpoint" ? [runRefresh("sms.list", { endpoint: record.id })] : [];
  await Promise.all([runRefresh("events.load", loadOf(record)), ...messages]);
  await reloadQueries("events.history", "events.list");
}

/** The last refresh; a source that the service does not offer is reported by the coverage. */
function useHistoryRefresh(record: RecordKey): AsyncState<unknown> {
  const events = useRefreshState("events.load", loadOf(record));
  const messages = useRefreshState("sms.list", { endpoint: record.id });
  const states: readonly AsyncState<unknown>[] = record.collection === "endpoint" ? [events, messages] : [events];
  return (
    states.find(({ state }) => state === "loading") ??
    states.find((one) => one.state === "failed" && one.failure.code !== "not-offered") ?? { state: "never" }
  );
}

/** Refreshes a newly opened record, with a network, if its coverage is old or small. */
function useFirstRefresh(record: RecordKey, history: AsyncState<HistoryResult>): void {
  const decided = useRef(false);
  const coverage = history.state === "ready" ? history.value.coverage : undefined;
  useEffect(() => {
    if (coverage === undefined || decided.current) return;
    decided.current = true;
    const neverLoaded = record.collection === "endpoint" && coverage.sms === undefined;
    if (!useFleetdesk.getState().networkOnline) return;
    if (neverLoaded || isStale(coverage.events, Date.now())) void refreshHistory(record);
  }, [coverage, decided, record]);
}
