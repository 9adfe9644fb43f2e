/** Every change of the record between snapshots, newest first. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { changeLines, type ChangeLabel, changeLabels } from "../../../lib/changes.ts";
import { formatRelative, formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../../lib/async-state.ts";
import type { RecordKey } from "../../../lib/records.ts";
import { ChangeLines } from "../../../ui/change-lines.tsx";
import { FailureNotice } from "../../../ui/notice.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useNow } from "../../../ui/use-now.ts";
import type { DetailTabProps } from "./detail-tab.ts";
import classes from "./history-tab.module.css";
import { type HistoryEntry, useRecordHistory } from "./use-record.ts";

const changeKindLabels: Readonly<Record<"added" | "removed", ChangeLabel>> = {
  added: { id: "added", text: t(($) => $.fleet.changes.added), tone: "good" },
  removed: { id: "removed", text: t(($) => $.fleet.changes.removed), tone: "bad" },
};

export function HistoryTab({ of }: DetailTabProps): ReactElement {
  return <History of={of} />;
}

/** The history of the open record; also shown for a record that is no longer in the cache. */
export function History({ of }: { readonly of: RecordKey }): ReactElement | undefined {
  const history = useRecordHistory(of);
  const entries = dataOf(history)?.entries;
  if (history.state === "failed" && entries === undefined) return <FailureNotice failure={history.failure} />;
  if (entries === undefined) return undefined;
  if (entries.length === 0) return <p className={classes["empty"]}>{t(($) => $.fleet.detail.noHistory)}</p>;
  return (
    <ol className={classes["history"]}>
      {entries.map((entry) => (
        <Entry collection={of.collection} entry={entry} key={`${entry.snapshot} ${entry.kind}`} />
      ))}
    </ol>
  );
}

function Entry({ collection, entry }: { readonly collection: Collection; readonly entry: HistoryEntry }): ReactElement {
  const now = useNow();
  const { kind, at, snapshot, changes } = entry;
  const labels = kind === "changed" ? changeLabels(collection, changes) : [changeKindLabels[kind]];
  return (
    <li>
      <div className={classes["head"]}>
        <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {formatRelative(at, now)}
        </time>
        <span className="muted">{t(($) => $.fleet.detail.snapshot, { snapshot })}</span>
        {labels.map(({ id, text, tone }) => (
          <StatusPill key={id} tone={tone}>
            {text}
          </StatusPill>
        ))}
      </div>
      <ChangeLines lines={changeLines(changes)} wrap />
    </li>
  );
}
