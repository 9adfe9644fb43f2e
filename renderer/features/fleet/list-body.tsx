/** The rows, or their empty state: never loaded, empty, or failed. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Skeleton } from "@mantine/core";
import type { ReactElement } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { offerFilterUndo } from "../../app/actions/undo.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { failureOf } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import classes from "./fleet.module.css";
import { isNarrowed, listQueryKey } from "./fleet-slice.ts";
import type { ListSectionProps } from "./use-list-table.ts";
import { sync } from "./sync-actions.ts";
import type { Filter } from "./use-filter.ts";
import { collectionLabels } from "../../lib/records.ts";

export interface ListBodyProps extends ListSectionProps {
  readonly filter: Filter;
}

export function ListBody(props: ListBodyProps): ReactElement {
  const {
    table,
    live: { rows: live },
  } = props;
  const { state } = table;
  if (live !== undefined || state.total.value > 0) {
    const failure = live === undefined && state.phase === "failed" ? failureOf(state.failure) : undefined;
    return (
      <>
        {failure === undefined ? undefined : (
          <div className={classes["notice"]}>
            <Callout actions={<Reload {...props} />} title={t(($) => $.fleet.list.refreshFailed)} tone="bad">
              <p>{formatText(failure.text)}</p>
            </Callout>
          </div>
        )}
        <VirtualTable {...table.grid} />
      </>
    );
  }
  return (
    <div className={classes["message"]}>
      <EmptyList {...props} />
    </div>
  );
}

function Reload({ name, table }: ListBodyProps): ReactElement {
  return (
    <Button onClick={table.reload}>{t(($) => $.fleet.list.reload, { collection: listLabel(name.collection) })}</Button>
  );
}

function EmptyList(props: ListBodyProps): ReactElement {
  const { name, question, table, filter, live } = props;
  const { state } = table;
  const many = listLabel(name.collection);
  const completeness = useFleetData("fleet.completeness", name);
  const syncing = useFleetdesk((state) => state.syncs.some((sync) => sync.collection === name.collection));
  if (state.phase === "failed")
    return <FailureNotice actions={<Reload {...props} />} failure={failureOf(state.failure)} />;
  if (state.visibleKey === undefined || (state.visibleKey !== listQueryKey(question) && state.phase === "loading"))
    return <Waiting />;
  if (completeness?.state === "not-offered") {
    return (
      <Notice title={t(($) => $.fleet.list.notOffered, { collection: many })}>
        {t(($) => $.fleet.list.notOfferedHelp)}
      </Notice>
    );
  }
  if (completeness === undefined || completeness.state === "never") {
    // Progress and cancellation are in the header of the list.
    if (syncing)
      return (
        <Notice title={t(($) => $.fleet.list.syncing, { collection: many })}>
          {t(($) => $.fleet.list.syncingHelp)}
        </Notice>
      );
    return (
      <Notice
        actions={<ActionButton action={sync} target={name} variant="filled" />}
        title={t(($) => $.fleet.list.neverSynced)}
      >
        {t(($) => $.fleet.list.neverSyncedHelp, { collection: many })}
      </Notice>
    );
  }
  if (!isNarrowed(question)) {
    return (
      <Notice title={t(($) => $.fleet.list.empty, { collection: many })}>
        {completeness.state === "complete"
          ? t(($) => $.fleet.list.emptyHelp, { collection: many })
          : t(($) => $.fleet.list.emptyIncomplete)}
      </Notice>
    );
  }
  const clear = (): void => {
    offerFilterUndo(() => filter.put(filter.conditions, filter.draft));
    filter.put([], "");
  };
  return (
    <Notice
      actions={
        <>
          <Button onClick={clear}>{t(($) => $.fleet.list.clearFilter)}</Button>
          <Button onClick={live.load}>{t(($) => $.fleet.list.searchService)}</Button>
        </>
      }
      title={t(($) => $.fleet.list.noMatch, { collection: many })}
    >
      {t(($) => $.fleet.list.noMatchHelp)}
    </Notice>
  );
}

/** Delayed, so that a cache hit shows no loading indicator. */
function Waiting(): ReactElement {
  return (
    <div aria-busy="true" aria-label={t(($) => $.common.loading)} className={classes["waiting"]} role="status">
      {[70, 82, 64, 76, 58, 80, 68].map((width) => (
        <Skeleton height={10} key={width} width={`${width}%`} />
      ))}
    </div>
  );
}

/** "endpoints", "SIMs", "tariff plans". */
function listLabel(collection: Collection): string {
  const word = collectionLabels[collection].many;
  return /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);
}
