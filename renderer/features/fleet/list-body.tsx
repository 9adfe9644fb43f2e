/** The rows, or their empty state: never loaded, empty, or failed. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button, Skeleton } from "@mantine/core";
import type { ReactElement } from "react";
import { runCommand } from "../../app/commands/run-command.ts";
import { failureOf } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import classes from "./fleet.module.css";
import { listKey, listQueryKey } from "./fleet-slice.ts";
import { listWord } from "./list-word.ts";
import { ListGrid } from "./list-grid.tsx";
import type { ListSectionProps } from "./list-section-props.ts";
import { syncList } from "./sync-list.ts";
import type { Filter } from "./use-filter.ts";

export interface ListBodyProps extends ListSectionProps {
  readonly filter: Filter;
}

export function ListBody(props: ListBodyProps): ReactElement {
  const { name, question, list } = props;
  const { state, live } = list;
  const queryList = useFleetdesk((state) => state.queryFleetList);
  const collection = listWord(name.collection);
  const retry = (
    <Button onClick={() => queryList(name, question)}>{t(($) => $.fleet.list.reload, { collection })}</Button>
  );
  if (live !== undefined || state.total.value > 0) {
    const failure = live === undefined && state.phase === "failed" ? failureOf(state.failure) : undefined;
    return (
      <>
        {failure === undefined ? undefined : (
          <div className={classes["notice"]}>
            <Callout actions={retry} title={t(($) => $.fleet.list.refreshFailed)} tone="bad">
              <p>{formatText(failure.text)}</p>
            </Callout>
          </div>
        )}
        <ListGrid {...props} />
      </>
    );
  }
  return (
    <div className={classes["message"]}>
      <EmptyList {...props} />
    </div>
  );
}

function EmptyList({ name, question, list, filter }: ListBodyProps): ReactElement {
  const { state } = list;
  const many = listWord(name.collection);
  const completeness = useFleetdesk((state) => state.fleetLists[listKey(name)]?.completeness);
  const syncing = useFleetdesk((state) => state.syncs.some((sync) => sync.collection === name.collection));
  const queryList = useFleetdesk((state) => state.queryFleetList);
  const queryLive = useFleetdesk((state) => state.queryFleetLive);
  const retry = (
    <Button onClick={() => queryList(name, question)}>{t(($) => $.fleet.list.reload, { collection: many })}</Button>
  );
  if (state.phase === "failed") return <FailureNotice actions={retry} failure={failureOf(state.failure)} />;
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
        actions={
          <Button onClick={() => void runCommand(syncList(name))} variant="filled">
            {t(($) => $.fleet.sync.collection, { collection: many })}
          </Button>
        }
        title={t(($) => $.fleet.list.neverSynced)}
      >
        {t(($) => $.fleet.list.neverSyncedHelp, { collection: many })}
      </Notice>
    );
  }
  if (question.filter === "" && question.audience === undefined) {
    return (
      <Notice title={t(($) => $.fleet.list.empty, { collection: many })}>
        {completeness.state === "complete"
          ? t(($) => $.fleet.list.emptyHelp, { collection: many })
          : t(($) => $.fleet.list.emptyIncomplete)}
      </Notice>
    );
  }
  return (
    <Notice
      actions={
        <>
          <Button onClick={() => filter.put([], "")}>{t(($) => $.fleet.list.clearFilter)}</Button>
          <Button onClick={() => void queryLive(name, question)}>{t(($) => $.fleet.list.searchService)}</Button>
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
