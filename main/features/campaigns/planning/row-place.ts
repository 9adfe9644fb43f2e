/**
 * Row number of a recipient within its campaign, composed of the audience step and the row in its source. Rows of the first step
 * keep their numbers, so a campaign from one list is numbered like its spreadsheet.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";

/** Upper limit, exclusive, of the row numbers of a step. */
export const rowsPerSource = 10_000_000;

/** Throws `list-too-long` for a row beyond the limit. */
export function rowOf(source: number, sourceRow: number): number {
  if (sourceRow >= rowsPerSource) {
    throw new AppError("list-too-long", codedText("list-rows-limit", { limit: rowsPerSource - 1 }));
  }
  return source * rowsPerSource + sourceRow;
}

export function placeOf(row: number): { readonly source: number; readonly sourceRow: number } {
  return { source: Math.floor(row / rowsPerSource), sourceRow: row % rowsPerSource };
}
