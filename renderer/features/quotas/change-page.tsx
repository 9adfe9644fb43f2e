/** One bulk quota change: definition, progress, and per endpoint the old and new values with the outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CountChips } from "../../ui/count-chips.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { doneOf, waitsFor } from "./bulk-changes.ts";
import { possibleActions, startChange } from "./quota-actions.ts";
import { ChangeRowList } from "./change-rows.tsx";
import { changeStatus, rowStateOrder, rowStates, undoText } from "./quota-labels.ts";
import { QuotasHead } from "./quotas-head.tsx";
import classes from "./quotas.module.css";

export function ChangePage({ id }: { readonly id: number }): ReactElement {
  const open = useFleetdesk((state) => state.openQuotaChange);
  const leave = useFleetdesk((state) => state.leaveQuotaChange);
  const changeState = useFleetdesk((state) => (state.quotaChange?.id === id ? state.quotaChange.change : undefined));
  useEffect(() => {
    void open(id);
    return leave;
  }, [id, leave, open]);
  const change = changeState === undefined ? undefined : dataOf(changeState);
  return (
    <>
      <QuotasHead />
      {changeState?.state === "failed" ? (
        <div className={classes["notice"]}>
          <FailureNotice
            actions={<Button onClick={() => void open(id)}>{t(($) => $.quotas.change.reload)}</Button>}
            failure={changeState.failure}
          />
        </div>
      ) : undefined}
      {change === undefined ? undefined : (
        <>
          <ChangeHead change={change} />
          <ChangeRowList change={change} />
        </>
      )}
    </>
  );
}

function ChangeHead({ change }: { readonly change: QuotaChange }): ReactElement {
  const {
    title: titleText,
    targets: recipients,
    state,
    message,
    counts,
    total,
    had,
    warnings,
    undoOf,
    undone,
    createdAt,
  } = change;
  const show = useFleetdesk((now) => now.showQuotaRows);
  const pressed = useFleetdesk((now) => now.quotaChange?.states) ?? [];
  const now = useNow();
  const title = formatText(titleText);
  const { text, tone } = changeStatus(change);
  const announce = useFleetdesk((now) => now.announce);
  // Progress of a running change is shown continuously; only its end is announced to screen readers.
  useEffect(() => {
    if (state !== "reading" && state !== "running")
      announce(t(($) => $.quotas.change.announcement, { title, status: text }));
  }, [announce, state, text, title]);
  return (
    <div className={classes["head"]}>
      <div className={classes["title"]}>
        <h2>{title}</h2>
        <StatusPill tone={tone}>{text}</StatusPill>
        <span className="muted">
          <RichText
            components={{ time: <time title={formatDateTime(createdAt)} /> }}
            text={($) => $.quotas.change.scope}
            values={{ endpoints: formatText(recipients), time: formatTime(createdAt, now) }}
          />
        </span>
        <div className={classes["actions"]}>
          {possibleActions(change).map((action) => (
            <ActionButton
              action={action}
              key={action.id}
              target={change}
              variant={action === startChange ? "filled" : "default"}
            />
          ))}
        </div>
      </div>
      <Working change={change} />
      {message === undefined ? undefined : (
        <Callout title={t(($) => $.quotas.change.interrupted)} tone="waiting">
          <p>{formatText(message)}</p>
        </Callout>
      )}
      {undoOf === undefined && undone === undefined ? undefined : (
        <p className={classes["title"]}>
          {undoOf === undefined ? undefined : (
            <a className={classes["link"]} href={`#/quotas/changes/${undoOf}`}>
              {t(($) => $.quotas.change.undoes, { change: undoOf })}
            </a>
          )}
          {undone === undefined ? undefined : (
            <a className={classes["link"]} href={`#/quotas/changes/${undone.by}`}>
              {t(($) => $.quotas.change.undoneBy, { change: undone.by, status: undoText(change) ?? "" })}
            </a>
          )}
        </p>
      )}
      {warnings.map((warning) => (
        <p className={classes["sentence"]} key={warning.code}>
          {formatText(warning)}
        </p>
      ))}
      <div className={classes["title"]}>
        <CountChips
          chips={rowStateOrder
            .filter((id) => counts[id] > 0 || pressed.includes(id))
            .map((id) => ({ id, text: rowStates[id].text, tone: rowStates[id].tone, count: counts[id] }))}
          label={t(($) => $.quotas.change.outcomes)}
          onPress={(states) => void show(states)}
          pressed={pressed}
        />
        <span className="muted">
          {had.quota + had.none === 0
            ? t(($) => $.common.endpointCount, { count: total })
            : t(($) => $.quotas.change.had, { count: total, ...had })}
        </span>
      </div>
    </div>
  );
}

function Working({ change }: { readonly change: QuotaChange }): ReactElement | undefined {
  const { state } = change;
  const rows = useFleetdesk((now) => (now.quotaChange?.rows === undefined ? undefined : dataOf(now.quotaChange.rows)));
  const connections = useFleetdesk((now) => dataOf(now.connections));
  const graceMs = connections?.find(({ name }) => name === change.connection)?.options.reconcileAfterMs;
  if (state !== "reading" && state !== "running") return undefined;
  const { done, total } = doneOf(change);
  const waits = waitsFor(change, rows, graceMs);
  return (
    <div className={classes["title"]}>
      <b>{state === "reading" ? t(($) => $.quotas.change.readingNow) : t(($) => $.quotas.change.sendingNow)}</b>
      <Progress
        aria-label={
          state === "reading" ? t(($) => $.quotas.change.readProgress) : t(($) => $.quotas.change.sendProgress)
        }
        className={classes["progress"] ?? ""}
        value={total === 0 ? 100 : (done / total) * 100}
      />
      <span>{t(($) => $.quotas.progress, { done, total })}</span>
      <span className="muted">{waits ?? t(($) => $.quotas.change.continues)}</span>
    </div>
  );
}
