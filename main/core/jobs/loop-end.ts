import type { CodedText } from "#shared/texts/coded-text.ts";
import type { OutageEnd } from "./outage-tracker.ts";

/** Why a loop ended. `drained`: no pending row may be claimed, and nothing is in flight. */
export type LoopEnd =
  | { readonly kind: "drained" }
  | { readonly kind: "paused" }
  | { readonly kind: "gate"; readonly gate: Gate }
  | { readonly kind: "errors" | "budget"; readonly message: CodedText }
  /** The service requested a long wait; no request may be sent before it is over. */
  | { readonly kind: "throttled"; readonly message: CodedText; readonly forMs: number }
  | OutageEnd;

/** A closed gate: nothing may be claimed now. */
export interface Gate {
  readonly reason: string;
  readonly message: CodedText;
  readonly until?: number;
}
