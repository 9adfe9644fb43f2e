/** The groups as counts that filter: one at a time, none means everybody who was asked. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { groupOrder, groupWords } from "./quota-words-model.ts";
import type { AskedQuotas, QuotaOverview } from "./quotas-slice.ts";
import classes from "./quotas.module.css";

export interface OverviewGroupsProps {
  readonly asked: AskedQuotas;
  readonly overview: QuotaOverview;
}

export function OverviewGroups({ asked, overview }: OverviewGroupsProps): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const { group } = asked.listed;
  const words = groupWords(group, asked.listed);
  return (
    <div className={classes["facts"]}>
      <CountChips
        chips={groupOrder.map((id) => {
          const { text, tone } = groupWords(id, asked.listed);
          return { id, text, tone, count: overview.groups[id] };
        })}
        label={t(($) => $.quotas.overview.groups)}
        onPress={(pressed) => refine({ group: pressed.findLast((one) => one !== group) })}
        pressed={groupOrder.filter((id) => id === group)}
      />
      <p className={classes["sentence"]}>{words.hint}</p>
    </div>
  );
}
