/**
 * Applies user input and address changes to a filter. A valid text becomes chips; an invalid one stays in the input with the
 * position of its error, while the last valid filter stays applied.
 *
 * Invariant: a response never overwrites concurrent input; commits are serialised.
 */
import type { Condition, Field, GrammarProblem } from "#shared/contract/fleet/fleet.ts";
import type { FilterState } from "../../lib/filter-state.ts";
import { isFieldPrefix, completeChoice, filterText, searchTextOf } from "./filter-text.ts";

export interface Reading {
  readonly conditions: readonly Condition[];
  readonly filterProblem?: GrammarProblem;
}

/** Owner of a filter: holds its state, parses the grammar, and applies the result. */
export interface FilterOwner {
  readonly fields: () => readonly Field[];
  readonly now: () => FilterState;
  readonly change: (part: Partial<FilterState>) => void;
  /** Never rejects: a failure to parse, including a failed call, is returned as a problem. */
  readonly read: (filter: string) => Promise<Reading>;
  /** Applies the filter; `typing` replaces the last history entry instead of adding one. */
  readonly apply: (filter: string, typing: boolean) => void;
  /** Debounces `then` and returns a cancel function. If undefined, a text is applied on commit only, not while typing. */
  readonly debounce?: (then: () => void) => () => void;
}

export interface FilterActions {
  readonly type: (draft: string) => void;
  /** Converts a text, or the draft, to chips and resolves to all chips; undefined if it cannot be parsed. */
  readonly commit: (text?: string) => Promise<readonly Condition[] | undefined>;
  readonly put: (conditions: readonly Condition[], draft: string) => void;
  /** Adds a condition; it replaces one of the same field. */
  readonly add: (condition: Condition) => void;
  /** Parses the filter of an address into chips. */
  readonly loadFilter: (filter: string) => Promise<void>;
  /** The list is left: text that is still being parsed stays a draft. */
  readonly end: () => void;
}

export function createFilterActions(home: FilterOwner): FilterActions {
  const { fields, now, change, read, debounce } = home;
  let cancelDebounce = (): void => undefined;
  /** Number of the latest parse; older results are discarded. */
  let turn = 0;
  /** While one condition is being typed, its changes share one history entry. */
  let typing = false;
  let committing = false;
  let queue: Promise<unknown> = Promise.resolve();
  /** Resolves when the latest address has been parsed; input is applied after it. */
  let arriving = Promise.resolve();
  /** Number of the latest address. */
  let arrivals = 0;
  /** How often the list was left; a commit from before is discarded. */
  let ends = 0;

  const apply = (filter: string): void => {
    change({ applied: filter });
    home.apply(filter, typing);
  };

  const readIn = async (filter: string): Promise<void> => {
    const mine = (arrivals += 1);
    turn += 1;
    const { draft: before } = now();
    const { conditions, filterProblem } = await read(filter);
    if (mine !== arrivals) return;
    change({ conditions, applied: filter });
    // Text entered while the address was being parsed is preserved and will be applied next.
    if (now().draft !== before) return;
    cancelDebounce();
    change({ draft: filterProblem === undefined ? "" : filter, problem: filterProblem });
  };
  const loadFilter = async (filter: string): Promise<void> => {
    arriving = readIn(filter);
    await arriving;
  };
  const takeEffect = async (text: string): Promise<void> => {
    const mine = (turn += 1);
    await arriving;
    // While a text may become the name of a field, it is not searched for.
    const isOpen = !/[:,]/.test(text) && (isFieldPrefix(text, fields()) || searchTextOf(text, fields()) === undefined);
    const { conditions, filterProblem } = await read(isOpen ? "" : text);
    if (mine !== turn) return;
    // An incomplete text is not an error yet.
    const isInvalid = filterProblem !== undefined && filterProblem.position <= text.trimEnd().length;
    change({ problem: isInvalid ? filterProblem : undefined });
    if (filterProblem !== undefined) return;
    apply(filterText([...now().conditions, ...conditions]));
    typing = true;
  };
  const type = (text: string): void => {
    change({ draft: text, problem: undefined });
    cancelDebounce();
    // Input during a commit is applied after it.
    if (committing) return;
    if (/[^,\s],\s*$/.test(text)) void commit();
    else if (debounce !== undefined) cancelDebounce = debounce(() => void takeEffect(text));
  };
  const makeChips = async (
    input: string | undefined,
    isCurrent: () => boolean,
  ): Promise<readonly Condition[] | undefined> => {
    const initialDraft = now().draft;
    const text = completeChoice((input ?? initialDraft).replace(/[\s,]+$/, ""), fields());
    turn += 1;
    await arriving;
    const { conditions, filterProblem } = await read(text);
    if (!isCurrent()) return undefined;
    if (filterProblem !== undefined) {
      change({ problem: filterProblem });
      return undefined;
    }
    const { conditions: current, draft } = now();
    const next = [...current, ...conditions.filter((one) => !current.some((other) => same(one, other)))];
    change({
      conditions: next,
      draft: draft.startsWith(initialDraft) ? draft.slice(initialDraft.length) : draft,
      problem: undefined,
    });
    apply(filterText(next));
    typing = false;
    return next;
  };
  const commit = async (text?: string): Promise<readonly Condition[] | undefined> => {
    cancelDebounce();
    committing = true;
    const before = ends;
    const isCurrent = (): boolean => ends === before;
    const work = async (): Promise<readonly Condition[] | undefined> => {
      const initialDraft = now().draft;
      const chips = await makeChips(text, isCurrent);
      committing = false;
      const { draft } = now();
      if (isCurrent() && draft !== "" && draft !== initialDraft) type(draft);
      return chips;
    };
    const mine = queue.then(work, work);
    queue = mine;
    return await mine;
  };
  const put = (conditions: readonly Condition[], draft: string): void => {
    cancelDebounce();
    // A filter that is set replaces an address that is still being parsed.
    arrivals += 1;
    typing = false;
    change({ conditions, draft, problem: undefined });
    if (debounce === undefined) apply(filterText(conditions));
    else void takeEffect(draft);
  };
  const add = (condition: Condition): void =>
    put([...now().conditions.filter(({ field }) => field !== condition.field), condition], now().draft);
  const end = (): void => {
    cancelDebounce();
    turn += 1;
    ends += 1;
  };
  return { type, commit, put, add, loadFilter, end };
}

function same(a: Condition, b: Condition): boolean {
  return a.field === b.field && a.value === b.value;
}
