/** Step 1, audience: sources are added and removed in order; excluded rows are listed with row number and reason. */
import { t } from "#shared/texts/text.ts";
import { type KeyboardEvent, type ReactElement, useCallback, useEffect, useState } from "react";
import type { AudienceSteps, AudienceSource, CampaignPart } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { DropZone } from "../../../ui/drop-zone/drop-zone.tsx";
import { emptyBody } from "./draft-body.ts";
import { ListSource, useListFile } from "./list-source.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import classes from "./wizard.module.css";
import { ActionIcon, Button, SegmentedControl, Textarea, TextInput, Select } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from "@tabler/icons-react";
import { Panel } from "../../../ui/panel.tsx";
import { useNames } from "./use-names.ts";
import { formatSource, moveStep, recipientGroupLabels, suppressionText } from "./plan-text.ts";
import type { Suppressed } from "#shared/contract/campaigns/suppression.ts";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { runAction, useActionCall } from "../../../app/actions/run-action.tsx";
import { FailureCallout } from "../../../ui/callout.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import {
  type AddedEntries,
  addToSuppressionList,
  removeFromSuppressionList,
  type SuppressionInput,
} from "../suppression-actions.ts";
import { cachedData, useFleetData } from "../../../data/fleet-query.ts";
import { selectedEndpoints } from "../../../app/tables-slice.ts";
import { useConnection } from "../../../data/connection.ts";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { FilterSource, SavedSources, type SavedSourcesProps } from "../../../ui/filter-bar/endpoint-sources.tsx";
import { filterText } from "../../../ui/filter-bar/filter-text.ts";
import type { Reading } from "../../../ui/filter-bar/filter-actions.ts";
import { readingOf, useChips } from "../../../ui/filter-bar/use-chips.ts";

const emptyAudience: AudienceSteps = [];

export function AudienceStep(): ReactElement {
  const audience = useFleetdesk((state) => (state.wizard?.body ?? emptyBody).audience) ?? emptyAudience;
  const put = useFleetdesk((state) => state.writeAudience);
  const file = useListFile();
  const dropped = useFleetdesk((state) => state.droppedLists);
  const takeDropped = useFleetdesk((state) => state.takeDroppedLists);
  useEffect(() => {
    const files = takeDropped();
    if (files.length > 0) void file.take(files);
    // oxlint-disable-next-line react/exhaustive-deps -- only for new files
  }, [dropped, takeDropped]);
  const add = (source: AudienceSteps[number]["source"]): void => {
    const now = useFleetdesk.getState().wizard?.body.audience ?? [];
    put([...now, { op: "add", source }]);
  };
  return (
    <div className={classes["dropTarget"]}>
      <DropZone label={t(($) => $.planning.steps.audience)} onFiles={(files) => void file.take(files)}>
        <div className={classes["two"]}>
          <div className={classes["column"]}>
            <SourceList audience={audience} onChange={put} />
            <ListSource audience={audience} file={file} onChange={put} />
            <AddSource onAdd={add} />
            <SuppressionLine />
          </div>
          <PreviewPanel />
        </div>
      </DropZone>
    </div>
  );
}

// The steps of an audience in order; they are moved with buttons, the keyboard or the mouse.

interface SourceListProps {
  readonly audience: AudienceSteps;
  readonly onChange: (audience: AudienceSteps) => void;
}

function SourceList({ audience, onChange }: SourceListProps): ReactElement {
  const names = useNames(audience);
  const announce = useFleetdesk((state) => state.announce);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const move = (from: number, to: number): void => {
    const next = moveStep(audience, from, to);
    if (next === audience) return;
    onChange(next);
    announce(t(($) => $.planning.sources.reordered, { from: from + 1, to: to + 1 }));
  };
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <Panel title={t(($) => $.planning.sources.title)}>
      {audience.length === 0 ? <p className="muted">{t(($) => $.planning.sources.empty)}</p> : undefined}
      <ol className={classes["sources"]}>
        {audience.map(({ op, source }, index) => (
          // Two steps may have the same source, so their position identifies them.
          // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/no-noninteractive-element-interactions -- buttons and keys are alternatives to dragging
          <li
            data-dragged={dragged === index || undefined}
            data-over={(over === index && dragged !== undefined && dragged !== index) || undefined}
            draggable={audience.length > 1}
            // oxlint-disable-next-line react/no-array-index-key -- as above
            key={`${index} ${Object.keys(source).join(" ")}`}
            onDragEnd={end}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              setOver(index);
            }}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(index);
            }}
            onDrop={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged, index);
              end();
            }}
          >
            <SourceRow
              count={audience.length}
              index={index}
              onMove={(to) => move(index, to)}
              onOp={(next) => onChange(audience.map((each, at) => (at === index ? { ...each, op: next } : each)))}
              onRemove={() => onChange(audience.filter((_, at) => at !== index))}
              op={op}
              label={formatSource(source, names)}
            />
          </li>
        ))}
      </ol>
      {audience[0]?.op === "remove" ? (
        <p className={classes["bad"]}>{t(($) => $.planning.sources.firstExcludes)}</p>
      ) : undefined}
    </Panel>
  );
}

interface SourceRowProps {
  readonly index: number;
  readonly count: number;
  readonly op: "add" | "remove";
  readonly label: string;
  readonly onOp: (op: "add" | "remove") => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function SourceRow({ index, count, op, label, onOp, onMove, onRemove }: SourceRowProps): ReactElement {
  const step = index + 1;
  const keys = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(index + (event.key === "ArrowUp" ? -1 : 1));
  };
  return (
    <>
      {count > 1 ? <IconGripVertical aria-hidden="true" className={classes["grip"]} size={14} /> : undefined}
      <SegmentedControl
        aria-label={t(($) => $.planning.sources.operation, { step })}
        data={[
          { value: "add", label: t(($) => $.common.add) },
          { value: "remove", label: t(($) => $.planning.sources.exclude) },
        ]}
        onChange={(value) => onOp(value === "remove" ? "remove" : "add")}
        value={op}
      />
      <span className={classes["label"]}>{label}</span>
      <ActionIcon
        aria-label={t(($) => $.planning.sources.moveUp, { step })}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
        onKeyDown={keys}
      >
        <IconArrowUp aria-hidden="true" size={14} />
      </ActionIcon>
      <ActionIcon
        aria-label={t(($) => $.planning.sources.moveDown, { step })}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
        onKeyDown={keys}
      >
        <IconArrowDown aria-hidden="true" size={14} />
      </ActionIcon>
      <ActionIcon aria-label={t(($) => $.planning.sources.removeStep, { step })} onClick={onRemove} onKeyDown={keys}>
        <IconX aria-hidden="true" size={14} />
      </ActionIcon>
    </>
  );
}

// The suppression list: its size, and a small editor.

function SuppressionLine(): ReactElement {
  const [turn, setTurn] = useState(0);
  const values = useFleetdesk((state) => state.wizard?.body.invalidInput?.["suppress"] ?? "");
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const clearSubmitted = useFleetdesk((state) => state.clearSubmittedInput);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const [opened, setOpened] = useState(values !== "");
  const [note, setNote] = useState("");
  const [added, setAdded] = useState<AddedEntries>();
  const list = useAsyncState(useCallback((signal) => listAt(connection, turn, signal), [connection, turn]));
  const entries = dataOf(list)?.entries ?? [];
  const scope = connection === undefined ? {} : { connection };
  // The preview is refreshed separately; only the list is loaded again here.
  const changed = (): void => setTurn((before) => before + 1);
  const input: SuppressionInput = {
    ...scope,
    text: values,
    note,
    onAdded: (result) => {
      setAdded(result);
      clearSubmitted({ field: "suppress", text: values });
      setNote((now) => (now === note ? "" : now));
      changed();
    },
  };
  const { failure, busy, disabledReason, run } = useActionCall(addToSuppressionList, input);
  const remove = async (value: string): Promise<void> => {
    if (await runAction(removeFromSuppressionList, { ...scope, values: [value] })) changed();
  };
  return (
    <Panel
      aside={
        <Button onClick={() => setOpened(!opened)}>
          {opened ? t(($) => $.common.close) : t(($) => $.planning.suppression.manage)}
        </Button>
      }
      title={t(($) => $.planning.suppression.title)}
    >
      <p className="muted">{suppressionText(list)}</p>
      {opened ? (
        <>
          <Textarea
            autosize
            data-field="suppress"
            label={t(($) => $.planning.suppression.identifiers)}
            maxRows={6}
            minRows={2}
            onChange={({ currentTarget }) => typeInto("suppress", currentTarget.value)}
            value={values}
          />
          <TextInput
            label={t(($) => $.planning.suppression.reason)}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            value={note}
          />
          <div className="controls">
            <Button
              disabled={disabledReason !== undefined}
              loading={busy}
              onClick={() => void run(input)}
              title={disabledReason}
            >
              {t(($) => $.campaigns.suppression.add)}
            </Button>
          </div>
          {added === undefined || failure !== undefined ? undefined : <p role="status">{formatAdded(added)}</p>}
          <FailureCallout failure={failure} title={t(($) => $.planning.suppression.failed)} />
          <ul className={classes["entries"]}>
            {entries.map(({ value, note: reason, name, formerEndpoints: previous = [] }) => (
              <li key={value}>
                <span className="mono">{value}</span>
                <span className="muted">
                  {[name, ...previous.map(formatPrevious), reason]
                    .filter((word) => word !== undefined && word !== "")
                    .join(" · ")}
                </span>
                <ActionIcon
                  aria-label={t(($) => $.campaigns.suppression.remove, { value })}
                  disabled={busy}
                  onClick={() => void remove(value)}
                >
                  <IconX aria-hidden="true" size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      ) : undefined}
    </Panel>
  );
}

/** An endpoint that the entry no longer identifies but still protects. */
function formatPrevious({ endpoint, name, was }: NonNullable<Suppressed["formerEndpoints"]>[number]): string {
  return was !== undefined && was !== name
    ? t(($) => $.planning.suppression.renamed, { name: name ?? endpoint, before: was })
    : t(($) => $.planning.suppression.carriedBefore, { name: name ?? endpoint });
}

function formatAdded({ added, named, unmatched, firstUnmatched }: AddedEntries): string {
  const sentences = [
    t(($) => $.planning.suppression.added, { count: added }),
    t(($) => $.planning.suppression.matching, { count: named }),
  ];
  if (unmatched === 0) return sentences.join(" ");
  const first = firstUnmatched.join(", ");
  const values =
    unmatched > firstUnmatched.length ? t(($) => $.planning.suppression.andMore, { values: first }) : first;
  return [...sentences, t(($) => $.planning.suppression.notMatching, { count: unmatched, values })].join(" ");
}

/** `_turn` triggers a reload. */
async function listAt(
  connection: string | undefined,
  _turn: number,
  signal: AbortSignal,
): ReturnType<typeof fleet.suppression.list> {
  return await fleet.suppression.list(connection === undefined ? {} : { connection }, signal);
}

// Adds a source: a filter, a saved view, a saved audience, the selection of the endpoint list, or an earlier campaign.

interface AddSourceProps {
  readonly onAdd: (source: AudienceSource) => void;
}

function AddSource({ onAdd }: AddSourceProps): ReactElement {
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
        placeholder={t(($) => $.planning.add.selectCampaign)}
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
    <div className={`controls ${classes["filter"]}`} data-field="filter">
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
