/** Who a change of many is for: what was chosen in a list, a saved view or audience, or a filter. */
import { Button, Select } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { QuotaSource } from "#contract/quotas.ts";
import { counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { SourceFilter } from "./source-filter.tsx";
import { sourceWords } from "./source-words-model.ts";
import classes from "./quotas.module.css";

export interface WhoPanelProps {
  readonly connection: string;
  readonly source: QuotaSource | undefined;
  /** Why the choice cannot be used. */
  readonly problem: string | undefined;
  readonly onChange: (source: QuotaSource | undefined) => void;
}

export function WhoPanel({ connection, source, problem, onChange }: WhoPanelProps): ReactElement {
  const views = useFleetdesk((state) => shown(state.views)) ?? [];
  const audiences = useFleetdesk((state) => shown(state.audiences)) ?? [];
  const loadAudiences = useFleetdesk((state) => state.loadAudiences);
  const loadViews = useFleetdesk((state) => state.loadViews);
  useEffect(() => void Promise.all([loadAudiences(), loadViews()]), [loadAudiences, loadViews]);
  const selection = useFleetdesk((state) => state.fleetLists[`endpoint ${connection}`]?.selection);
  const chosen = selection?.kind === "some" ? [...selection.ids] : [];
  const ofEndpoints = views.filter(({ collection }) => collection === "endpoint");
  const offered = [
    ...ofEndpoints.map(({ id, name }) => ({ value: `view ${id}`, label: `View: ${name}` })),
    ...audiences.map(({ id, name, size }) => ({ value: `audience ${id}`, label: `Audience: ${name} (${size})` })),
  ];
  return (
    <Panel
      aside={
        source === undefined ? undefined : <Button onClick={() => onChange(undefined)}>Choose somebody else</Button>
      }
      title="Who"
    >
      {source === undefined ? (
        <>
          <div className={classes["row"]}>
            <Select
              data={offered}
              disabled={offered.length === 0}
              label="Saved view or audience"
              onChange={(value) => {
                const [kind, id] = (value ?? "").split(" ");
                if (kind === "view") onChange({ view: Number(id) });
                if (kind === "audience") onChange({ audience: Number(id) });
              }}
              placeholder={offered.length === 0 ? "None is kept" : "Choose one"}
              searchable
              value={null}
            />
            {chosen.length === 0 ? (
              <p className="muted">Or select endpoints in the fleet, or in the overview of quotas.</p>
            ) : (
              <Button onClick={() => onChange({ ids: chosen })}>
                Take the {counted(chosen.length, "endpoint")} selected in the fleet
              </Button>
            )}
          </div>
          <SourceFilter onTake={(filter) => onChange({ filter })} />
        </>
      ) : (
        <p>For {sourceWords(source, { views: ofEndpoints, audiences })}.</p>
      )}
      {problem === undefined ? undefined : <p role="alert">{problem}</p>}
    </Panel>
  );
}
