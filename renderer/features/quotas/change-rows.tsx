/** Old and new of every endpoint of a change, with what came of it. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { QuotaRow } from "#contract/quota-changes.ts";
import type { QuotaChange } from "#contract/quotas.ts";
import type { QuotaKind, QuotaStand } from "#contract/quota-words.ts";
import type { Address } from "../../lib/address.ts";
import { count } from "../../lib/format.ts";
import { formatOpen } from "../../lib/records.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { changeLinePx, ChangeLines } from "../../ui/change-lines.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { RecordLink } from "../../ui/record-link.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { changedLines, rowStates, standText } from "./quota-words-model.ts";
import classes from "./quotas.module.css";

const top = { offset: 0, active: 0 };
const nowhere = (): void => undefined;
/** So many rows ahead of what is seen the next ones are fetched. */
const ahead = 60;

export function ChangeRowList({ change }: { readonly change: QuotaChange }): ReactElement {
  const remote = useFleetdesk((state) => state.quotaChange?.rows);
  const states = useFleetdesk((state) => state.quotaChange?.states) ?? [];
  const more = useFleetdesk((state) => state.moreQuotaRows);
  const refine = useFleetdesk((state) => state.refine);
  const address = useFleetdesk((state) => state.address);
  const rows = remote === undefined ? undefined : shown(remote);
  const total = states.length === 0 ? change.total : states.reduce((sum, state) => sum + change.counts[state], 0);
  const { kind } = change;
  // Where there is nothing to say, the place belongs to the values.
  const says = rows?.items.some(({ message, current }) => message !== undefined || current !== undefined) === true;
  return (
    <>
      {remote?.state === "failed" ? (
        <div className={classes["told"]}>
          <FailureNotice failure={remote.failure} />
        </div>
      ) : undefined}
      {rows === undefined ? undefined : (
        <div className={classes["rows"]}>
          <RowList
            head={headOf(says)}
            heightOf={(row) => heightOf(kind, row)}
            isMarked={({ endpoint }) => address.query["open"] === formatOpen({ collection: "endpoint", id: endpoint })}
            key={states.join(" ")}
            keyOf={({ row }) => row}
            label={t(($) => $.quotas.rows.list)}
            onOpen={({ endpoint }) =>
              refine({ open: formatOpen({ collection: "endpoint", id: endpoint }), tab: "quotas" })
            }
            onPlace={nowhere}
            onSeen={(_first, last) => {
              if (last > rows.items.length - ahead) void more();
            }}
            place={top}
            renderCells={(row) => <Cells address={address} kind={kind} row={row} says={says} />}
            rows={rows.items}
            template={`56px minmax(90px, 170px) minmax(200px, 3fr) 160px ${says ? "minmax(100px, 2fr)" : ""}`}
            total={total}
          />
        </div>
      )}
    </>
  );
}

function headOf(says: boolean): string[] {
  const head = [
    t(($) => $.quotas.rows.row),
    t(($) => $.common.endpoint),
    t(($) => $.quotas.rows.change),
    t(($) => $.common.outcome),
  ];
  return says ? [...head, t(($) => $.quotas.rows.reason)] : head;
}

function whyOf(kind: QuotaKind, { state, current, message }: QuotaRow): string | undefined {
  const reason = message === undefined ? undefined : formatText(message);
  if (state !== "moved" || current === undefined) return reason;
  const now = { current: standText(kind, current) };
  return reason === undefined
    ? t(($) => $.quotas.rows.current, now)
    : t(($) => $.quotas.rows.changedElsewhere, { reason, ...now });
}

function linesOf(kind: QuotaKind, { before, after }: QuotaRow): ReturnType<typeof changedLines> {
  if (before === undefined || after === undefined) return [];
  if (before.state === "none" || after.state === "none") {
    const text = (stand: QuotaStand): string | undefined =>
      stand.state === "none" ? undefined : standText(kind, stand);
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
  readonly says: boolean;
}

function Cells({ kind, row, address, says }: CellsProps): ReactElement {
  const { endpoint, name, state, before } = row;
  const { text, tone } = rowStates[state];
  const lines = linesOf(kind, row);
  const why = whyOf(kind, row);
  return (
    <>
      <span className={classes["cell"]} role="gridcell">
        {count(row.row)}
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
          <span className="muted">{standText(kind, before)}</span>
        )}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      {says ? (
        <span className={classes["cell"]} role="gridcell" title={why}>
          {why}
        </span>
      ) : undefined}
    </>
  );
}
