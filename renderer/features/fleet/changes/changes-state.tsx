/** Empty and error states of the list: no collection synced, only one snapshot, no changes, failed. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { syncFleet } from "../sync-actions.ts";
import { formatDateTime } from "#shared/format.ts";
import { collectionLabels, inSentence } from "../../../lib/records.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { ListWaiting } from "../../../ui/page-frame/list-waiting.tsx";
import { type ChangesRequest, changesQueryOf } from "./changes-request.ts";
import type { ChangeSet } from "./changes-slice.ts";

export interface ChangesStateProps {
  readonly request: ChangesRequest;
  readonly set: ChangeSet | undefined;
}

export function ChangesState({ request, set }: ChangesStateProps): ReactElement {
  const changes = useFleetdesk((state) => state.changes);
  const loadChanges = useFleetdesk((state) => state.loadChanges);
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
  if (changes.state === "failed" && changes.failure.code === "never-synchronised")
    return (
      <Notice actions={sync} title={t(($) => $.fleet.changes.neverSynced, { collection: labels.many })}>
        {t(($) => $.fleet.changes.neverSyncedHelp)}
      </Notice>
    );
  if (changes.state === "failed")
    return (
      <FailureNotice
        actions={
          <Button onClick={() => void loadChanges(changesQueryOf(request, Date.now()))}>
            {t(($) => $.fleet.changes.reload)}
          </Button>
        }
        failure={changes.failure}
      />
    );
  return <ListWaiting />;
}
