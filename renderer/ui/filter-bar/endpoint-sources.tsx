/** Sources of endpoints for a change or a campaign: a saved view or audience, the selection of the endpoint list, or a filter. */
import { Button, Select } from "@mantine/core";
import type { ReactElement } from "react";
import type { Audience, Field } from "#shared/contract/fleet/fleet.ts";
import type { View } from "#shared/contract/fleet/views.ts";
import { FilterBar } from "./filter-bar.tsx";
import type { Chips } from "./use-chips.ts";

type SavedSource = { readonly view: number } | { readonly audience: number } | { readonly ids: string[] };

export interface SavedSourcesProps {
  /** Of every collection; those of endpoints are offered. */
  readonly views: readonly View[];
  readonly audiences: readonly Audience[];
  readonly selectedIds: string[];
  readonly texts: {
    readonly label: string;
    readonly view: (name: string) => string;
    readonly audience: (name: string, size: number) => string;
    readonly select: string;
    readonly noneSaved: string;
    readonly pickSelected: (count: number) => string;
    readonly noneSelected: string;
  };
  readonly onPick: (source: SavedSource) => void;
}

export function SavedSources({ views, audiences, selectedIds, texts, onPick }: SavedSourcesProps): ReactElement {
  const offered = [
    ...views
      .filter(({ collection }) => collection === "endpoint")
      .map(({ id, name }) => ({ value: `view ${id}`, label: texts.view(name) })),
    ...audiences.map(({ id, name, size }) => ({ value: `audience ${id}`, label: texts.audience(name, size) })),
  ];
  return (
    <>
      <Select
        data={offered}
        disabled={offered.length === 0}
        label={texts.label}
        onChange={(value) => {
          const [kind, id] = (value ?? "").split(" ");
          if (kind === "view") onPick({ view: Number(id) });
          if (kind === "audience") onPick({ audience: Number(id) });
        }}
        placeholder={offered.length === 0 ? texts.noneSaved : texts.select}
        searchable
        value={null}
      />
      {selectedIds.length === 0 ? (
        <p className="muted">{texts.noneSelected}</p>
      ) : (
        <Button onClick={() => onPick({ ids: selectedIds })}>{texts.pickSelected(selectedIds.length)}</Button>
      )}
    </>
  );
}

export interface FilterSourceProps {
  readonly chips: Chips;
  readonly fields: readonly Field[];
  readonly placeholder: string;
  /** Labels of the button. */
  readonly useAll: string;
  readonly useMatching: string;
  readonly onUse: () => void;
}

/** The filter bar of the endpoint list, and the button that uses its filter. */
export function FilterSource({
  chips: { conditions, draft, problem, type, commit, put },
  fields,
  placeholder,
  useAll,
  useMatching,
  onUse,
}: FilterSourceProps): ReactElement {
  const empty = conditions.length === 0 && draft.trim() === "";
  return (
    <>
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onCommit={(text) => void commit(text)}
        onConditions={put}
        onDraft={type}
        onLeave={() => undefined}
        placeholder={placeholder}
        problem={problem}
      />
      {/* Next to the filter bar: below it, the bar's suggestions would cover the button. */}
      <Button onClick={onUse} style={{ flex: "none" }}>
        {empty ? useAll : useMatching}
      </Button>
    </>
  );
}
