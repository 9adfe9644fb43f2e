/** Synchronises the filter input of a list with its query. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Condition, GrammarProblem } from "#shared/contract/fleet/fleet.ts";
import { cachedData } from "../../data/fleet-query.ts";
import { readTextDraft, saveTextDraft, subscribeToTextDrafts } from "../../lib/draft-storage.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { type FilterActions, createFilterActions, type FilterOwner } from "../../ui/filter-bar/filter-actions.ts";
import { filterText } from "../../ui/filter-bar/filter-text.ts";
import { readingOf } from "../../ui/filter-bar/use-chips.ts";
import { emptyFleetList, type FleetList, listKey, type ListName, type ListQuery } from "./fleet-slice.ts";

export interface Filter extends Omit<FilterActions, "loadFilter" | "end"> {
  readonly conditions: readonly Condition[];
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
}

/** Batches key events that arrive at once; imperceptible. */
const debounceMs = 8;

export function useFilter(name: ListName, question: ListQuery): Filter {
  const { conditions, draft, problem, applied } = useFleetdesk(
    (state) => state.fleetLists[listKey(name)] ?? emptyFleetList,
  );
  const actions = useMemo(() => createFilterActions(filterHome(name)), [name]);
  // An address changed elsewhere (history, saved view, link) is parsed into chips.
  useEffect(() => {
    if (question.filter !== applied) void actions.loadFilter(question.filter);
  }, [question.filter, applied, actions]);
  useEffect(() => actions.end, [actions]);
  const commit: Filter["commit"] = async (text) => {
    const chips = await actions.commit(text);
    if (chips !== undefined && chips.length > 0) rememberFilter(name, filterText(chips));
    return chips;
  };
  return { conditions, draft, problem, type: actions.type, commit, put: actions.put, add: actions.add };
}

const mostRecent = 5;
const noFilters: readonly string[] = [];

/** Filters that were applied to a list, newest first, as a form that survives the window. */
export function useRecentFilters(name: ListName): readonly string[] {
  const stored = useSyncExternalStore(subscribeToTextDrafts, () => readTextDraft(recentKey(name)));
  return useMemo(() => (stored === "" ? noFilters : stored.split("\n")), [stored]);
}

function rememberFilter(name: ListName, filter: string): void {
  const key = recentKey(name);
  const others = readTextDraft(key)
    .split("\n")
    .filter((one) => one !== "" && one !== filter);
  saveTextDraft(key, [filter, ...others].slice(0, mostRecent).join("\n"));
}

function recentKey({ connection, collection }: ListName): string {
  return `filters/${connection}/${collection}`;
}

function filterHome(name: ListName): FilterOwner {
  return {
    fields: () => cachedData("fleet.fields", { collection: name.collection })?.fields ?? [],
    now: (): FleetList => useFleetdesk.getState().fleetLists[listKey(name)] ?? emptyFleetList,
    change: (part) => useFleetdesk.getState().changeFleetList(name, part),
    apply: (filter, typing) =>
      useFleetdesk.getState().setQuery({ filter: filter === "" ? undefined : filter }, { replace: typing }),
    read: readingOf(async (filter) => await fleet.fleet.readQuery({ collection: name.collection, filter })),
    debounce: (then) => {
      const timer = window.setTimeout(then, debounceMs);
      return () => window.clearTimeout(timer);
    },
  };
}
