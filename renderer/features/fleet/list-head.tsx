/** What the list is, how old, how complete, and what can be done with it as a whole. */
import type { ReactElement } from "react";
import { collectionWords } from "../../lib/records.ts";
import { useFleetdesk } from "../../store/store.ts";
import { CompletenessBadge } from "./completeness-badge.tsx";
import { listKey, type ListName, type ListQuestion } from "./fleet-slice.ts";
import classes from "./fleet.module.css";
import type { ListRows } from "./use-list-rows.ts";

export interface ListHeadProps {
  readonly name: ListName;
  readonly question: ListQuestion;
  readonly list: ListRows;
}

export function ListHead({ name }: ListHeadProps): ReactElement {
  const completeness = useFleetdesk((state) => state.fleetLists[listKey(name)]?.completeness);
  return (
    <header className={classes["bar"]}>
      <h1>{collectionWords[name.collection].many}</h1>
      <CompletenessBadge completeness={completeness} />
    </header>
  );
}
