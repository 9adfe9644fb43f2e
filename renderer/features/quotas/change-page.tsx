/** One bulk quota change: definition, progress, and per endpoint the old and new values with the outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { QuotaRow, QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { formatDateTime, formatNumber, formatTime } from "#shared/format.ts";
import { type FleetPages, type OutputOf, useFleetData, useFleetPages, useFleetQuery } from "../../data/fleet-query.ts";
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
import { possibleActions, startChange } from "./quota-actions.ts";
import { changedLines, changeStatus, quotaText, rowStateOrder, rowStates, undoText, waitsFor } from "./quota-labels.ts";
import { QuotasHead } from "./quotas-head.tsx";
import { doneOf } from "./quotas-slice.ts";
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import type { Address } from "../../lib/address.ts";
import { formatOpen } from "../../lib/records.ts";
import { ActionList } from "../../app/actions/action-list.tsx";
import { changeLinePx, ChangeLines } from "../../ui/change-lines.tsx";
import { RecordLink } from "../../ui/record-link.tsx";
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
        <div className={`controls ${classes["actions"]}`}>
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

const top = { offset: 0, active: 0 };
const ignorePlace = (): void => undefined;
/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 60;

interface ChangeRowListProps {
  readonly change: QuotaChange;
  /** The rows with the outcomes of `states`; all if it is empty. */
  readonly pages: FleetPages<"quotas.rows">;
  readonly states: readonly QuotaRowState[];
  readonly onFilter: (states: readonly QuotaRowState[]) => void;
}

function ChangeRowList({ change, pages, states, onFilter }: ChangeRowListProps): ReactElement {
  const { state: rowsState, loadMore } = pages;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const address = useFleetdesk((state) => state.address);
  const rows = dataOf(rowsState);
  const total = states.length === 0 ? change.total : states.reduce((sum, state) => sum + change.counts[state], 0);
  const { kind } = change;
  // Without reasons to show, the values use the space.
  const hasReasons =
    rows?.items.some(({ message, current }) => message !== undefined || current !== undefined) === true;
  return (
    <>
      {rowsState.state === "failed" ? (
        <div className={classes["notice"]}>
          <FailureNotice failure={rowsState.failure} />
        </div>
      ) : undefined}
      {rows === undefined ? undefined : (
        <div className={classes["rows"]}>
          <ActionList
            connection={change.connection}
            head={headOf(hasReasons)}
            heightOf={(row) => heightOf(kind, row)}
            isMarked={({ endpoint }) => address.query["open"] === formatOpen({ collection: "endpoint", id: endpoint })}
            key={states.join(" ")}
            keyOf={({ row }) => row}
            kind="quota"
            label={t(($) => $.quotas.rows.list)}
            nameOf={({ endpoint, name }) => name ?? endpoint}
            onOpen={({ endpoint }) =>
              setQuery({ open: formatOpen({ collection: "endpoint", id: endpoint }), tab: "quotas" })
            }
            onPlace={ignorePlace}
            onVisibleRange={(_first, last) => {
              if (last > rows.items.length - ahead) loadMore();
            }}
            place={top}
            renderCells={(row) => <Cells address={address} kind={kind} row={row} hasReasons={hasReasons} />}
            rowTarget={({ endpoint, state }) => ({
              kind: "quota",
              endpoint,
              quotaKind: kind,
              filter: { label: rowStates[state].text, apply: () => onFilter([state]) },
            })}
            rows={rows.items}
            template={`56px minmax(90px, 170px) ${hasReasons ? "minmax(220px, 2fr) 160px minmax(140px, 3fr)" : "minmax(200px, 1fr) 160px"}`}
            total={total}
          />
        </div>
      )}
    </>
  );
}

function headOf(hasReasons: boolean): string[] {
  const head = [
    t(($) => $.quotas.rows.row),
    t(($) => $.common.endpoint),
    t(($) => $.quotas.rows.change),
    t(($) => $.common.outcome),
  ];
  return hasReasons ? [...head, t(($) => $.quotas.rows.reason)] : head;
}

function reasonOf(kind: QuotaKind, { state, current, message }: QuotaRow): string | undefined {
  const reason = message === undefined ? undefined : formatText(message);
  if (state !== "moved" || current === undefined) return reason;
  const now = { current: quotaText(kind, current) };
  return reason === undefined
    ? t(($) => $.quotas.rows.current, now)
    : t(($) => $.quotas.rows.changedElsewhere, { reason, ...now });
}

function linesOf(kind: QuotaKind, { before, after }: QuotaRow): ReturnType<typeof changedLines> {
  if (before === undefined || after === undefined) return [];
  if (before.state === "none" || after.state === "none") {
    const text = (quotaState: QuotaState): string | undefined =>
      quotaState.state === "none" ? undefined : quotaText(kind, quotaState);
    return [{ field: t(($) => $.quotas.field.quota), before: text(before), after: text(after) }];
  }
  return changedLines(kind, before, after);
}

function heightOf(kind: QuotaKind, row: QuotaRow): number {
  return 16 + changeLinePx * Math.max(1, linesOf(kind, row).length);
}

interface CellsProps {
  readonly kind: QuotaKind;
  readonly row: QuotaRow;
  readonly address: Address;
  readonly hasReasons: boolean;
}

function Cells({ kind, row, address, hasReasons }: CellsProps): ReactElement {
  const { endpoint, name, state, before } = row;
  const { text, tone } = rowStates[state];
  const lines = linesOf(kind, row);
  const reason = reasonOf(kind, row);
  return (
    <>
      <span className={classes["cell"]} role="gridcell">
        {formatNumber(row.row)}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <RecordLink from={address} mono={name === undefined} quiet to={{ collection: "endpoint", id: endpoint }}>
          {name ?? endpoint}
        </RecordLink>
      </span>
      <span className={classes["lines"]} role="gridcell">
        {lines.length > 0 ? (
          <ChangeLines lines={lines} />
        ) : before === undefined ? (
          <span className="muted">
            {state === "unreadable" ? t(($) => $.quotas.rows.unknown) : t(($) => $.quotas.rows.notRead)}
          </span>
        ) : (
          <span className="muted">{quotaText(kind, before)}</span>
        )}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      {hasReasons ? (
        <span className={classes["cell"]} role="gridcell" title={reason}>
          {reason}
        </span>
      ) : undefined}
    </>
  );
}
