/** The service's filter fields as chips and text, in the service's syntax; they also apply to the cache. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import { cachedData, useFleetData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { offerFilterUndo } from "../../app/actions/undo.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { useChips } from "../../ui/filter-bar/use-chips.ts";
import classes from "./events.module.css";
import { barFields } from "./events-request.ts";
import { useEvents } from "./use-events.ts";

export function GrammarFilter(): ReactElement {
  const filter = useFleetdesk((state) => state.address.query["filter"] ?? "");
  const setQuery = useFleetdesk((state) => state.setQuery);
  const eventFields = useFleetData("events.fields", {})?.fields;
  const fields = useMemo(() => barFields(eventFields ?? []), [eventFields]);
  const { list } = useEvents();
  const rejection = list.state === "failed" && list.failure.code === "filter-invalid" ? list.failure : undefined;
  /** The filter that the chips represent. */
  const applied = useRef("");
  const {
    conditions,
    draft,
    problem,
    type,
    commit,
    put,
    loadFilter: takeIn,
  } = useChips({
    fields: () => barFields(cachedData("events.fields", {})?.fields ?? []),
    read: async (text) => await fleet.events.readQuery({ filter: text }),
    apply: (text) => {
      applied.current = text;
      setQuery({ filter: text === "" ? undefined : text });
    },
  });
  // A changed address is parsed into chips.
  useEffect(() => {
    if (filter === applied.current) return;
    applied.current = filter;
    void takeIn(filter);
  }, [filter, takeIn]);
  return (
    <div className={classes["grammar"]}>
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onClear={offerFilterUndo}
        onCommit={(text) => void commit(text)}
        onConditions={put}
        onDraft={type}
        onLeave={() => document.querySelector<HTMLElement>('[data-pane="page"] [role="grid"]')?.focus()}
        placeholder={t(($) => $.events.filter.fields)}
        problem={problem}
      />
      {rejection === undefined ? undefined : (
        <p className={classes["error"]} role="alert">
          {formatText(rejection.text)}
        </p>
      )}
    </div>
  );
}
