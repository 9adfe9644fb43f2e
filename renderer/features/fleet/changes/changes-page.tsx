/** Changes in the cache: between two syncs, since yesterday, since a date or a snapshot. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import { Button } from "@mantine/core";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Page } from "../../../ui/page-frame/page.tsx";
import { ChangesBar } from "./changes-bar.tsx";
import { ChangesList } from "./changes-list.tsx";
import {
  type ChangeKind,
  type ChangesRequest,
  countLabels,
  filterRows,
  kindTexts,
  kindTones,
  readChangesRequest,
  rowsOf,
} from "./changes-request.ts";
import classes from "./changes-page.module.css";
import { type Changes, useChanges } from "./use-changes.ts";
import type { ChangeLabel } from "../../../lib/changes.ts";
import { CountChips } from "../../../ui/count-chips.tsx";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { syncFleet } from "../sync-actions.ts";
import { collectionLabels, inSentence } from "../../../lib/records.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { ListWaiting } from "../../../ui/page-frame/list-waiting.tsx";

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
