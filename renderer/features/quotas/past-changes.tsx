/** Quota changes of this endpoint made on this computer, and their undo. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import type { PastChange } from "./quota-endpoint-slice.ts";
import { changeStatus, rowStates, quotaText, undoText } from "./quota-labels.ts";
import classes from "./quotas.module.css";

export function PastChanges(): ReactElement {
  const changesState = useFleetdesk((state) => state.endpointChanges);
  const past = dataOf(changesState);
  return (
    <Panel
      aside={
        <a className={classes["link"]} href="#/quotas/changes">
          {t(($) => $.quotas.past.all)}
        </a>
      }
      title={t(($) => $.quotas.past.title)}
    >
      {changesState.state === "failed" && past === undefined ? (
        <FailureNotice failure={changesState.failure} />
      ) : undefined}
      {past === undefined ? undefined : past.length === 0 ? (
        <p className="muted">{t(($) => $.quotas.past.empty)}</p>
      ) : (
        <ul aria-label={t(($) => $.quotas.past.list)} className={classes["pastChanges"]}>
          {past.map((one) => (
            <Past key={one.change.change} {...one} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Past({ change, row }: PastChange): ReactElement {
  const now = useNow();
  const { createdAt, title, kind, total } = change;
  const { text, tone } = row === undefined ? changeStatus(change) : rowStates[row.state];
  return (
    <li>
      <time dateTime={new Date(createdAt).toISOString()} title={formatDateTime(createdAt)}>
        {formatTime(createdAt, now)}
      </time>
      <a className={classes["link"]} href={`#/quotas/changes/${change.change}`}>
        {formatText(title)}
      </a>
      {total > 1 ? <span className="muted">{formatText(change.targets)}</span> : undefined}
      <StatusPill title={row?.message === undefined ? "" : formatText(row.message)} tone={tone}>
        {text}
      </StatusPill>
      {row?.before === undefined || row.after === undefined ? undefined : (
        <span className="muted">
          {t(($) => $.quotas.value.change, {
            before: quotaText(kind, row.before),
            after: quotaText(kind, row.after),
          })}
        </span>
      )}
      {row === undefined ? undefined : <PastChangeAction change={change} row={row} />}
    </li>
  );
}

/** Action on a change of one endpoint; bulk changes have their own page. */
function PastChangeAction({ change, row }: Required<PastChange>): ReactElement | undefined {
  const { busy, failure, run } = useCall();
  const announce = useFleetdesk((state) => state.announce);
  const action = row === undefined ? undefined : actionFor(change, row.state);
  const undone = undoText(change);
  const undoStatus = undone === undefined ? undefined : <span className="muted">{undone}</span>;
  if (action === undefined) return undoStatus;
  return (
    <>
      {undoStatus}
      <Button
        loading={busy}
        onClick={() =>
          void run(async () => {
            await action.act();
            announce(action.message);
          })
        }
      >
        {action.text}
      </Button>
      {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
    </>
  );
}

interface ActionDetails {
  readonly text: string;
  readonly message: string;
  readonly act: () => Promise<unknown>;
}

function actionFor({ change, undone, counts }: QuotaChange, state: keyof typeof rowStates): ActionDetails | undefined {
  switch (state) {
    case "set":
      if (undone !== undefined && (undone.isRunning || undone.back >= counts.set)) return undefined;
      return {
        text: t(($) => $.quotas.past.undo),
        message: t(($) => $.quotas.past.undoStarted),
        act: () => fleet.quotas.undo({ change }),
      };
    case "unknown":
      return {
        text: t(($) => $.quotas.answer.checkAgain),
        message: t(($) => $.quotas.past.checked),
        act: () => fleet.quotas.resolve({ change }),
      };
    case "moved":
      return {
        text: t(($) => $.quotas.answer.apply),
        message: t(($) => $.quotas.past.applied),
        act: () => fleet.quotas.retry({ change, states: ["moved"] }),
      };
    default:
      return undefined;
  }
}
