/** The changed records: name, kind of change, and each field with its old and new value. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useState } from "react";
import { collectionLabels, formatOpen } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Notice } from "../../../ui/notice.tsx";
import { RowList } from "../../../ui/row-list.tsx";
import { ChangeCells } from "./change-cells.tsx";
import { type ChangeRow, type ChangesRequest, rowHeight } from "./changes-request.ts";
import classes from "./changes-page.module.css";
import { type ChangeSet, nameKey } from "./changes-slice.ts";

export interface ChangesListProps {
  readonly request: ChangesRequest;
  readonly set: ChangeSet;
  /** The rows that match the filter. */
  readonly rows: readonly ChangeRow[];
  /** Number of rows loaded. */
  readonly all: number;
}

/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 100;
const idOf = ({ entry }: ChangeRow): string => entry.id;

export function ChangesList({ request, set, rows, all }: ChangesListProps): ReactElement {
  const { collection } = request;
  const of = [collection, request.since, ...request.kinds, ...request.labelIds].join(" ");
  const place = useFleetdesk((state) => state.changesPlace);
  const [initialPlace] = useState(place);
  const open = useFleetdesk((state) => state.address.query["open"]);
  const saveChangesPlace = useFleetdesk((state) => state.saveChangesPlace);
  const loadMoreChanges = useFleetdesk((state) => state.loadMoreChanges);
  const loadChangeNames = useFleetdesk((state) => state.loadChangeNames);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const more = set.nextCursor !== undefined;
  // A filter may match too few of the loaded rows to fill the page.
  useEffect(() => {
    if (more && rows.length < ahead) void loadMoreChanges();
  }, [more, rows, loadMoreChanges]);
  const seen = useCallback(
    (first: number, last: number) => {
      void loadChangeNames(rows.slice(first, last + 1).map(({ entry }) => nameKey(collection, entry)));
      if (more && last > rows.length - ahead) void loadMoreChanges();
    },
    [collection, more, rows, loadChangeNames, loadMoreChanges],
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
        onPlace={(place) => saveChangesPlace({ of, ...place })}
        onVisibleRange={seen}
        place={initialPlace?.of === of ? initialPlace : { offset: 0, active: 0 }}
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
