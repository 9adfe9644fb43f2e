/** The filter row of a list: filter, audience, saved view. */
import { t } from "#shared/texts/text.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { type ReactElement, useMemo } from "react";
import type { Collection, Field } from "#shared/contract/fleet/fleet.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { offerFilterUndo } from "../../app/actions/undo.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { filterText } from "../../ui/filter-bar/filter-text.ts";
import { currentField, type SuggestionSources } from "../../ui/filter-bar/suggestions.ts";
import { fieldInSentence } from "../../lib/field-label.ts";
import classes from "./fleet.module.css";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import { type Filter, useRecentFilters } from "./use-filter.ts";
import type { SavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { ViewControl } from "./view-control.tsx";

const examples: Readonly<Record<Collection, string>> = {
  endpoint: "status:enabled,tags:*meter*",
  sim: "status:activated,iccid:89883",
  imsi: "digits:29505",
  organisation: "name:*water*",
  user: "status:active,username:@example.com",
  tariff_plan: "name:*pool*",
};

export interface ListFilterProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly fields: readonly Field[];
  readonly filter: Filter;
  readonly savedLayout: SavedLayout;
}

export function ListFilter({ name, question, fields, filter, savedLayout }: ListFilterProps): ReactElement {
  const fieldNames = fields.flatMap((field) => (field.match === undefined ? [] : [fieldInSentence(field.name)]));
  const sources = useSources(name, filter, fields);
  const placeholder = t(($) => $.fleet.list.filterPlaceholder, {
    fields: fieldNames.slice(0, 5).join(", "),
    example: examples[name.collection],
  });
  return (
    <div className={classes["narrow"]}>
      {question.audience === undefined ? undefined : <AudienceChip audience={question.audience} />}
      <FilterBar
        conditions={filter.conditions}
        draft={filter.draft}
        fields={fields}
        onClear={offerFilterUndo}
        onCommit={(text) => void filter.commit(text)}
        sources={sources}
        onConditions={filter.put}
        onDraft={filter.type}
        onLeave={focusGrid}
        placeholder={placeholder}
        problem={filter.problem}
      />
      <ViewControl savedLayout={savedLayout} name={name} question={question} />
    </div>
  );
}

/** Counts of the values of the field that is being typed, among the rows of the other conditions, and the recent filters of the list. */
function useSources(name: ListName, { conditions, draft }: Filter, fields: readonly Field[]): SuggestionSources {
  const field = currentField(draft, fields);
  const isCounted = field !== undefined && field.match !== "criterion" && field.name !== "id";
  // After a pause in typing: rows have priority.
  const [pausedAt] = useDebouncedValue(draft, facetPauseMs);
  const facet = useFleetData(
    "fleet.facet",
    isCounted && currentField(pausedAt, fields) === field
      ? { ...name, field: field.name, filter: filterText(conditions), limit: mostCounted }
      : undefined,
  );
  const recent = useRecentFilters(name);
  return useMemo(() => ({ counts: facet?.values, recent }), [facet, recent]);
}

const facetPauseMs = 200;

/** Values of a field that are offered with their counts. */
const mostCounted = 12;

function AudienceChip({ audience }: { readonly audience: number }): ReactElement {
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const setQuery = useFleetdesk((state) => state.setQuery);
  const title =
    audiences.find(({ id }) => id === audience)?.name ?? t(($) => $.fleet.audiences.number, { number: audience });
  return (
    <span className={classes["audience"]}>
      <em>{t(($) => $.fleet.audiences.chip)}</em> {title}
      <button
        aria-label={t(($) => $.fleet.audiences.clear, { name: title })}
        onClick={() => setQuery({ audience: undefined })}
        type="button"
      >
        <IconX size={12} />
      </button>
    </span>
  );
}

/** Returns focus to the list. */
function focusGrid(): void {
  document.querySelector<HTMLElement>('[data-pane="page"] [role="grid"]')?.focus();
}
