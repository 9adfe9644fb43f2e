/**
 * The filter of a list between what is typed and what is asked: a text that can be read takes effect as it is typed, a text that
 * cannot stays where it is, with the place of its error, beside the last filter that could be read.
 *
 * Invariant: what a person has typed meanwhile is never overwritten by an answer; commits follow one another.
 */
import { useEffect, useMemo } from "react";
import type { Condition, Field, GrammarProblem } from "#contract/fleet.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { beginsAField, filterText, guessed } from "../../ui/filter-bar/filter-text.ts";
import { emptyFleetList, type FleetList, listKey, type ListName, type ListQuestion } from "./fleet-slice.ts";

export interface Filter {
  readonly conditions: readonly Condition[];
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  readonly type: (draft: string) => void;
  /** Makes chips of a text, or of what is typed. */
  readonly commit: (text?: string) => void;
  readonly put: (conditions: readonly Condition[], draft: string) => void;
  /** Narrows by one more condition, which replaces one of the same field. */
  readonly add: (condition: Condition) => void;
}

interface Reading {
  readonly conditions: readonly Condition[];
  readonly filterProblem?: GrammarProblem | undefined;
}

type Deeds = Pick<Filter, "type" | "commit" | "put" | "add"> & {
  readonly takeIn: (filter: string) => Promise<void>;
  readonly end: () => void;
};

/** Keys that come together are read together; nobody feels it. */
const settleMs = 8;

export function useFilter(name: ListName, question: ListQuestion, fields: readonly Field[]): Filter {
  const { conditions, draft, problem, applied } = useFleetdesk(
    (state) => state.fleetLists[listKey(name)] ?? emptyFleetList,
  );
  const deeds = useMemo(() => filterDeeds(name, fields), [name, fields]);
  // An address that came from elsewhere (history, saved view, link) is read into chips.
  useEffect(() => {
    if (question.filter !== applied) void deeds.takeIn(question.filter);
  }, [question.filter, applied, deeds]);
  useEffect(() => deeds.end, [deeds]);
  return { conditions, draft, problem, type: deeds.type, commit: deeds.commit, put: deeds.put, add: deeds.add };
}

function filterDeeds(name: ListName, fields: readonly Field[]): Deeds {
  let timer: number | undefined;
  /** The last reading that counts; older ones are dropped. */
  let turn = 0;
  /** While one condition is being typed, its steps are one step of the history. */
  let typing = false;
  let committing = false;
  let queue = Promise.resolve();

  const now = (): FleetList => useFleetdesk.getState().fleetLists[listKey(name)] ?? emptyFleetList;
  const change = (part: Partial<FleetList>): void => useFleetdesk.getState().changeFleetList(name, part);
  const read = async (filter: string): Promise<Reading> => {
    if (filter === "") return { conditions: [] };
    try {
      return await fleet.fleet.readQuery({ collection: name.collection, filter });
    } catch (error) {
      // Shown where it was typed, like anything else that keeps a filter from taking effect.
      const { message } = failureOf(error);
      return { conditions: [], filterProblem: { position: 1, expected: "", found: "", message } };
    }
  };
  const ask = (filter: string): void => {
    change({ applied: filter });
    useFleetdesk.getState().refine({ filter: filter === "" ? undefined : filter }, { replace: typing });
  };

  const takeIn = async (filter: string): Promise<void> => {
    const mine = (turn += 1);
    const { conditions, filterProblem } = await read(filter);
    if (mine !== turn) return;
    change({ conditions, draft: filterProblem === undefined ? "" : filter, problem: filterProblem, applied: filter });
  };
  const takeEffect = async (text: string): Promise<void> => {
    const mine = (turn += 1);
    const bare = !/[:,]/.test(text);
    const guess = bare && !beginsAField(text, fields) ? guessed(text, fields) : undefined;
    const { conditions, filterProblem } = await read(bare ? (guess === undefined ? "" : filterText([guess])) : text);
    if (mine !== turn) return;
    // What is only not finished yet is no mistake.
    const wrong = filterProblem !== undefined && filterProblem.position <= text.trimEnd().length;
    change({ problem: wrong ? filterProblem : undefined });
    if (filterProblem !== undefined) return;
    ask(filterText([...now().conditions, ...conditions]));
    typing = true;
  };
  const type = (text: string): void => {
    change({ draft: text, problem: undefined });
    window.clearTimeout(timer);
    // What is typed beside a commit takes effect when that is done.
    if (committing) return;
    if (/[^,\s],\s*$/.test(text)) commit();
    else timer = window.setTimeout(() => void takeEffect(text), settleMs);
  };
  const makeChips = async (given: string | undefined): Promise<void> => {
    const typed = now().draft;
    const text = (given ?? typed).replace(/[\s,]+$/, "");
    const guess = guessed(text, fields);
    turn += 1;
    const { conditions, filterProblem } = await read(guess === undefined ? text : filterText([guess]));
    if (filterProblem !== undefined) return change({ problem: filterProblem });
    const { conditions: kept, draft } = now();
    const next = [...kept, ...conditions.filter((one) => !kept.some((other) => same(one, other)))];
    change({
      conditions: next,
      draft: draft.startsWith(typed) ? draft.slice(typed.length) : draft,
      problem: undefined,
    });
    ask(filterText(next));
    typing = false;
  };
  const commit = (text?: string): void => {
    window.clearTimeout(timer);
    committing = true;
    const work = async (): Promise<void> => {
      const before = now().draft;
      await makeChips(text);
      committing = false;
      const { draft } = now();
      if (draft !== "" && draft !== before) type(draft);
    };
    queue = queue.then(work, work);
  };
  const put = (conditions: readonly Condition[], draft: string): void => {
    window.clearTimeout(timer);
    typing = false;
    change({ conditions, draft, problem: undefined });
    void takeEffect(draft);
  };
  const add = (condition: Condition): void =>
    put([...now().conditions.filter(({ field }) => field !== condition.field), condition], now().draft);
  return { type, commit, put, add, takeIn, end: () => window.clearTimeout(timer) };
}

function same(a: Condition, b: Condition): boolean {
  return a.field === b.field && a.value === b.value;
}
