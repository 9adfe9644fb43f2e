/** One more source for the audience: a filter, a view, an audience, a list, an earlier campaign, or what is chosen in the fleet. */
import { Button, Select, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { AudienceSource, CampaignPart } from "#contract/campaign-words.ts";
import { counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { Panel } from "../../ui/panel.tsx";
import { partWords } from "./draft-model.ts";
import { ListSource } from "./list-source.tsx";
import classes from "./wizard.module.css";

export interface AddSourceProps {
  readonly onAdd: (source: AudienceSource) => void;
}

export function AddSource({ onAdd }: AddSourceProps): ReactElement {
  return (
    <>
      <ListSource onAdd={onAdd} />
      <Panel title="From the fleet">
        <FilterSource onAdd={onAdd} />
        <KeptSources onAdd={onAdd} />
        <CampaignSource onAdd={onAdd} />
      </Panel>
    </>
  );
}

function FilterSource({ onAdd }: AddSourceProps): ReactElement {
  const [filter, setFilter] = useState("");
  return (
    <form
      className={classes["row"]}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ filter: filter.trim() });
        setFilter("");
      }}
    >
      <TextInput
        description="As in the fleet's filter bar: status:0,tags:north*. Empty means every endpoint."
        label="Filter"
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        spellCheck={false}
        value={filter}
      />
      <Button type="submit">Add endpoints</Button>
    </form>
  );
}

function KeptSources({ onAdd }: AddSourceProps): ReactElement {
  const views = useFleetdesk((state) => shown(state.views)) ?? [];
  const audiences = useFleetdesk((state) => shown(state.audiences)) ?? [];
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const selection = useFleetdesk((state) => state.fleetLists[`endpoint ${connection ?? ""}`]?.selection);
  const chosen = selection?.kind === "some" ? [...selection.ids] : [];
  const offered = [
    ...views
      .filter(({ collection }) => collection === "endpoint")
      .map(({ id, name }) => ({ value: `view ${id}`, label: `View: ${name}` })),
    ...audiences.map(({ id, name, size }) => ({ value: `audience ${id}`, label: `Audience: ${name} (${size})` })),
  ];
  return (
    <div className={classes["row"]}>
      <Select
        data={offered}
        disabled={offered.length === 0}
        label="Saved view or audience"
        onChange={(value) => {
          const [kind, id] = (value ?? "").split(" ");
          if (kind === "view") onAdd({ view: Number(id) });
          if (kind === "audience") onAdd({ audience: Number(id) });
        }}
        placeholder={offered.length === 0 ? "None is kept" : "Choose"}
        value={null}
      />
      <Button disabled={chosen.length === 0} onClick={() => onAdd({ ids: chosen })}>
        {chosen.length === 0
          ? "Nothing is selected in the fleet"
          : `Add ${counted(chosen.length, "selected endpoint")}`}
      </Button>
    </div>
  );
}

function CampaignSource({ onAdd }: AddSourceProps): ReactElement | undefined {
  const campaigns = useFleetdesk((state) => shown(state.campaigns)) ?? [];
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const [campaignId, setCampaign] = useState<string | null>(null);
  const [which, setWhich] = useState<CampaignPart>("silent");
  const ours = campaigns.filter((campaign) => campaign.connection === connection);
  if (ours.length === 0) return undefined;
  return (
    <div className={classes["row"]}>
      <Select
        data={ours.map((campaign) => ({ value: campaign.campaignId, label: campaign.name }))}
        label="Earlier campaign"
        onChange={setCampaign}
        placeholder="Choose"
        value={campaignId}
      />
      <Select
        allowDeselect={false}
        data={Object.entries(partWords).map(([value, label]) => ({ value, label }))}
        label="Who of it"
        onChange={(value) => setWhich((value ?? "all") as CampaignPart)}
        value={which}
      />
      <Button
        disabled={campaignId === null}
        onClick={() => {
          if (campaignId !== null) onAdd({ campaign: { campaignId, which } });
        }}
      >
        Add them
      </Button>
    </div>
  );
}
