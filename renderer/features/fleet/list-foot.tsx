/** What is chosen, and what the rows are: how many of how many, from where, how fast. */
import type { ReactElement } from "react";
import { count } from "../../lib/format.ts";
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
        <span>Nothing selected</span>
      ) : (
        <>
          <span>
            {count(size)} selected
            {chosen.hidden === undefined || chosen.hidden === 0 ? "" : `, ${count(chosen.hidden)} not shown`}
          </span>
          {offer ? (
            <button className={classes["link"]} onClick={chosen.selectMatching} type="button">
              Select all {count(value)} {narrowed ? "matching" : ""}
            </button>
          ) : undefined}
          <button className={classes["link"]} onClick={chosen.clear} type="button">
            Clear
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
  if (live !== undefined) {
    const total = live.total === undefined ? "" : ` of ${count(live.total)}`;
    return (
      <span>
        {count(live.items.length)}
        {total} from the service
      </span>
    );
  }
  if (state.shown === undefined) return undefined;
  const { value, exact } = state.total;
  // Of a list that is being synchronised there are no more than it has.
  const shownCount = exact || value === all ? count(value) : `${count(value)} or more`;
  const ms = state.answeredInMs;
  return (
    <span>
      {shownCount} shown{all === undefined ? "" : ` of ${count(all)}`} · answered from the copy on this computer
      {ms === undefined ? "" : ` in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`}
    </span>
  );
}
