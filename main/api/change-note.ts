/** What a changing call is about, for the audit: said by whoever makes the call, taken where all calls pass. */
import type { JsonRecord } from "./json.ts";

export interface ChangeNote {
  /** A plain phrase, such as "Set the data quota". */
  readonly what: string;
  readonly target?: { readonly kind: string; readonly id: string };
  /** Values where they are known; never a secret. */
  readonly before?: JsonRecord;
  readonly after?: JsonRecord;
}
