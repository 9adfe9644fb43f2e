/** Groups with counts as filters: one at a time; without one, every endpoint queried so far is listed. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { groupLabel } from "./quota-labels.ts";
import { groupOrder, type QuotasRequest } from "./quota-query.ts";
import type { OutputOf } from "../../data/fleet-query.ts";
import classes from "./quotas.module.css";

export interface OverviewGroupsProps {
  readonly request: QuotasRequest;
  readonly overview: OutputOf<"quotas.overview">;
}

export function OverviewGroups({ request, overview }: OverviewGroupsProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const { group } = request.listed;
  const selectedLabel = groupLabel(group, request.listed);
  return (
    <div className={classes["facts"]}>
      <CountChips
        chips={groupOrder.map((id) => {
          const { text, tone } = groupLabel(id, request.listed);
          return { id, text, tone, count: overview.groups[id] };
        })}
        label={t(($) => $.quotas.overview.groups)}
        onPress={(pressed) => setQuery({ group: pressed.findLast((one) => one !== group) })}
        pressed={groupOrder.filter((id) => id === group)}
      />
      <p className={classes["sentence"]}>{selectedLabel.hint}</p>
    </div>
  );
}
