/** What a changing call is about, for the audit: said by whoever makes the call, taken where all calls pass. */
import type { CodedText, TextCode } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "./json.ts";

export interface ChangeNote {
  readonly what: TextCode;
  readonly target?: { readonly kind: string; readonly id: string };
  /** Values where they are known; never a secret. */
  readonly before?: JsonRecord;
  readonly after?: JsonRecord;
  /**
   * The row that its feature wrote before the call, such as "stream 3": never used for another one. What is found out later names the
   * same.
   */
  readonly work?: string;
}

/** What was found out after a call whose answer did not tell: it was lost, or said no id. */
export interface Settlement {
  readonly work: string;
  readonly outcome: "done" | "not-done";
  /** Id of what was created. */
  readonly created?: string | undefined;
  /** How it is known. */
  readonly proof: CodedText;
}

/** Puts a settlement beside the call it is about; one that says nothing new is left out. Never rejects. */
export type RecordResolution = (settlement: Settlement) => Promise<void>;
