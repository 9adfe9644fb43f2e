/** Empty and error states of the list: no collection synced, only one snapshot, no changes, failed. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { syncFleet } from "../sync-actions.ts";
import { formatDateTime } from "#shared/format.ts";
import { collectionLabels, inSentence } from "../../../lib/records.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { ListWaiting } from "../../../ui/page-frame/list-waiting.tsx";
import type { ChangesRequest } from "./changes-request.ts";
import type { Changes } from "./use-changes.ts";

export interface ChangesStateProps {
  readonly request: ChangesRequest;
  readonly changes: Changes;
}

export function ChangesState({ request, changes: { state, reload } }: ChangesStateProps): ReactElement {
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
