/** The changed records: name, kind of change, and each field with its old and new value. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useEffect } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { formatDateTime, formatRelative } from "#shared/format.ts";
import { collectionLabels, formatOpen, isNumbered } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { useSavedPlace } from "../../../app/store/use-saved-place.ts";
import { ChangeLines } from "../../../ui/change-lines.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RowList } from "../../../ui/row-list.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { useRecordName } from "../record-detail/use-record.ts";
import { type ChangeRow, type ChangesRequest, rowHeight } from "./changes-request.ts";
import classes from "./changes-page.module.css";
import type { Changes, ChangeSet } from "./use-changes.ts";

export interface ChangesListProps {
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

export function ChangesList({ request, changes: { loadMore }, set, rows, all }: ChangesListProps): ReactElement {
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
          {name === "" ? entry.id : name}
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
