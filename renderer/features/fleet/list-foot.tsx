/** The selection, and the rows: visible and total count, origin, query time. */
import { t, textLanguage } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { selectedCount } from "../../lib/selection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import classes from "./fleet.module.css";
import { listKey, type ListName, type ListQuery } from "./fleet-slice.ts";
import { ChangeQuotas } from "./change-quotas.tsx";
import { SaveSelectionAsAudience } from "./save-selection-as-audience.tsx";
import type { ListRows } from "./use-list-rows.ts";
import type { ListSelection } from "./use-list-selection.ts";
import { WriteCampaign } from "./write-campaign.tsx";

export interface ListFootProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly list: ListRows;
  readonly listSelection: ListSelection;
}

export function ListFoot({ name, question, list, listSelection }: ListFootProps): ReactElement {
  const { state, live } = list;
  const size = selectedCount(listSelection.selection);
  const { value, exact } = state.total;
  const narrowed = question.filter !== "" || question.audience !== undefined;
  const offer =
    live === undefined &&
    exact &&
    size > 0 &&
    listSelection.coverage !== "all" &&
    listSelection.selection.kind === "some";
  return (
    <footer className={classes["foot"]}>
      {size === 0 ? (
        <span>{t(($) => $.fleet.list.noneSelected)}</span>
      ) : (
        <>
          <span>{selectedText(size, listSelection.hidden ?? 0)}</span>
          {offer ? (
            <button className={classes["link"]} onClick={listSelection.selectMatching} type="button">
              {narrowed
                ? t(($) => $.fleet.list.selectMatching, { count: value })
                : t(($) => $.fleet.list.selectAll, { count: value })}
            </button>
          ) : undefined}
          <button className={classes["link"]} onClick={listSelection.clear} type="button">
            {t(($) => $.shell.table.clearSelection)}
          </button>
          {name.collection === "endpoint" ? (
            <>
              <SaveSelectionAsAudience listSelection={listSelection} name={name} question={question} />
              <WriteCampaign listSelection={listSelection} name={name} question={question} />
              <ChangeQuotas listSelection={listSelection} name={name} question={question} />
            </>
          ) : undefined}
        </>
      )}
      <span className={classes["gap"]} />
      <Source list={list} name={name} />
    </footer>
  );
}

function Source({ name, list }: Pick<ListFootProps, "name" | "list">): ReactElement | undefined {
  const { state, live } = list;
  const all = useFleetdesk((state) => state.fleetLists[listKey(name)]?.completeness?.unique);
  if (live !== undefined) return <span>{liveText(live.items.length, live.total)}</span>;
  if (state.visibleKey === undefined) return undefined;
  const { value, exact } = state.total;
  const ms = state.answeredInMs;
  const duration = ms === undefined ? undefined : t(($) => $.fleet.list.answeredIn, { ms: durations.format(ms) });
  return <span title={duration}>{rowCountText(value, exact, all)}</span>;
}

const durations = new Intl.NumberFormat(textLanguage(), { maximumSignificantDigits: 2 });

function selectedText(count: number, hidden: number): string {
  return hidden === 0
    ? t(($) => $.fleet.list.selected, { count })
    : t(($) => $.fleet.list.selectedHidden, { count, hidden });
}

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
