/**
 * What a person and the address do to a filter: a text that can be read becomes chips, a text that cannot stays where it is, with
 * the place of its error, beside the last filter that could be read.
 *
 * Invariant: what a person has typed meanwhile is never overwritten by an answer; commits follow one another.
 */
import type { Condition, Field, GrammarProblem } from "#contract/fleet.ts";
import type { FilterState } from "../../lib/filter-state.ts";
import { beginsAField, completed, filterText, guessed } from "./filter-text.ts";

export interface Reading {
  readonly conditions: readonly Condition[];
  readonly filterProblem?: GrammarProblem | undefined;
}

/** Where a filter stands, who reads the grammar, and what becomes of it. */
export interface FilterHome {
  readonly fields: () => readonly Field[];
  readonly now: () => FilterState;
  readonly change: (part: Partial<FilterState>) => void;
  /** Never rejects: what keeps a filter from being read is its problem. */
  readonly read: (filter: string) => Promise<Reading>;
  /** The filter is meant; `typing` makes it one step of the history with the one before. */
  readonly apply: (filter: string, typing: boolean) => void;
  /** Calls once what is typed together has come, and returns what keeps it from calling. Missing: a text takes effect when it is meant, not while it is typed. */
  readonly debounce?: ((then: () => void) => () => void) | undefined;
}

export interface FilterActions {
  readonly type: (draft: string) => void;
  /** Makes chips of a text, or of what is typed, and answers with all chips; undefined where it cannot be read. */
  readonly commit: (text?: string) => Promise<readonly Condition[] | undefined>;
  readonly put: (conditions: readonly Condition[], draft: string) => void;
  /** Narrows by one more condition, which replaces one of the same field. */
  readonly add: (condition: Condition) => void;
  /** Reads the filter of an address into chips. */
  readonly takeIn: (filter: string) => Promise<void>;
  readonly end: () => void;
}

export function createFilterActions(home: FilterHome): FilterActions {
  const { fields, now, change, read, debounce } = home;
  let cancelDebounce = (): void => undefined;
  /** The last reading that counts; older ones are dropped. */
  let turn = 0;
  /** While one condition is being typed, its steps are one step of the history. */
  let typing = false;
  let committing = false;
  let queue: Promise<unknown> = Promise.resolve();
  /** The last address that is being read, or was; what is typed takes effect on top of it. */
  let arriving = Promise.resolve();
  /** The last address that counts. */
  let arrivals = 0;

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
    // What somebody has typed while the address was read stays, and is about to take effect.
    if (now().draft !== before) return;
    cancelDebounce();
    change({ draft: filterProblem === undefined ? "" : filter, problem: filterProblem });
  };
  const takeIn = async (filter: string): Promise<void> => {
    arriving = readIn(filter);
    await arriving;
  };
  const takeEffect = async (text: string): Promise<void> => {
    const mine = (turn += 1);
    await arriving;
    const bare = !/[:,]/.test(text);
    const guess = bare && !beginsAField(text, fields()) ? guessed(text, fields()) : undefined;
    const { conditions, filterProblem } = await read(bare ? (guess === undefined ? "" : filterText([guess])) : text);
    if (mine !== turn) return;
    // What is only not finished yet is no mistake.
    const wrong = filterProblem !== undefined && filterProblem.position <= text.trimEnd().length;
    change({ problem: wrong ? filterProblem : undefined });
    if (filterProblem !== undefined) return;
    apply(filterText([...now().conditions, ...conditions]));
    typing = true;
  };
  const type = (text: string): void => {
    change({ draft: text, problem: undefined });
    cancelDebounce();
    // What is typed beside a commit takes effect when that is done.
    if (committing) return;
    if (/[^,\s],\s*$/.test(text)) void commit();
    else if (debounce !== undefined) cancelDebounce = debounce(() => void takeEffect(text));
  };
  const makeChips = async (input: string | undefined): Promise<readonly Condition[] | undefined> => {
    const initialDraft = now().draft;
    const text = completed((input ?? initialDraft).replace(/[\s,]+$/, ""), fields());
    const guess = guessed(text, fields());
    turn += 1;
    await arriving;
    const { conditions, filterProblem } = await read(guess === undefined ? text : filterText([guess]));
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
    const work = async (): Promise<readonly Condition[] | undefined> => {
      const before = now().draft;
      const chips = await makeChips(text);
      committing = false;
      const { draft } = now();
      if (draft !== "" && draft !== before) type(draft);
      return chips;
    };
    const mine = queue.then(work, work);
    queue = mine;
    return await mine;
  };
  const put = (conditions: readonly Condition[], draft: string): void => {
    cancelDebounce();
    // What is put takes the place of an address that is still being read.
    arrivals += 1;
    typing = false;
    change({ conditions, draft, problem: undefined });
    if (debounce === undefined) apply(filterText(conditions));
    else void takeEffect(draft);
  };
  const add = (condition: Condition): void =>
    put([...now().conditions.filter(({ field }) => field !== condition.field), condition], now().draft);
  return { type, commit, put, add, takeIn, end: () => cancelDebounce() };
}

function same(a: Condition, b: Condition): boolean {
  return a.field === b.field && a.value === b.value;
}
