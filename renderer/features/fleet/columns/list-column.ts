/** How a column of a fleet list is described: data, read by one renderer. */
import type { Collection } from "#contract/fleet.ts";

/** What a missing value means. "unknown" is kept for what the service does not let us know. */
export type Absent = { readonly fact: string } | "unknown";

interface ColumnBase {
  /** Name in the settings; where the grammar has a field of that name, the column sorts by it. */
  readonly field: string;
  readonly title: string;
  /** Dotted path into the record. */
  readonly path: string;
  readonly width: number;
  /** Shown only when chosen. */
  readonly extra?: true;
  readonly absent: Absent;
  /** A part of the record without which the value cannot be, and what its absence is called: "no SIM". */
  readonly within?: { readonly path: string; readonly fact: string };
}

export type ListColumn =
  | (ColumnBase & { readonly kind: "text" | "identifier" | "number" | "time" | "tags" | "flag" })
  /** An object with an id and a name or description. */
  | (ColumnBase & { readonly kind: "reference" })
  /** `of`: whose status it is, where it is not the list's own. */
  | (ColumnBase & { readonly kind: "status"; readonly of?: Collection });

export const none: Absent = { fact: "–" };
