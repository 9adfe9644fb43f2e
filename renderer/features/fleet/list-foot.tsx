/** The selection, and the rows: visible and total count, origin, query time. */
import { t, textLanguage } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { SelectionStatus } from "../../app/data-table/selection-status.tsx";
import { useFleetData } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import classes from "./fleet.module.css";
import { isNarrowed } from "./fleet-slice.ts";
import type { ListSectionProps } from "./use-list-table.ts";
import { SelectionActions } from "./selection-actions.tsx";

export function ListFoot(props: ListSectionProps): ReactElement {
  const { name, question, table } = props;
  return (
    <footer className={classes["foot"]}>
      <SelectionStatus narrowed={isNarrowed(question)} table={table}>
        {name.collection === "endpoint" ? <SelectionActions {...props} /> : undefined}
      </SelectionStatus>
      <span className={classes["gap"]} />
      <Source {...props} />
    </footer>
  );
}

function Source({ name, table, live }: ListSectionProps): ReactElement | undefined {
  const all = useFleetData("fleet.completeness", name)?.unique;
  const read = dataOf(live.state);
  if (read !== undefined) return <span>{liveText(read.items.length, read.total)}</span>;
  const { visibleKey, total, answeredInMs: ms } = table.state;
  if (visibleKey === undefined) return undefined;
  const duration = ms === undefined ? undefined : t(($) => $.fleet.list.answeredIn, { ms: durations.format(ms) });
  return <span title={duration}>{rowCountText(total.value, total.exact, all)}</span>;
}

const durations = new Intl.NumberFormat(textLanguage(), { maximumSignificantDigits: 2 });

function liveText(count: number, total: number | undefined): string {
  return total === undefined
    ? t(($) => $.fleet.list.fromService, { count })
    : t(($) => $.fleet.list.fromServiceOf, { count, total });
}

function rowCountText(count: number, exact: boolean, total: number | undefined): string {
  // During a sync the count is limited to the cached rows.
  const isCounted = exact || count === total;
  if (total === undefined) {
    return isCounted ? t(($) => $.fleet.list.visible, { count }) : t(($) => $.fleet.list.visibleAtLeast, { count });
  }
  return isCounted
    ? t(($) => $.fleet.list.visibleOf, { count, total })
    : t(($) => $.fleet.list.visibleAtLeastOf, { count, total });
}
