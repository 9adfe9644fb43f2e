/** What stands in a filter. */
import type { Condition, GrammarProblem } from "#contract/fleet.ts";

/** A filter as it stands between what is typed and what is asked. */
export interface FilterState {
  readonly conditions: readonly Condition[];
  /** What is being typed; never dropped. */
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  /** The filter that conditions and draft were last in step with. */
  readonly applied: string | undefined;
}

export const emptyFilter: FilterState = { conditions: [], draft: "", problem: undefined, applied: undefined };
