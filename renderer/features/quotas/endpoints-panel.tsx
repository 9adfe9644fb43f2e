/** Target endpoints of a bulk change: a list selection, a saved view, an audience, or a filter. */
import { t, formatText } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { useFleetData, cachedData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { selectedEndpoints } from "../../app/tables-slice.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./quotas.module.css";
import type { Audience, Field } from "#shared/contract/fleet/fleet.ts";
import type { View } from "#shared/contract/fleet/views.ts";
import { fleet } from "../../lib/fleet.ts";
import { FilterSource, SavedSources, type SavedSourcesProps } from "../../ui/filter-bar/endpoint-sources.tsx";
import { filterText } from "../../ui/filter-bar/filter-text.ts";
import { useChips } from "../../ui/filter-bar/use-chips.ts";

export interface EndpointsPanelProps {
  readonly connection: string;
  readonly source: QuotaSource | undefined;
  /** Why the source is invalid. */
  readonly problem: string | undefined;
  readonly onChange: (source: QuotaSource | undefined) => void;
}

export function EndpointsPanel({ connection, source, problem, onChange }: EndpointsPanelProps): ReactElement {
  const { views = [] } = useFleetData("views.list", {}) ?? {};
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const tables = useFleetdesk((state) => state.tables);
  const selectedIds = selectedEndpoints(tables, connection);
  return (
    <Panel
      aside={
        source === undefined ? undefined : (
          <Button onClick={() => onChange(undefined)}>{t(($) => $.quotas.plan.reselect)}</Button>
        )
      }
      title={t(($) => $.quotas.plan.endpoints)}
    >
      {source === undefined ? (
        <>
          <div className={classes["row"]}>
            <SavedSources
              audiences={audiences}
              onPick={onChange}
              selectedIds={selectedIds}
              texts={savedTexts}
              views={views}
            />
          </div>
          <SourceFilter onTake={(filter) => onChange({ filter })} />
        </>
      ) : (
        <p>{quotaSourceText(source, { views, audiences })}</p>
      )}
      {problem === undefined ? undefined : <p role="alert">{problem}</p>}
    </Panel>
  );
}

interface NamedSources {
  readonly views: readonly Pick<View, "id" | "name">[];
  readonly audiences: readonly Pick<Audience, "id" | "name" | "size">[];
}

/** Describes the target endpoints of a change. Pure. */
function quotaSourceText(source: QuotaSource, { views, audiences }: NamedSources): string {
  if ("ids" in source) return t(($) => $.quotas.source.selected, { count: source.ids.length });
  if ("filter" in source) {
    const { filter } = source;
    return filter === "" ? t(($) => $.quotas.source.all) : t(($) => $.quotas.source.matching, { filter });
  }
  if ("view" in source) {
    const name = views.find(({ id }) => id === source.view)?.name;
    return name === undefined
      ? t(($) => $.quotas.source.viewId, { view: source.view })
      : t(($) => $.quotas.source.view, { name });
  }
  const audience = audiences.find(({ id }) => id === source.audience);
  return audience === undefined
    ? t(($) => $.quotas.source.audienceId, { audience: source.audience })
    : t(($) => $.quotas.source.audience, { name: audience.name, count: audience.size });
}

const savedTexts: SavedSourcesProps["texts"] = {
  label: t(($) => $.quotas.plan.viewOrAudience),
  view: (name) => t(($) => $.quotas.plan.view, { name }),
  audience: (name, size) => t(($) => $.quotas.plan.audience, { name, size }),
  select: t(($) => $.quotas.plan.select),
  noneSaved: t(($) => $.quotas.plan.noViewOrAudience),
  pickSelected: (count) => t(($) => $.quotas.plan.useSelected, { count }),
  noneSelected: t(($) => $.quotas.plan.selectHelp),
};

const noFields: readonly Field[] = [];
const ofEndpoints = { collection: "endpoint" } as const;

/** Selects endpoints by a filter. */
function SourceFilter({ onTake }: { readonly onTake: (filter: string) => void }): ReactElement {
  const fields = useFleetData("fleet.fields", ofEndpoints)?.fields ?? noFields;
  const chips = useChips({
    fields: () => cachedData("fleet.fields", ofEndpoints)?.fields ?? noFields,
    read: async (filter) => await fleet.fleet.readQuery({ collection: "endpoint", filter }),
  });
  const take = async (): Promise<void> => {
    const all = await chips.commit();
    if (all !== undefined) onTake(filterText(all));
  };
  return (
    <div className={classes["row"]}>
      {/* The filter bar shows its messages only while it has focus. */}
      {chips.problem === undefined ? undefined : <p role="alert">{formatText(chips.problem.text)}</p>}
      <FilterSource
        chips={chips}
        fields={fields}
        onUse={() => void take()}
        placeholder={t(($) => $.quotas.plan.filterPlaceholder)}
        useAll={t(($) => $.quotas.plan.useAll)}
        useMatching={t(($) => $.quotas.plan.useMatching)}
      />
    </div>
  );
}
