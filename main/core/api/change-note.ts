/** The audit note of a changing call: created by the caller, recorded where all calls pass. */
import type { CodedText, TextCode } from "#shared/texts/coded-text.ts";
import type { JsonRecord } from "./json.ts";

export interface ChangeNote {
  readonly operation: TextCode;
  readonly target?: { readonly kind: string; readonly id: string };
  /** Values before and after, where they are available; never a secret. */
  readonly before?: JsonRecord;
  readonly after?: JsonRecord;
  /** The change that the call makes, as the journal or the feature stores it. */
  readonly change?: ChangeRef;
}

/** A link of the audit, as the audit created it; no other module reads it. */
export type AuditDraft = object;

/** A change that is about to be sent. The audit passes its links on, so that each is stored in one commit with what it reports. */
export interface ChangeRef {
  /** Stores the change and the link of its request, which returns its number. If it rejects, nothing may be sent. */
  begin(request: AuditDraft): Promise<number>;
  /** The link of the answer; stored with the ending of the change. */
  answered(answer: AuditDraft): void | Promise<void>;
}

/** The resolution of a call whose response was lost or had no id. */
export interface Resolution {
  readonly outcome: "done" | "not-done";
  /** Id of the created object. */
  readonly created?: string;
  /** What proves it. */
  readonly proof: CodedText;
}
