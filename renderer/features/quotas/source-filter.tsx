/** Endpoints by a filter, in the bar that the list has. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { Condition, Field, GrammarProblem } from "#contract/fleet.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { filterText, guessed } from "../../ui/filter-bar/filter-text.ts";
import classes from "./quotas.module.css";

const noFields: readonly Field[] = [];

export function SourceFilter({ onTake }: { readonly onTake: (filter: string) => void }): ReactElement {
  const fields = useFleetdesk((state) => state.fleetFields.endpoint) ?? noFields;
  const loadFields = useFleetdesk((state) => state.loadFleetFields);
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<GrammarProblem>();
  useEffect(() => void loadFields("endpoint"), [loadFields]);
  const put = (next: readonly Condition[], text: string): void => {
    setConditions(next);
    setDraft(text);
    setProblem(undefined);
  };
  /** What is typed becomes conditions; undefined where it cannot be read. */
  const commit = async (given = draft): Promise<readonly Condition[] | undefined> => {
    const text = given.replace(/[\s,]+$/, "");
    if (text === "") return conditions;
    const guess = guessed(text, fields);
    const filter = guess === undefined ? text : filterText([guess]);
    try {
      const read = await fleet.fleet.readQuery({ collection: "endpoint", filter });
      if (read.filterProblem !== undefined) {
        setProblem(read.filterProblem);
        return undefined;
      }
      const next = [...conditions, ...read.conditions];
      put(next, "");
      return next;
    } catch (error) {
      setProblem({ position: 1, expected: "", found: "", message: failureOf(error).message });
      return undefined;
    }
  };
  const take = async (): Promise<void> => {
    const all = await commit();
    if (all !== undefined) onTake(filterText(all));
  };
  const empty = conditions.length === 0 && draft.trim() === "";
  return (
    // The button stands beside the bar: below it, what the bar offers would cover it.
    <div className={classes["row"]}>
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onCommit={(text) => void commit(text)}
        onConditions={put}
        onDraft={(text) => put(conditions, text)}
        onLeave={() => undefined}
        placeholder="Or a filter, such as status:0,tags:*meter*"
        problem={problem}
      />
      <Button className={classes["fixed"] ?? ""} onClick={() => void take()}>
        {empty ? "Take every endpoint" : "Take these endpoints"}
      </Button>
    </div>
  );
}
