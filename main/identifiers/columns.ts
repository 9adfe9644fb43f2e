/** Finding a column by the name a person wrote. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../failure.ts";

/**
 * Index of the column called `name`: exact after trimming, else regardless of case. Undefined when there is none; throws
 * `column-ambiguous` when several fit equally.
 */
export function findColumn(columns: readonly string[], name: string): number | undefined {
  const wanted = name.trim();
  if (wanted === "") return undefined;
  return (
    onlyOne(columns, wanted, (column) => column.trim() === wanted) ??
    onlyOne(columns, wanted, (column) => column.trim().toLowerCase() === wanted.toLowerCase())
  );
}

/** Whether any column is called so, in whatever case; several may be. */
export function hasColumn(columns: readonly string[], name: string): boolean {
  const wanted = name.trim().toLowerCase();
  return wanted !== "" && columns.some((column) => column.trim().toLowerCase() === wanted);
}

/** The named columns as a person would list them. */
export function listColumns(columns: readonly string[]): string {
  return columns.filter((column) => column !== "").join(", ");
}

function onlyOne(columns: readonly string[], wanted: string, fits: (column: string) => boolean): number | undefined {
  const found = columns.flatMap((column, index) => (fits(column) ? [index] : []));
  if (found.length > 1) {
    throw new AppError(
      "column-ambiguous",
      codedText("file-column-duplicated", { count: found.length, column: wanted }),
      {
        details: { column: wanted },
      },
    );
  }
  return found[0];
}
