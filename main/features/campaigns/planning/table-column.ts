/** Determines how the rows of a list name their recipients: by one column of a kind, or row by row without a header. */
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { findColumn } from "#shared/rules/columns.ts";
import { identifyColumn, likelyColumn, type Identification } from "#shared/rules/identify.ts";
import type { CsvTable } from "./csv-rows.ts";

type Sample = readonly (readonly string[])[];

export interface RowReading {
  readonly column: number;
  /** Undefined: each value is read as every kind that its format allows. */
  readonly by: IdentifierKind | undefined;
  /** Name of the column; undefined where the list has no header. */
  readonly name: string | undefined;
}

/** Throws `column-unknown`, `column-ambiguous` or `identifier-unknown` for a table with a header that identifies no recipients. */
export function readingOf(table: CsvTable, sample: Sample, requestedColumn: string | undefined): RowReading {
  // The column name of a list without a header is generated, so it says nothing about the values.
  const isOurs = requestedColumn === undefined || findColumn(table.columns, requestedColumn) !== undefined;
  if (table.headless === true && isOurs) return { column: 0, by: undefined, name: undefined };
  return identifyColumn(table.columns, sample, requestedColumn);
}

/** The detected column; undefined where there is none, or where each row is read individually. */
export function likelyColumnOf(table: CsvTable, sample: Sample): Identification | undefined {
  return table.headless === true ? undefined : likelyColumn(table.columns, sample);
}
