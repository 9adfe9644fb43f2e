/** Adds a source: a filter, a saved view, a saved audience, the selection of the endpoint list, or an earlier campaign. */
import { t } from "#shared/texts/text.ts";
import { Button, Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { AudienceSource, CampaignPart } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { selectedEndpoints } from "../../../app/tables-slice.ts";
import { currentConnection } from "../../connections/connections-slice.ts";
import { Panel } from "../../../ui/panel.tsx";
import { FilterSource } from "./filter-source.tsx";
import classes from "./wizard.module.css";
import { recipientGroupLabels } from "./plan-text.ts";

interface AddSourceProps {
  readonly onAdd: (source: AudienceSource) => void;
}

export function AddSource({ onAdd }: AddSourceProps): ReactElement {
  return (
    <Panel title={t(($) => $.planning.add.title)}>
      <FilterSource />
      <SavedSources onAdd={onAdd} />
      <CampaignSource onAdd={onAdd} />
    </Panel>
  );
}

const useConnectionName = (): string | undefined =>
  useFleetdesk((state) => state.wizard?.connection ?? currentConnection(state)?.name);

function SavedSources({ onAdd }: AddSourceProps): ReactElement {
  const { views = [] } = useFleetData("views.list", {}) ?? {};
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const connection = useConnectionName();
  const tables = useFleetdesk((state) => state.tables);
  const selectedIds = selectedEndpoints(tables, connection ?? "");
  const offered = [
    ...views
      .filter(({ collection }) => collection === "endpoint")
      .map(({ id, name }) => ({ value: `view ${id}`, label: t(($) => $.planning.add.viewOption, { name }) })),
    ...audiences.map(({ id, name, size }) => ({
      value: `audience ${id}`,
      label: t(($) => $.planning.add.audienceOption, { name, size }),
    })),
  ];
  return (
    <div className={classes["row"]}>
      <Select
        data={offered}
        disabled={offered.length === 0}
        label={t(($) => $.planning.add.saved)}
        onChange={(value) => {
          const [kind, id] = (value ?? "").split(" ");
          if (kind === "view") onAdd({ view: Number(id) });
          if (kind === "audience") onAdd({ audience: Number(id) });
        }}
        placeholder={offered.length === 0 ? t(($) => $.planning.add.noneSaved) : t(($) => $.planning.add.selectToAdd)}
        searchable
        value={null}
      />
      {selectedIds.length === 0 ? (
        <p className="muted">{t(($) => $.planning.add.selectionHelp)}</p>
      ) : (
        <Button onClick={() => onAdd({ ids: selectedIds })}>
          {t(($) => $.planning.add.addSelected, { count: selectedIds.length })}
        </Button>
      )}
    </div>
  );
}

function CampaignSource({ onAdd }: AddSourceProps): ReactElement | undefined {
  const { campaigns = [] } = useFleetData("campaigns.list", {}) ?? {};
  const connection = useConnectionName();
  const frozenAs = useFleetdesk((state) => state.wizard?.campaignId);
  const [campaignId, setCampaign] = useState<string | null>(null);
  const [part, setPart] = useState<CampaignPart>("silent");
  const ours = campaigns.filter((one) => one.connection === connection && one.campaignId !== frozenAs);
  if (ours.length === 0) return undefined;
  return (
    <div className={classes["row"]}>
      <Select
        data={ours.map((one) => ({ value: one.campaignId, label: one.name }))}
        label={t(($) => $.planning.add.campaign)}
        onChange={setCampaign}
        placeholder={t(($) => $.planning.add.select)}
        searchable
        value={campaignId}
      />
      <Select
        allowDeselect={false}
        data={Object.entries(recipientGroupLabels).map(([value, label]) => ({ value, label }))}
        label={t(($) => $.planning.add.campaignPart)}
        onChange={(value) => setPart((value ?? "all") as CampaignPart)}
        value={part}
      />
      <Button
        disabled={campaignId === null}
        onClick={() => {
          if (campaignId !== null) onAdd({ campaign: { campaignId, part } });
        }}
      >
        {t(($) => $.planning.add.addRecipients)}
      </Button>
    </div>
  );
}
