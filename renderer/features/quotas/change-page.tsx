/** One bulk quota change: definition, progress, and per endpoint the old and new values with the outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { type OutputOf, useFleetData, useFleetPages, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
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
import { possibleActions, startChange } from "./quota-change-actions.ts";
import { ChangeRowList } from "./change-rows.tsx";
import { changeStatus, rowStateOrder, rowStates, undoText } from "./quota-labels.ts";
import { QuotasHead } from "./quotas-head.tsx";
import classes from "./quotas.module.css";

export function ChangePage({ id }: { readonly id: number }): ReactElement {
  const changeState = useFleetQuery("quotas.state", { change: id }, { reloadOnOpen: true });
  /** Outcomes whose rows are shown; all if empty. */
  const [states, setStates] = useState<readonly QuotaRowState[]>([]);
  const rows = useFleetPages(
    "quotas.rows",
    { change: id, limit: 200, states: states.length === 0 ? undefined : [...states] },
    { reloadOnOpen: true },
  );
  const change = dataOf(changeState);
  return (
    <>
      <QuotasHead />
      {changeState.state === "failed" ? (
        <div className={classes["notice"]}>
          <FailureNotice
            actions={
              <Button onClick={() => void reloadQueries("quotas.state", "quotas.rows")}>
                {t(($) => $.quotas.change.reload)}
              </Button>
            }
            failure={changeState.failure}
          />
        </div>
      ) : undefined}
      {change === undefined ? undefined : (
        <>
          <ChangeHead change={change} onPress={setStates} pressed={states} rows={dataOf(rows.state)} />
          <ChangeRowList change={change} onFilter={setStates} pages={rows} states={states} />
        </>
      )}
    </>
  );
}

interface ChangeHeadProps {
  readonly change: QuotaChange;
  readonly rows: OutputOf<"quotas.rows"> | undefined;
  readonly pressed: readonly QuotaRowState[];
  readonly onPress: (states: readonly QuotaRowState[]) => void;
}

function ChangeHead({ change, rows, pressed, onPress }: ChangeHeadProps): ReactElement {
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
      <Working change={change} rows={rows} />
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
          onPress={onPress}
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

function Working({ change, rows }: Pick<ChangeHeadProps, "change" | "rows">): ReactElement | undefined {
  const { state } = change;
  const connections = useFleetData("connections.list", {})?.connections;
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
