/** Sort keys in the notation of the address: "-name,status". */

export interface SortBy {
  readonly field: string;
  readonly descending: boolean;
}

/** Parses sort keys; main validates the field names. */
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
