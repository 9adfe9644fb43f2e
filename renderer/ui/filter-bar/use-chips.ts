/** A filter that stands on its page alone: chips once it is meant, text until then. */
import { useState, useSyncExternalStore } from "react";
import type { Condition, Field, GrammarProblem } from "#contract/fleet.ts";
import { failureOf } from "../../lib/fleet.ts";
import { emptyFilter, type FilterState } from "../../lib/filter-state.ts";
import { type FilterActions, createFilterActions, type Reading } from "./filter-actions.ts";

/** A reader of the grammar that never rejects: why it could not be asked is shown where the filter was typed. */
export function readingOf(read: (filter: string) => Promise<Reading>): (filter: string) => Promise<Reading> {
  return async (filter) => {
    if (filter === "") return { conditions: [] };
    try {
      return await read(filter);
    } catch (error) {
      return { conditions: [], filterProblem: { position: 1, text: failureOf(error).text } };
    }
  };
}

export interface ChipsHome {
  /** Called as it was at first. */
  readonly fields: () => readonly Field[];
  readonly read: (filter: string) => Promise<Reading>;
  /** The chips have changed. */
  readonly apply?: (filter: string) => void;
  /** What was left half written. */
  readonly draft?: string;
}

export interface Chips extends Pick<FilterActions, "type" | "commit" | "put" | "takeIn"> {
  readonly conditions: readonly Condition[];
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  readonly now: () => FilterState;
}

interface ChipsStore extends FilterActions {
  readonly now: () => FilterState;
  readonly subscribe: (changed: () => void) => () => void;
}

/** Beside the component, since an answer that comes late must see what stands there now. */
function createChipsStore(home: ChipsHome): ChipsStore {
  let state: FilterState = { ...emptyFilter, draft: home.draft ?? "" };
  const watching = new Set<() => void>();
  const actions = createFilterActions({
    fields: home.fields,
    read: readingOf(home.read),
    apply: (filter) => home.apply?.(filter),
    now: () => state,
    change: (part) => {
      state = { ...state, ...part };
      for (const changed of watching) changed();
    },
  });
  const subscribe = (changed: () => void): (() => void) => {
    watching.add(changed);
    return () => watching.delete(changed);
  };
  return { ...actions, now: () => state, subscribe };
}

/** What `home` is given at first counts for as long as the component is there. */
export function useChips(home: ChipsHome): Chips {
  const [{ now, subscribe, type, commit, put, takeIn }] = useState(() => createChipsStore(home));
  const { conditions, draft, problem } = useSyncExternalStore(subscribe, now);
  return { conditions, draft, problem, type, commit, put, takeIn, now };
}
