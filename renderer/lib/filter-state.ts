/** State of a filter bar. */
import type { Condition, GrammarProblem } from "#shared/contract/fleet/fleet.ts";

/** State between the text input and the applied filter. */
export interface FilterState {
  readonly conditions: readonly Condition[];
  /** Uncommitted input; never discarded. */
  readonly draft: string;
  readonly problem: GrammarProblem | undefined;
  /** The filter that conditions and draft were last synchronised with. */
  readonly applied: string | undefined;
}

export const emptyFilter: FilterState = { conditions: [], draft: "", problem: undefined, applied: undefined };
