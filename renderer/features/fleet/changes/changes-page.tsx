/** Changes in the cache: between two syncs, since yesterday, since a date or a snapshot. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo, type ChangeEvent, useState, useCallback, useEffect } from "react";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { formatDateTime, formatTime, formatRelative } from "#shared/format.ts";
import { dataOf, type AsyncState } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { FailureCallout } from "../../../ui/callout.tsx";
import { Page, PageHead, ListWaiting } from "../../../ui/page-frame/page.tsx";
import {
  type ChangeKind,
  type ChangesRequest,
  countLabels,
  filterRows,
  kindTexts,
  kindTones,
  readChangesRequest,
  rowsOf,
  dayStart,
  type ChangeRow,
  rowHeight,
  changesQueryOf,
} from "./changes-request.ts";
import classes from "./changes-page.module.css";
import type { ChangeLabel } from "../../../lib/changes.ts";
import { CountChips } from "../../../ui/count-chips.tsx";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { syncFleet } from "../sync-actions.ts";
import { collectionLabels, inSentence, formatOpen, isNumbered } from "../../../lib/records.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { collections } from "#shared/records/schema.ts";
import { useFleetQuery, type OutputOf, useFleetPages } from "../../../data/fleet-query.ts";
import { useInputDraft } from "../../../ui/use-input-draft.ts";
import { useNow } from "../../../ui/use-now.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { useSavedPlace } from "../../../app/store/use-saved-place.ts";
import { ChangeLines } from "../../../ui/change-lines.tsx";
import { MiddleTruncate } from "../../../ui/middle-truncate.tsx";
import { RowList } from "../../../ui/row-list.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useRecordName } from "../record-detail/use-record.ts";

export function ChangesPage(): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const request = useMemo(() => readChangesRequest(address), [address]);
  const { collection } = request;
  const changes = useChanges(request);
  const { state } = changes;
  const set = dataOf(state);
  const rows = useMemo(() => (set === undefined ? [] : rowsOf(collection, set.entries)), [collection, set]);
  const labels = useMemo(() => countLabels(rows), [rows]);
  const seen = useMemo(() => filterRows(rows, request), [rows, request]);
  const some = set !== undefined && set.counts.added + set.counts.removed + set.counts.changed > 0;
  return (
    <Page label={t(($) => $.fleet.changes.title)}>
      <ChangesBar request={request} set={set} />
      {set !== undefined && state.state === "failed" ? (
        <div className={classes["failure"]}>
          <FailureCallout failure={state.failure} title={t(($) => $.fleet.changes.refreshFailed)} />
        </div>
      ) : undefined}
      {set !== undefined && some ? (
        <>
          <ChangesFilter
            request={request}
            complete={set.nextCursor === undefined}
            counts={set.counts}
            labels={labels}
          />
          <ChangesList all={rows.length} changes={changes} request={request} rows={seen} set={set} />
        </>
      ) : (
        <ChangesState changes={changes} request={request} />
      )}
    </Page>
  );
}

interface ChangesFilterProps {
  readonly request: ChangesRequest;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly labels: readonly (ChangeLabel & { readonly count: number })[];
  /** All pages are loaded, so the counts per label are exact. */
  readonly complete: boolean;
}

const kinds = ["added", "removed", "changed"] as const;

/** Filter chips with counts: by kind over all changes; by label over the rows loaded so far. */
function ChangesFilter({ request, counts, labels, complete }: ChangesFilterProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  return (
    <div className={classes["filter"]}>
      <CountChips
        chips={kinds.map((id) => ({ id, text: kindTexts[id], count: counts[id], tone: kindTones[id] }))}
        label={t(($) => $.fleet.changes.kinds)}
        onPress={(pressed) => setQuery({ kind: pressed.join(",") })}
        pressed={request.kinds}
      />
      {labels.length === 0 ? undefined : <i aria-hidden="true" />}
      {labels.length === 0 ? undefined : (
        <CountChips
          chips={labels.map(({ id, text, tone, count }) => ({ id, text, tone, count, atLeast: !complete }))}
          label={t(($) => $.fleet.changes.fields)}
          onPress={(pressed) => setQuery({ word: pressed.join(",") })}
          pressed={request.labelIds}
        />
      )}
    </div>
  );
}

interface ChangesStateProps {
  readonly request: ChangesRequest;
  readonly changes: Changes;
}

/** Empty and error states of the list: no collection synced, only one snapshot, no changes, failed. */
function ChangesState({ request, changes: { state, reload } }: ChangesStateProps): ReactElement {
  const set = dataOf(state);
  const labels = collectionLabels[request.collection];
  const sync = (
    <ActionButton action={syncFleet} variant="filled">
      {t(($) => $.fleet.sync.now)}
    </ActionButton>
  );
  if (set !== undefined) {
    if (set.from.snapshot === set.until.snapshot && request.since === "last")
      return (
        <Notice actions={sync} title={t(($) => $.fleet.changes.oneSync)}>
          {t(($) => $.fleet.changes.oneSyncHelp, { collection: labels.many, time: formatDateTime(set.until.at) })}
        </Notice>
      );
    return (
      <Notice actions={sync} title={t(($) => $.fleet.changes.none)}>
        {t(($) => $.fleet.changes.noneHelp, {
          collection: inSentence(labels.many),
          from: formatDateTime(set.from.at),
          until: formatDateTime(set.until.at),
        })}
      </Notice>
    );
  }
  if (state.state === "failed" && state.failure.code === "never-synchronised")
    return (
      <Notice actions={sync} title={t(($) => $.fleet.changes.neverSynced, { collection: labels.many })}>
        {t(($) => $.fleet.changes.neverSyncedHelp)}
      </Notice>
    );
  if (state.state === "failed")
    return (
      <FailureNotice
        actions={<Button onClick={reload}>{t(($) => $.fleet.changes.reload)}</Button>}
        failure={state.failure}
      />
    );
  return <ListWaiting />;
}

// Selects the collection, the start of the range, and the two snapshots to compare.

interface ChangesBarProps {
  readonly request: ChangesRequest;
  readonly set: ChangeSet | undefined;
}

function ChangesBar({ request, set }: ChangesBarProps): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const navigate = useFleetdesk((state) => state.navigate);
  const now = useNow();
  const choose = (event: ChangeEvent<HTMLSelectElement>): void => {
    const { since = "" } = address.query;
    // Snapshots are numbered per collection.
    navigate({ path: ["changes", event.currentTarget.value], query: since.startsWith("snapshot:") ? {} : { since } });
  };
  return (
    <PageHead
      actions={
        <>
          <NativeSelect
            aria-label={t(($) => $.fleet.changes.collection)}
            className={classes["collection"]}
            data={collections.map((value) => ({ value, label: collectionLabels[value].many }))}
            onChange={choose}
            size="xs"
            value={request.collection}
          />
          <SinceChoice request={request} />
        </>
      }
      title={t(($) => $.fleet.changes.title)}
    >
      {set === undefined ? undefined : (
        <span className="muted">
          {set.from.snapshot === set.until.snapshot
            ? t(($) => $.fleet.changes.atSnapshot, {
                snapshot: set.until.snapshot,
                time: formatTime(set.until.at, now),
              })
            : t(($) => $.fleet.changes.betweenSnapshots, {
                from: formatTime(set.from.at, now),
                until: formatTime(set.until.at, now),
                fromSnapshot: set.from.snapshot,
                untilSnapshot: set.until.snapshot,
              })}
        </span>
      )}
    </PageHead>
  );
}

function SinceChoice({ request: { collection, since } }: { readonly request: ChangesRequest }): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const query = useFleetQuery("fleet.snapshots", { collection, limit: 200 }, { reloadOnOpen: true });
  const snapshots = dataOf(query)?.snapshots ?? [];
  const now = useNow();
  const [choosing, setChoosing] = useState(false);
  const dated = since.startsWith("date:") || choosing;
  const put = (next: string): void => {
    setChoosing(false);
    setQuery({ since: next === "last" ? undefined : next, word: undefined, kind: undefined });
  };
  return (
    <>
      <NativeSelect
        aria-label={t(($) => $.fleet.changes.since.label)}
        className={classes["period"]}
        data={[
          { value: "last", label: t(($) => $.fleet.changes.since.lastSync) },
          { value: "yesterday", label: t(($) => $.fleet.changes.since.yesterday) },
          { value: "date", label: t(($) => $.fleet.changes.since.date) },
          {
            group: t(($) => $.fleet.changes.since.snapshots),
            items: snapshots.slice(1).map(({ snapshot, at }) => ({
              value: `snapshot:${snapshot}`,
              label: t(($) => $.fleet.changes.since.snapshot, { snapshot, time: formatTime(at, now) }),
            })),
          },
        ]}
        onChange={({ currentTarget: { value } }) => (value === "date" ? setChoosing(true) : put(value))}
        size="xs"
        value={dated ? "date" : since}
      />
      {dated ? (
        <DateField day={since.startsWith("date:") ? since.slice(5) : ""} onChange={(day) => put(`date:${day}`)} />
      ) : undefined}
    </>
  );
}

interface DateFieldProps {
  readonly day: string;
  readonly onChange: (day: string) => void;
}

/** A date as text; the browser's own date field depends on the locale. */
function DateField({ day, onChange }: DateFieldProps): ReactElement {
  const [text, type] = useInputDraft(day);
  const [left, setLeft] = useState(false);
  const isInvalid = left && text !== "" && dayStart(text) === undefined;
  return (
    <TextInput
      aria-label={t(($) => $.fleet.changes.since.dateField)}
      error={isInvalid ? t(($) => $.fleet.changes.since.dateFormat) : undefined}
      onBlur={() => setLeft(true)}
      onChange={({ currentTarget: { value } }) => {
        setLeft(false);
        type(value);
        if (dayStart(value) !== undefined) onChange(value);
      }}
      placeholder="2031-12-31"
      value={text}
      w={110}
    />
  );
}

// The changed records: name, kind of change, and each field with its old and new value.

interface ChangesListProps {
  readonly request: ChangesRequest;
  readonly changes: Changes;
  readonly set: ChangeSet;
  /** The rows that match the filter. */
  readonly rows: readonly ChangeRow[];
  /** Number of rows loaded. */
  readonly all: number;
}

/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 100;
const idOf = ({ entry }: ChangeRow): string => entry.id;

function ChangesList({ request, changes: { loadMore }, set, rows, all }: ChangesListProps): ReactElement {
  const { collection } = request;
  const of = [collection, request.since, ...request.kinds, ...request.labelIds].join(" ");
  const { place, onPlace } = useSavedPlace("changes", of);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const more = set.nextCursor !== undefined;
  // A filter may match too few of the loaded rows to fill the page.
  useEffect(() => {
    if (more && rows.length < ahead) loadMore();
  }, [more, rows, loadMore]);
  const seen = useCallback(
    (_first: number, last: number) => {
      if (more && last > rows.length - ahead) loadMore();
    },
    [more, rows, loadMore],
  );
  const total = set.counts.added + set.counts.removed + set.counts.changed;
  const filtered = request.kinds.length + request.labelIds.length > 0;
  if (rows.length === 0 && !more)
    return (
      <Notice
        actions={
          <Button onClick={() => setQuery({ kind: undefined, word: undefined })}>
            {t(($) => $.fleet.changes.showAll)}
          </Button>
        }
        title={t(($) => $.fleet.changes.noMatch)}
      />
    );
  return (
    <>
      <RowList
        renderCells={(row) => <ChangeCells collection={collection} row={row} />}
        head={[
          collectionLabels[collection].one,
          t(($) => $.fleet.changes.change),
          t(($) => $.fleet.changes.values),
          t(($) => $.fleet.changes.detected),
        ]}
        heightOf={rowHeight}
        isMarked={({ entry }) => open === formatOpen({ collection, id: entry.id })}
        key={of}
        keyOf={idOf}
        label={t(($) => $.fleet.changes.title)}
        onOpen={({ entry }) =>
          setQuery({ open: formatOpen({ collection, id: entry.id }) }, { replace: open !== undefined })
        }
        onPlace={onPlace}
        onVisibleRange={seen}
        place={place}
        rows={rows}
        template="minmax(92px, 1fr) minmax(92px, 160px) minmax(0, 2.6fr) minmax(64px, 84px)"
        total={filtered ? undefined : total}
      />
      <div className={classes["foot"]}>
        <span>{t(($) => $.fleet.changes.count, { count: filtered ? rows.length : total })}</span>
        <span className={classes["gap"]} />
        {more ? <span>{t(($) => $.fleet.changes.loaded, { count: all, total })}</span> : undefined}
      </div>
    </>
  );
}

/** One changed record as a row. */
function ChangeCells({
  collection,
  row: { entry, labels, lines },
}: {
  readonly collection: Collection;
  readonly row: ChangeRow;
}): ReactElement {
  const name = useRecordName({ collection, id: entry.id }) ?? "";
  const now = useNow();
  return (
    <>
      <span className={classes["endpoint"]} role="gridcell" title={entry.id}>
        <span className={name === "" || isNumbered(collection) ? "mono" : undefined}>
          <MiddleTruncate text={name === "" ? entry.id : name} />
        </span>
      </span>
      <span className={classes["text"]} role="gridcell">
        {labels.map(({ id, text, tone }) => (
          <StatusPill key={id} tone={tone}>
            {text}
          </StatusPill>
        ))}
      </span>
      <span className={classes["lines"]} role="gridcell">
        {lines.length === 0 ? <span className="muted">–</span> : <ChangeLines lines={lines} />}
      </span>
      <span className={classes["time"]} role="gridcell" title={formatDateTime(entry.at)}>
        {formatRelative(entry.at, now)}
      </span>
    </>
  );
}

// Changes in the cache between two snapshots, page by page.

type ChangeSet = OutputOf<"fleet.diff">;

interface Changes {
  readonly state: AsyncState<ChangeSet>;
  /** Loads the next page; does nothing if there is none or one is loading. */
  readonly loadMore: () => void;
  readonly reload: () => void;
}

/** Reloaded whenever the page is opened. */
function useChanges({ collection, since }: ChangesRequest): Changes {
  const query = useMemo(() => changesQueryOf({ collection, since }, Date.now()), [collection, since]);
  const options = { key: { collection, since }, reloadOnOpen: true, keepPrevious: false };
  const changes = useFleetPages("fleet.diff", { ...query, limit: 1000 }, options);
  const { state, reload } = changes;
  // A sync added a snapshot while this list was read, so its cursor is invalid: it is read again from the start.
  const outdated = state.state === "failed" && state.failure.code === "cursor-invalid";
  useEffect(() => {
    if (outdated) reload();
    // oxlint-disable-next-line react/exhaustive-deps -- once for every failure
  }, [outdated]);
  return changes;
}
