/** What is chosen, and what the rows are: how many of how many, from where, how fast. */
import { t, textLanguage } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { selectedCount } from "../../lib/selection.ts";
import { useFleetdesk } from "../../store/store.ts";
import classes from "./fleet.module.css";
import { listKey, type ListName, type ListQuestion } from "./fleet-slice.ts";
import { ChangeQuotas } from "./change-quotas.tsx";
import { KeepAudience } from "./keep-audience.tsx";
import type { ListRows } from "./use-list-rows.ts";
import type { ListSelection } from "./use-list-selection.ts";
import { WriteCampaign } from "./write-campaign.tsx";

export interface ListFootProps {
  readonly name: ListName;
  readonly question: ListQuestion;
  readonly list: ListRows;
  readonly chosen: ListSelection;
}

export function ListFoot({ name, question, list, chosen }: ListFootProps): ReactElement {
  const { state, live } = list;
  const size = selectedCount(chosen.selection);
  const { value, exact } = state.total;
  const narrowed = question.filter !== "" || question.audience !== undefined;
  const offer = live === undefined && exact && size > 0 && chosen.chosen !== "all" && chosen.selection.kind === "some";
  return (
    <footer className={classes["foot"]}>
      {size === 0 ? (
        <span>{t(($) => $.fleet.list.noneSelected)}</span>
      ) : (
        <>
          <span>{selectedText(size, chosen.hidden ?? 0)}</span>
          {offer ? (
            <button className={classes["link"]} onClick={chosen.selectMatching} type="button">
              {narrowed
                ? t(($) => $.fleet.list.selectMatching, { count: value })
                : t(($) => $.fleet.list.selectAll, { count: value })}
            </button>
          ) : undefined}
          <button className={classes["link"]} onClick={chosen.clear} type="button">
            {t(($) => $.common.clear)}
          </button>
          {name.collection === "endpoint" ? (
            <>
              <KeepAudience chosen={chosen} name={name} question={question} />
              <WriteCampaign chosen={chosen} name={name} question={question} />
              <ChangeQuotas chosen={chosen} name={name} question={question} />
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
  if (state.shown === undefined) return undefined;
  const { value, exact } = state.total;
  const ms = state.answeredInMs;
  const duration = ms === undefined ? undefined : t(($) => $.fleet.list.answeredIn, { ms: durations.format(ms) });
  return <span title={duration}>{shownText(value, exact, all)}</span>;
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

function shownText(count: number, exact: boolean, total: number | undefined): string {
  // A list that is being synced has no more rows than the cache.
  const isCounted = exact || count === total;
  if (total === undefined) {
    return isCounted ? t(($) => $.fleet.list.shown, { count }) : t(($) => $.fleet.list.shownAtLeast, { count });
  }
  return isCounted
    ? t(($) => $.fleet.list.shownOf, { count, total })
    : t(($) => $.fleet.list.shownAtLeastOf, { count, total });
}
