/** State of a filter bar that is independent of the address: chips after a commit, text before. */
import { useState, useSyncExternalStore } from "react";
import type { Condition, Field, GrammarProblem } from "#shared/contract/fleet/fleet.ts";
import { failureOf } from "../../lib/fleet.ts";
import { emptyFilter, type FilterState } from "../../lib/filter-state.ts";
import { type FilterActions, createFilterActions, type Reading } from "./filter-actions.ts";

/** Wraps a parser so that it never rejects: a failed call is shown at the filter. */
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

export interface ChipsOptions {
  /** Only the first value is used. */
  readonly fields: () => readonly Field[];
  readonly read: (filter: string) => Promise<Reading>;
  /** Called when the chips change. */
  readonly apply?: (filter: string) => void;
  /** Initial draft text. */
  readonly draft?: string;
}

export interface Chips extends Pick<FilterActions, "type" | "commit" | "put" | "loadFilter"> {
  readonly conditions: readonly Condition[];
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  readonly now: () => FilterState;
}

interface ChipsStore extends FilterActions {
  readonly now: () => FilterState;
  readonly subscribe: (changed: () => void) => () => void;
}

/** A store outside the component, since late responses must see the current state. */
function createChipsStore(home: ChipsOptions): ChipsStore {
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

/** Only the first `home` is used, for the lifetime of the component. */
export function useChips(home: ChipsOptions): Chips {
  const [{ now, subscribe, type, commit, put, loadFilter: takeIn }] = useState(() => createChipsStore(home));
  const { conditions, draft, problem } = useSyncExternalStore(subscribe, now);
  return { conditions, draft, problem, type, commit, put, loadFilter: takeIn, now };
}
