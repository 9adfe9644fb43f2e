/** How the rows of a list name their recipients: by one column of a kind, or each row by itself where no header says anything. */
import type { IdentifierKind } from "#contract/campaign-schemas.ts";
import { findColumn } from "../../../identifiers/columns.ts";
import { identifyColumn, likelyColumn, type Identification } from "../../../identifiers/identify.ts";
import type { CsvTable } from "./csv-rows.ts";

type Sample = readonly (readonly string[])[];

export interface RowReading {
  readonly column: number;
  /** Undefined: each value is read as the kinds that it has the shape of. */
  readonly by: IdentifierKind | undefined;
  /** What the column is called; undefined where it has no name of its own. */
  readonly name: string | undefined;
}

/** Throws `column-unknown`, `column-ambiguous` or `identifier-unknown` for a table with a header that names nobody. */
export function readingOf(table: CsvTable, sample: Sample, requestedColumn: string | undefined): RowReading {
  // Its one column has a name of ours: naming it says nothing of what stands in it.
  const isOurs = requestedColumn === undefined || findColumn(table.columns, requestedColumn) !== undefined;
  if (table.headless === true && isOurs) return { column: 0, by: undefined, name: undefined };
  return identifyColumn(table.columns, sample, requestedColumn);
}

/** The column that is found by itself; undefined where there is none, or where each row speaks for itself. */
export function likelyColumnOf(table: CsvTable, sample: Sample): Identification | undefined {
  return table.headless === true ? undefined : likelyColumn(table.columns, sample);
}
