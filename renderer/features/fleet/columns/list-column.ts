/** How a column of a fleet list is described: data, read by one renderer. */
import type { Collection } from "#contract/fleet.ts";

/** Meaning of a missing value. "unknown" is reserved for values that the service does not report. */
export type Absent = { readonly fact: string } | "unknown";

interface ColumnBase {
  /** Key in the settings; if the filter grammar has a field of this name, the column is sortable. */
  readonly field: string;
  readonly title: string;
  /** Dotted path into the record. */
  readonly path: string;
  readonly width: number;
  /** Hidden by default. */
  readonly extra?: true;
  readonly absent: Absent;
  /** The part of the record that contains the value, and the label for its absence: "no SIM". */
  readonly within?: { readonly path: string; readonly fact: string };
}

export type ListColumn =
  | (ColumnBase & { readonly kind: "text" | "identifier" | "number" | "time" | "tags" | "flag" })
  /** An object with an id and a name or description. */
  | (ColumnBase & { readonly kind: "reference" })
  /** `of`: the collection whose status it is, if it is not the list's own. */
  | (ColumnBase & { readonly kind: "status"; readonly of?: Collection });

export const none: Absent = { fact: "–" };
