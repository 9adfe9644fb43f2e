/**
 * The number of a recipient within its campaign, made of the audience's step that it came from and its row there. Rows of the
 * first step keep their own numbers, so that a campaign from one list counts as its spreadsheet does.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../../failure.ts";

/** A step may have fewer rows than this. */
export const rowsPerSource = 10_000_000;

/** Throws `list-too-long` for a row that does not fit. */
export function rowOf(source: number, sourceRow: number): number {
  if (sourceRow >= rowsPerSource) {
    throw new AppError("list-too-long", codedText("list-rows-limit", { limit: rowsPerSource - 1 }));
  }
  return source * rowsPerSource + sourceRow;
}

export function placeOf(row: number): { readonly source: number; readonly sourceRow: number } {
  return { source: Math.floor(row / rowsPerSource), sourceRow: row % rowsPerSource };
}
