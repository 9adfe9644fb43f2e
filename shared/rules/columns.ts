/** Finds a column by its name. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../failure.ts";

/**
 * Index of the column `name`: exact after trimming, else ignoring case. Undefined when there is none; throws
 * `column-ambiguous` when several match equally.
 */
export function findColumn(columns: readonly string[], name: string): number | undefined {
  const target = name.trim();
  if (target === "") return undefined;
  return (
    onlyOne(columns, target, (column) => column.trim() === target) ??
    onlyOne(columns, target, (column) => column.trim().toLowerCase() === target.toLowerCase())
  );
}

/** Whether at least one column has this name, ignoring case. */
export function hasColumn(columns: readonly string[], name: string): boolean {
  const target = name.trim().toLowerCase();
  return target !== "" && columns.some((column) => column.trim().toLowerCase() === target);
}

/** The column names as a list for a message. */
export function listColumns(columns: readonly string[]): string {
  return columns.filter((column) => column !== "").join(", ");
}

function onlyOne(columns: readonly string[], target: string, fits: (column: string) => boolean): number | undefined {
  const matches = columns.flatMap((column, index) => (fits(column) ? [index] : []));
  if (matches.length > 1) {
    throw new AppError(
      "column-ambiguous",
      codedText("file-column-duplicated", { count: matches.length, column: target }),
      {
        details: { column: target },
      },
    );
  }
  return matches[0];
}
