/** Endpoints by a filter, in the bar that the list has. What is typed and not added is kept with the draft. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { AudienceSource } from "#contract/campaign-words.ts";
import type { Condition, Field, GrammarProblem } from "#contract/fleet.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { filterText, guessed } from "../../ui/filter-bar/filter-text.ts";
import parts from "./audience.module.css";

const noFields: readonly Field[] = [];

export interface FilterSourceProps {
  readonly onAdd: (source: AudienceSource) => void;
}

export function FilterSource({ onAdd }: FilterSourceProps): ReactElement {
  const fields = useFleetdesk((state) => state.fleetFields.endpoint) ?? noFields;
  const loadFields = useFleetdesk((state) => state.loadFleetFields);
  const typeInto = useFleetdesk((state) => state.typeInto);
  const kept = useFleetdesk((state) => state.wizard?.body.typed?.["filter"] ?? "");
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  // What was left half written comes back as text.
  const [draft, setDraft] = useState(kept);
  const [problem, setProblem] = useState<GrammarProblem>();
  useEffect(() => {
    void loadFields("endpoint");
  }, [loadFields]);
  const put = (next: readonly Condition[], text: string): void => {
    setConditions(next);
    setDraft(text);
    setProblem(undefined);
    typeInto("filter", [filterText(next), text.trim()].filter((part) => part !== "").join(","));
  };
  const commit = async (given?: string): Promise<readonly Condition[] | undefined> => {
    const text = (given ?? draft).replace(/[\s,]+$/, "");
    const guess = guessed(text, fields);
    const read = await readFilter(guess === undefined ? text : filterText([guess]));
    if (read.problem !== undefined) {
      setProblem(read.problem);
      return undefined;
    }
    const known = new Set(conditions.map((one) => filterText([one])));
    const next = [...conditions, ...read.conditions.filter((one) => !known.has(filterText([one])))];
    put(next, "");
    return next;
  };
  const add = async (): Promise<void> => {
    const all = await commit();
    if (all === undefined) return;
    onAdd({ filter: filterText(all) });
    put([], "");
  };
  const empty = conditions.length === 0 && draft.trim() === "";
  return (
    <div className={parts["filter"]}>
      <FilterBar
        conditions={conditions}
        draft={draft}
        fields={fields}
        onCommit={(text) => void commit(text)}
        onConditions={put}
        onDraft={(text) => put(conditions, text)}
        onLeave={() => undefined}
        placeholder="Filter, such as status:0,tags:*meter*"
        problem={problem}
      />
      <Button onClick={() => void add()}>{empty ? "Add every endpoint" : "Add these endpoints"}</Button>
    </div>
  );
}

interface Reading {
  readonly conditions: readonly Condition[];
  readonly problem?: GrammarProblem | undefined;
}

async function readFilter(filter: string): Promise<Reading> {
  if (filter === "") return { conditions: [] };
  try {
    const { conditions, filterProblem } = await fleet.fleet.readQuery({ collection: "endpoint", filter });
    return { conditions, problem: filterProblem };
  } catch (error) {
    return { conditions: [], problem: { position: 1, expected: "", found: "", message: failureOf(error).message } };
  }
}
