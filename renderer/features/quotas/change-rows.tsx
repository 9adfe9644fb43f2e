/** Old and new values of every endpoint of a change, with the outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { QuotaRow, QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import type { FleetPages } from "../../data/fleet-query.ts";
import type { Address } from "../../lib/address.ts";
import { formatNumber } from "#shared/format.ts";
import { formatOpen } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { ActionList } from "../../app/actions/action-list.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { changeLinePx, ChangeLines } from "../../ui/change-lines.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { RecordLink } from "../../ui/record-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { changedLines, rowStates, quotaText } from "./quota-labels.ts";
import classes from "./quotas.module.css";

const top = { offset: 0, active: 0 };
const ignorePlace = (): void => undefined;
/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 60;

export interface ChangeRowListProps {
  readonly change: QuotaChange;
  /** The rows with the outcomes of `states`; all if it is empty. */
  readonly pages: FleetPages<"quotas.rows">;
  readonly states: readonly QuotaRowState[];
  readonly onFilter: (states: readonly QuotaRowState[]) => void;
}

export function ChangeRowList({ change, pages, states, onFilter }: ChangeRowListProps): ReactElement {
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
