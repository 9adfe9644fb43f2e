/** Changes of quotas made from this computer, newest first. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { QuotaChange } from "#contract/quotas.ts";
import { count, exactly, when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { changeStatus, rowStateOrder, rowStates, undoneWords } from "./quota-words-model.ts";
import { QuotasHead } from "./quotas-head.tsx";
import classes from "./quotas.module.css";

const height = (): number => 36;
const ahead = 40;

export function ChangesList({ connection }: { readonly connection: string }): ReactElement {
  const remote = useFleetdesk((state) => state.quotaChanges);
  const load = useFleetdesk((state) => state.loadQuotaChanges);
  const more = useFleetdesk((state) => state.moreQuotaChanges);
  const place = useFleetdesk((state) => state.quotaChangesPlace);
  const keepPlace = useFleetdesk((state) => state.keepQuotaChangesPlace);
  const go = useFleetdesk((state) => state.go);
  const now = useNow();
  useEffect(() => void load(connection), [connection, load]);
  const found = shown(remote);
  return (
    <>
      <QuotasHead />
      {remote.state === "failed" ? (
        <FailureNotice
          actions={<Button onClick={() => void load(connection)}>Try again</Button>}
          failure={remote.failure}
        />
      ) : undefined}
      {found === undefined ? undefined : found.changes.length === 0 ? (
        <Notice title="No quota was changed from this computer yet">
          Changes of one endpoint and of many are kept here with their old values, so that they can be taken back.
        </Notice>
      ) : (
        <RowList
          head={["When", "What", "For whom", "State", "Results"]}
          heightOf={height}
          keyOf={({ change }) => change}
          label="Past changes of quotas"
          onOpen={({ change }) => go({ path: ["quotas", "changes", String(change)], query: {} })}
          onPlace={keepPlace}
          onSeen={(_first, last) => {
            if (last > found.changes.length - ahead) void more(connection);
          }}
          place={place}
          renderCells={(change) => <Cells change={change} now={now} />}
          rows={found.changes}
          template="minmax(60px, 120px) minmax(140px, 1.4fr) minmax(100px, 1fr) 190px minmax(140px, 1.4fr)"
        />
      )}
    </>
  );
}

function Cells({ change, now }: { readonly change: QuotaChange; readonly now: number }): ReactElement {
  const { text, tone } = changeStatus(change);
  const results = rowStateOrder
    .filter((state) => change.counts[state] > 0)
    .map((state) => `${count(change.counts[state])} ${rowStates[state].text}`)
    .join(", ");
  return (
    <>
      <span className={classes["cell"]} role="gridcell" title={exactly(change.createdAt)}>
        {when(change.createdAt, now)}
      </span>
      <span className={classes["cell"]} role="gridcell" title={change.title}>
        <a className={classes["link"]} href={`#/quotas/changes/${change.change}`} tabIndex={-1}>
          {change.title}
        </a>
      </span>
      <span className={classes["cell"]} role="gridcell" title={change.whom}>
        {change.whom}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill tone={tone}>{text}</StatusPill>
        {change.undone === undefined ? undefined : <span className="muted"> {undoneWords(change)}</span>}
      </span>
      <span className={classes["cell"]} role="gridcell" title={results}>
        {results}
      </span>
    </>
  );
}
