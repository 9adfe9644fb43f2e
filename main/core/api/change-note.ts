/** The audit note of a changing call: created by the caller, recorded where all calls pass. */
import type { CodedText, TextCode } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "./json.ts";

export interface ChangeNote {
  readonly operation: TextCode;
  readonly target?: { readonly kind: string; readonly id: string };
  /** Values before and after, where they are available; never a secret. */
  readonly before?: JsonRecord;
  readonly after?: JsonRecord;
  /**
   * The row that the feature wrote before the call, such as "stream 3". Its name is never reused; a later resolution carries the same
   * name.
   */
  readonly work?: string;
}

/** The resolution of a call whose response was lost or had no id. */
export interface Resolution {
  readonly work: string;
  readonly outcome: "done" | "not-done";
  /** Id of the created object. */
  readonly created?: string;
  /** What proves it. */
  readonly proof: CodedText;
}

/** Records a resolution for the call it belongs to; one without new information is ignored. Never rejects. */
export type RecordResolution = (resolution: Resolution) => Promise<void>;
