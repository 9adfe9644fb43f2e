/** The filter of a list between what is typed and what is asked. */
import { useEffect, useMemo } from "react";
import type { Condition, GrammarProblem } from "#contract/fleet.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { type Deeds, type FilteredList, filterDeeds, type Reading } from "./filter-deeds.ts";
import { emptyFleetList, type FleetList, listKey, type ListName, type ListQuestion } from "./fleet-slice.ts";

export interface Filter extends Omit<Deeds, "takeIn" | "end"> {
  readonly conditions: readonly Condition[];
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
}

/** Keys that come together are read together; nobody feels it. */
const settleMs = 8;

export function useFilter(name: ListName, question: ListQuestion): Filter {
  const { conditions, draft, problem, applied } = useFleetdesk(
    (state) => state.fleetLists[listKey(name)] ?? emptyFleetList,
  );
  const deeds = useMemo(() => filterDeeds(filteredList(name)), [name]);
  // An address that came from elsewhere (history, saved view, link) is read into chips.
  useEffect(() => {
    if (question.filter !== applied) void deeds.takeIn(question.filter);
  }, [question.filter, applied, deeds]);
  useEffect(() => deeds.end, [deeds]);
  return { conditions, draft, problem, type: deeds.type, commit: deeds.commit, put: deeds.put, add: deeds.add };
}

function filteredList(name: ListName): FilteredList {
  return {
    fields: () => useFleetdesk.getState().fleetFields[name.collection] ?? [],
    now: (): FleetList => useFleetdesk.getState().fleetLists[listKey(name)] ?? emptyFleetList,
    change: (part) => useFleetdesk.getState().changeFleetList(name, part),
    ask: (filter, typing) =>
      useFleetdesk.getState().refine({ filter: filter === "" ? undefined : filter }, { replace: typing }),
    read: async (filter): Promise<Reading> => {
      if (filter === "") return { conditions: [] };
      try {
        return await fleet.fleet.readQuery({ collection: name.collection, filter });
      } catch (error) {
        // Shown where it was typed, like anything else that keeps a filter from taking effect.
        const { message } = failureOf(error);
        return { conditions: [], filterProblem: { position: 1, expected: "", found: "", message } };
      }
    },
    settle: (then) => {
      const timer = window.setTimeout(then, settleMs);
      return () => window.clearTimeout(timer);
    },
  };
}
