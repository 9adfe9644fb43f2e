/** Changes in the cache: between two syncs, since yesterday, since a date or a snapshot. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Page } from "../../../ui/page-frame/page.tsx";
import { ChangesBar } from "./changes-bar.tsx";
import { ChangesFilter } from "./changes-filter.tsx";
import { ChangesList } from "./changes-list.tsx";
import { countLabels, filterRows, readChangesRequest, rowsOf } from "./changes-request.ts";
import classes from "./changes-page.module.css";
import { ChangesState } from "./changes-state.tsx";
import { useChanges } from "./use-changes.ts";

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
          <Callout title={t(($) => $.fleet.changes.refreshFailed)} tone="bad">
            {formatText(state.failure.text)}
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
          <ChangesList all={rows.length} changes={changes} request={request} rows={seen} set={set} />
        </>
      ) : (
        <ChangesState changes={changes} request={request} />
      )}
    </Page>
  );
}
