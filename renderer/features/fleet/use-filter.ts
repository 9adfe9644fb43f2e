/**
 * The filter of a list between what is typed and what is asked: a text that can be read takes effect as it is typed, a text that
 * cannot stays where it is, with the place of its error, beside the last filter that could be read.
 */
import { useCallback, useEffect, useRef } from "react";
import type { Condition, Field, GrammarProblem } from "#contract/fleet.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { beginsAField, filterText, guessed } from "../../ui/filter-bar/filter-text.ts";
import { emptyFleetList, listKey, type ListName, type ListQuestion } from "./fleet-slice.ts";

export interface Filter {
  readonly conditions: readonly Condition[];
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  readonly type: (draft: string) => void;
  readonly commit: (text: string) => void;
  readonly put: (conditions: readonly Condition[], draft: string) => void;
  readonly add: (condition: Condition) => void;
}

interface Reading {
  readonly conditions: readonly Condition[];
  readonly filterProblem?: GrammarProblem | undefined;
}

/** Keys that come together are read together; nobody feels it. */
const settleMs = 8;

export function useFilter(name: ListName, question: ListQuestion, fields: readonly Field[]): Filter {
  const { conditions, draft, problem, applied } = useFleetdesk(
    (state) => state.fleetLists[listKey(name)] ?? emptyFleetList,
  );
  const change = useFleetdesk((state) => state.changeFleetList);
  const refine = useFleetdesk((state) => state.refine);
  const timer = useRef<number | undefined>(undefined);
  /** The last reading that counts; older ones are dropped. */
  const turn = useRef(0);
  /** While one condition is being typed, its steps are one step of the history. */
  const typing = useRef(false);
  const { collection } = name;

  const read = useCallback(
    async (filter: string): Promise<Reading> =>
      filter === "" ? { conditions: [] } : await fleet.fleet.readQuery({ collection, filter }),
    [collection],
  );
  const ask = useCallback(
    (filter: string, replace: boolean) => {
      change(name, { applied: filter });
      refine({ filter: filter === "" ? undefined : filter }, { replace });
    },
    [change, name, refine],
  );

  // An address that came from elsewhere (history, saved view, link) is read into chips.
  useEffect(() => {
    if (question.filter === applied) return;
    const mine = (turn.current += 1);
    const takeIn = async (): Promise<void> => {
      const { conditions, filterProblem } = await read(question.filter);
      if (mine !== turn.current) return;
      const unreadable = filterProblem !== undefined;
      change(name, {
        conditions,
        draft: unreadable ? question.filter : "",
        problem: filterProblem,
        applied: question.filter,
      });
    };
    void takeIn();
  }, [question.filter, applied, read, change, name]);

  const takeEffect = useCallback(
    async (text: string, kept: readonly Condition[]) => {
      const mine = (turn.current += 1);
      const bare = !/[:,]/.test(text);
      const guess = bare && !beginsAField(text, fields) ? guessed(text, fields) : undefined;
      const meant = bare ? (guess === undefined ? "" : filterText([guess])) : text;
      const answer = await read(meant);
      if (mine !== turn.current) return;
      const found = answer.filterProblem;
      // What is only not finished yet is no mistake.
      change(name, { problem: found === undefined || found.position > text.trimEnd().length ? undefined : found });
      if (found !== undefined) return;
      ask(filterText([...kept, ...answer.conditions]), typing.current);
      typing.current = true;
    },
    [ask, change, fields, name, read],
  );

  const put = useCallback(
    (next: readonly Condition[], nextDraft: string) => {
      window.clearTimeout(timer.current);
      change(name, { conditions: next, draft: nextDraft, problem: undefined });
      typing.current = false;
      void takeEffect(nextDraft, next);
    },
    [change, name, takeEffect],
  );
  const commit = useCallback(
    async (text: string) => {
      window.clearTimeout(timer.current);
      const mine = (turn.current += 1);
      const guess = guessed(text, fields);
      const answer = await read(guess === undefined ? text.replace(/[\s,]+$/, "") : filterText([guess]));
      if (mine !== turn.current) return;
      const found = answer.filterProblem;
      if (found !== undefined) return change(name, { problem: found });
      const fresh = answer.conditions.filter(
        ({ field, value }) => !conditions.some((one) => one.field === field && one.value === value),
      );
      const next = [...conditions, ...fresh];
      change(name, { conditions: next, draft: "", problem: undefined });
      ask(filterText(next), typing.current);
      typing.current = false;
    },
    [ask, change, conditions, fields, name, read],
  );
  const type = useCallback(
    (text: string) => {
      change(name, { draft: text, problem: undefined });
      window.clearTimeout(timer.current);
      if (/[^,\s],\s*$/.test(text)) return void commit(text);
      timer.current = window.setTimeout(() => void takeEffect(text, conditions), settleMs);
    },
    [change, commit, conditions, name, takeEffect],
  );
  const add = useCallback(
    ({ field, value }: Condition) => put([...conditions.filter((one) => one.field !== field), { field, value }], draft),
    [conditions, draft, put],
  );
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { conditions, draft, problem, type, commit: (text) => void commit(text), put, add };
}
