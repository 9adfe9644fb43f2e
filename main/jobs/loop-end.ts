import type { CodedText } from "#shared/texts/coded-text.ts";
import type { OutageEnd } from "./outage-tracker.ts";

/** Why a loop ended. `drained`: nothing that may be claimed is pending, and nothing is in flight. */
export type LoopEnd =
  | { readonly kind: "drained" }
  | { readonly kind: "paused" }
  | { readonly kind: "gate"; readonly gate: Gate }
  | { readonly kind: "errors" | "budget"; readonly message: CodedText }
  /** The service asks to wait for long; nothing is to be asked before that. */
  | { readonly kind: "throttled"; readonly message: CodedText; readonly forMs: number }
  | OutageEnd;

/** A closed gate: nothing may be claimed now. */
export interface Gate {
  readonly reason: string;
  readonly message: CodedText;
  readonly until?: number;
}
