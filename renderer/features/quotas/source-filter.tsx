/** Selects endpoints by a filter, with the filter bar of the endpoint list. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { cachedData, useFleetData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { filterText } from "../../ui/filter-bar/filter-text.ts";
import { useChips } from "../../ui/filter-bar/use-chips.ts";
import classes from "./quotas.module.css";

const noFields: readonly Field[] = [];
const ofEndpoints = { collection: "endpoint" } as const;

export function SourceFilter({ onTake }: { readonly onTake: (filter: string) => void }): ReactElement {
  const fields = useFleetData("fleet.fields", ofEndpoints)?.fields ?? noFields;
  const { conditions, draft, problem, type, commit, put } = useChips({
    fields: () => cachedData("fleet.fields", ofEndpoints)?.fields ?? noFields,
    read: async (filter) => await fleet.fleet.readQuery({ collection: "endpoint", filter }),
  });
  const take = async (): Promise<void> => {
    const all = await commit();
    if (all !== undefined) onTake(filterText(all));
  };
  const empty = conditions.length === 0 && draft.trim() === "";
  return (
    // The button is next to the filter bar: below it, the bar's suggestions would cover it.
    <div className={classes["row"]}>
      {/* The filter bar shows its messages only while it has focus. */}
      {problem === undefined ? undefined : <p role="alert">{formatText(problem.text)}</p>}
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onCommit={(text) => void commit(text)}
        onConditions={put}
        onDraft={type}
        onLeave={() => undefined}
        placeholder={t(($) => $.quotas.plan.filterPlaceholder)}
        problem={problem}
      />
      <Button className={classes["fitContent"] ?? ""} onClick={() => void take()}>
        {empty ? t(($) => $.quotas.plan.useAll) : t(($) => $.quotas.plan.useMatching)}
      </Button>
    </div>
  );
}
