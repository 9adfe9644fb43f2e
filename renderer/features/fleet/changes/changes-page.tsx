/** Changes in the cache: between two syncs, since yesterday, since a date or a snapshot. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Page } from "../../../ui/page-frame/page.tsx";
import { ChangesBar } from "./changes-bar.tsx";
import { ChangesFilter } from "./changes-filter.tsx";
import { ChangesList } from "./changes-list.tsx";
import { countLabels, filterRows, changesQueryOf, readChangesRequest, rowsOf } from "./changes-request.ts";
import classes from "./changes-page.module.css";
import { ChangesState } from "./changes-state.tsx";

export function ChangesPage(): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const request = useMemo(() => readChangesRequest(address), [address]);
  const { collection, since } = request;
  const loadChanges = useFleetdesk((state) => state.loadChanges);
  const changes = useFleetdesk((state) => state.changes);
  const question = useFleetdesk((state) => state.changesQuery);
  useEffect(() => {
    void loadChanges(changesQueryOf({ collection, since }, Date.now()));
  }, [collection, since, loadChanges]);

  // The store may still hold the result for another collection.
  const set = question?.collection === collection ? dataOf(changes) : undefined;
  const rows = useMemo(() => (set === undefined ? [] : rowsOf(collection, set.entries)), [collection, set]);
  const labels = useMemo(() => countLabels(rows), [rows]);
  const seen = useMemo(() => filterRows(rows, request), [rows, request]);
  const some = set !== undefined && set.counts.added + set.counts.removed + set.counts.changed > 0;
  return (
    <Page label={t(($) => $.fleet.changes.title)}>
      <ChangesBar request={request} set={set} />
      {set !== undefined && changes.state === "failed" ? (
        <div className={classes["failure"]}>
          <Callout title={t(($) => $.fleet.changes.refreshFailed)} tone="bad">
            {formatText(changes.failure.text)}
          </Callout>
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
          <ChangesList all={rows.length} request={request} rows={seen} set={set} />
        </>
      ) : (
        <ChangesState request={request} set={set} />
      )}
    </Page>
  );
}
