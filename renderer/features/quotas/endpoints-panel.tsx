/** Target endpoints of a bulk change: a list selection, a saved view, an audience, or a filter. */
import { t } from "#shared/texts/text.ts";
import { Button, Select } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { selectedEndpoints } from "../../app/tables-slice.ts";
import { Panel } from "../../ui/panel.tsx";
import { SourceFilter } from "./source-filter.tsx";
import { quotaSourceText } from "./quota-source-text.ts";
import classes from "./quotas.module.css";

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
