/** Target endpoints of a bulk change: a list selection, a saved view, an audience, or a filter. */
import { t, formatText } from "#shared/texts/text.ts";
import { Button, Select } from "@mantine/core";
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
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
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
  const ofEndpoints = views.filter(({ collection }) => collection === "endpoint");
  const offered = [
    ...ofEndpoints.map(({ id, name }) => ({ value: `view ${id}`, label: t(($) => $.quotas.plan.view, { name }) })),
    ...audiences.map(({ id, name, size }) => ({
      value: `audience ${id}`,
      label: t(($) => $.quotas.plan.audience, { name, size }),
    })),
  ];
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
            <Select
              data={offered}
              disabled={offered.length === 0}
              label={t(($) => $.quotas.plan.viewOrAudience)}
              onChange={(value) => {
                const [kind, id] = (value ?? "").split(" ");
                if (kind === "view") onChange({ view: Number(id) });
                if (kind === "audience") onChange({ audience: Number(id) });
              }}
              placeholder={
                offered.length === 0 ? t(($) => $.quotas.plan.noViewOrAudience) : t(($) => $.quotas.plan.select)
              }
              searchable
              value={null}
            />
            {selectedIds.length === 0 ? (
              <p className="muted">{t(($) => $.quotas.plan.selectHelp)}</p>
            ) : (
              <Button onClick={() => onChange({ ids: selectedIds })}>
                {t(($) => $.quotas.plan.useSelected, { count: selectedIds.length })}
              </Button>
            )}
          </div>
          <SourceFilter onTake={(filter) => onChange({ filter })} />
        </>
      ) : (
        <p>{quotaSourceText(source, { views: ofEndpoints, audiences })}</p>
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

const noFields: readonly Field[] = [];
const ofEndpoints = { collection: "endpoint" } as const;

/** Selects endpoints by a filter, with the filter bar of the endpoint list. */
function SourceFilter({ onTake }: { readonly onTake: (filter: string) => void }): ReactElement {
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
