/** The fields of the specification as chips and text, as the service takes them; they work on the copy as well. */
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { Condition, GrammarProblem } from "#contract/fleet.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { filterText, guessed } from "../../ui/filter-bar/filter-text.ts";
import classes from "./events.module.css";

interface Reading {
  readonly conditions: readonly Condition[];
  readonly filterProblem?: GrammarProblem | undefined;
}

async function readFilter(filter: string): Promise<Reading> {
  if (filter === "") return { conditions: [] };
  try {
    return await fleet.events.readQuery({ filter });
  } catch (error) {
    return {
      conditions: [],
      filterProblem: { position: 1, expected: "", found: "", message: failureOf(error).message },
    };
  }
}

export function GrammarFilter(): ReactElement {
  const filter = useFleetdesk((state) => state.address.query["filter"] ?? "");
  const refine = useFleetdesk((state) => state.refine);
  const fields = useFleetdesk((state) => state.eventFields);
  const refused = useFleetdesk((state) =>
    state.events.state === "failed" && state.events.failure.code === "filter-invalid"
      ? state.events.failure
      : undefined,
  );
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<GrammarProblem>();
  /** The filter that the chips stand for. */
  const applied = useRef("");
  const turn = useRef(0);
  // An address that came from elsewhere is read into chips.
  useEffect(() => {
    if (filter === applied.current) return;
    applied.current = filter;
    turn.current += 1;
    const mine = turn.current;
    const takeIn = async (): Promise<void> => {
      const { conditions: read, filterProblem } = await readFilter(filter);
      if (mine !== turn.current) return;
      setConditions(read);
      setDraft(filterProblem === undefined ? "" : filter);
      setProblem(filterProblem);
    };
    void takeIn();
  }, [filter]);
  const ask = (next: readonly Condition[]): void => {
    applied.current = filterText(next);
    setConditions(next);
    refine({ filter: applied.current === "" ? undefined : applied.current });
  };
  const commit = async (given?: string): Promise<void> => {
    const text = (given ?? draft).replace(/[\s,]+$/, "");
    const guess = guessed(text, fields);
    turn.current += 1;
    const mine = turn.current;
    const read = await readFilter(guess === undefined ? text : filterText([guess]));
    if (mine !== turn.current) return;
    setProblem(read.filterProblem);
    if (read.filterProblem !== undefined) return;
    setDraft("");
    ask([...conditions, ...read.conditions]);
  };
  return (
    <div className={classes["grammar"]}>
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onCommit={(text) => void commit(text)}
        onConditions={(next, text) => {
          setDraft(text);
          setProblem(undefined);
          ask(next);
        }}
        onDraft={(text) => {
          setDraft(text);
          setProblem(undefined);
          if (/[^,\s],\s*$/.test(text)) void commit(text);
        }}
        onLeave={() => document.querySelector<HTMLElement>('[data-pane="page"] [role="grid"]')?.focus()}
        placeholder="Filter by the service's fields: endpoint, iccid, imsi, network …"
        problem={problem}
      />
      {refused === undefined ? undefined : (
        <p className={classes["refused"]} role="alert">
          {refused.message}
        </p>
      )}
    </div>
  );
}
