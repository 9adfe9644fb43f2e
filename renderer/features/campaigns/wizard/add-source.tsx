/** Adds a source: a filter, a saved view, a saved audience, the selection of the endpoint list, or an earlier campaign. */
import { t } from "#shared/texts/text.ts";
import { Button, Select } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { AudienceSource, CampaignPart } from "#shared/contract/campaigns/campaign-schemas.ts";
import { cachedData, useFleetData } from "../../../data/fleet-query.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { selectedEndpoints } from "../../../app/tables-slice.ts";
import { useConnection } from "../../../data/connection.ts";
import { Panel } from "../../../ui/panel.tsx";
import classes from "./wizard.module.css";
import { recipientGroupLabels } from "./plan-text.ts";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { fleet } from "../../../lib/fleet.ts";
import { FilterSource, SavedSources, type SavedSourcesProps } from "../../../ui/filter-bar/endpoint-sources.tsx";
import { filterText } from "../../../ui/filter-bar/filter-text.ts";
import type { Reading } from "../../../ui/filter-bar/filter-actions.ts";
import { readingOf, useChips } from "../../../ui/filter-bar/use-chips.ts";
import parts from "./audience.module.css";

interface AddSourceProps {
  readonly onAdd: (source: AudienceSource) => void;
}

export function AddSource({ onAdd }: AddSourceProps): ReactElement {
  return (
    <Panel title={t(($) => $.planning.add.title)}>
      <AddByFilter />
      <SavedSource onAdd={onAdd} />
      <CampaignSource onAdd={onAdd} />
    </Panel>
  );
}

function useConnectionName(): string | undefined {
  const current = useConnection()?.name;
  return useFleetdesk((state) => state.wizard?.connection) ?? current;
}

const savedTexts: SavedSourcesProps["texts"] = {
  label: t(($) => $.planning.add.saved),
  view: (name) => t(($) => $.planning.add.viewOption, { name }),
  audience: (name, size) => t(($) => $.planning.add.audienceOption, { name, size }),
  select: t(($) => $.planning.add.selectToAdd),
  noneSaved: t(($) => $.planning.add.noneSaved),
  pickSelected: (count) => t(($) => $.planning.add.addSelected, { count }),
  noneSelected: t(($) => $.planning.add.selectionHelp),
};

function SavedSource({ onAdd }: AddSourceProps): ReactElement {
  const { views = [] } = useFleetData("views.list", {}) ?? {};
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const connection = useConnectionName();
  const tables = useFleetdesk((state) => state.tables);
  return (
    <div className={classes["row"]}>
      <SavedSources
        audiences={audiences}
        onPick={onAdd}
        selectedIds={selectedEndpoints(tables, connection ?? "")}
        texts={savedTexts}
        views={views}
      />
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

const noFields: readonly Field[] = [];
const ofEndpoints = { collection: "endpoint" } as const;

const readFilter = async (filter: string): Promise<Reading> =>
  await fleet.fleet.readQuery({ collection: "endpoint", filter });

/** Adds endpoints by a filter, with the filter bar of the endpoint list. Text that is not added yet is saved with the draft. */
function AddByFilter(): ReactElement {
  const fields = useFleetData("fleet.fields", ofEndpoints)?.fields ?? noFields;
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const addFilterSource = useFleetdesk((state) => state.addFilterSource);
  const savedText = useFleetdesk((state) => state.wizard?.body.invalidInput?.["filter"] ?? "");
  const chips = useChips({
    fields: () => cachedData("fleet.fields", ofEndpoints)?.fields ?? noFields,
    read: readFilter,
    draft: savedText,
  });
  const { conditions, draft, commit, put, now } = chips;
  // Restores saved text: complete conditions as chips, an incomplete one as text.
  useEffect(() => {
    const restore = async (): Promise<void> => {
      const { conditions: left, filterProblem } = await readingOf(readFilter)(savedText);
      if (filterProblem === undefined && now().draft === savedText) put(left, "");
    };
    if (savedText !== "") void restore();
    // oxlint-disable-next-line react/exhaustive-deps -- only on mount
  }, []);
  const written = [filterText(conditions), draft.trim()].filter((part) => part !== "").join(",");
  useEffect(() => {
    if (written !== savedText) typeInto("filter", written);
  }, [savedText, typeInto, written]);
  const add = async (): Promise<void> => {
    const turn = useFleetdesk.getState().wizard?.turn;
    const all = await commit();
    if (all === undefined || turn === undefined) return;
    put([], now().draft);
    // The step may be unmounted while the filter is parsed; its effect would then not save the empty field.
    addFilterSource(turn, filterText(all), now().draft);
  };
  return (
    <div className={parts["filter"]} data-field="filter">
      <FilterSource
        chips={chips}
        fields={fields}
        onUse={() => void add()}
        placeholder={t(($) => $.planning.add.filterPlaceholder)}
        useAll={t(($) => $.planning.add.addAll)}
        useMatching={t(($) => $.planning.add.addMatching)}
      />
    </div>
  );
}
