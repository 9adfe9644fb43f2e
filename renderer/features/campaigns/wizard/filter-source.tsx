/** Adds endpoints by a filter, with the filter bar of the endpoint list. Text that is not added yet is saved with the draft. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { Field } from "#shared/contract/fleet/fleet.ts";
import { cachedData, useFleetData } from "../../../data/fleet-query.ts";
import { fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { FilterBar } from "../../../ui/filter-bar/filter-bar.tsx";
import { filterText } from "../../../ui/filter-bar/filter-text.ts";
import type { Reading } from "../../../ui/filter-bar/filter-actions.ts";
import { readingOf, useChips } from "../../../ui/filter-bar/use-chips.ts";
import parts from "./audience.module.css";

const noFields: readonly Field[] = [];
const ofEndpoints = { collection: "endpoint" } as const;

const readFilter = async (filter: string): Promise<Reading> =>
  await fleet.fleet.readQuery({ collection: "endpoint", filter });

export function FilterSource(): ReactElement {
  const fields = useFleetData("fleet.fields", ofEndpoints)?.fields ?? noFields;
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const addFilterSource = useFleetdesk((state) => state.addFilterSource);
  const savedText = useFleetdesk((state) => state.wizard?.body.invalidInput?.["filter"] ?? "");
  const { conditions, draft, problem, type, commit, put, now } = useChips({
    fields: () => cachedData("fleet.fields", ofEndpoints)?.fields ?? noFields,
    read: readFilter,
    draft: savedText,
  });
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
  const empty = conditions.length === 0 && draft.trim() === "";
  return (
    <div className={parts["filter"]}>
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onCommit={(text) => void commit(text)}
        onConditions={put}
        onDraft={type}
        onLeave={() => undefined}
        placeholder={t(($) => $.planning.add.filterPlaceholder)}
        problem={problem}
      />
      <Button onClick={() => void add()}>
        {empty ? t(($) => $.planning.add.addAll) : t(($) => $.planning.add.addMatching)}
      </Button>
    </div>
  );
}
