/** Sort keys as the address keeps them: "-name,status". */

export interface SortBy {
  readonly field: string;
  readonly descending: boolean;
}

/** Reads what the grid or a person has written; what main cannot read it says itself. */
export function readSort(text: string): readonly SortBy[] {
  return text
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
    .map((piece) => ({ field: piece.replace(/^[+-]/, "").trim(), descending: piece.startsWith("-") }));
}

export function writeSort(keys: readonly SortBy[]): string {
  return keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(",");
}
