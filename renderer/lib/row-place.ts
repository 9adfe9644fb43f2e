/** The place of a row in a list that changes: its index, and its id, by which it is found again. */
export interface RowPlace<K> {
  readonly row: number;
  /** Undefined while the row is not loaded. */
  readonly id: K | undefined;
}

/** The place of the same row in changed rows; once the row is gone, the place of the row at its index. */
export function followRow<R, K>(
  place: RowPlace<K>,
  rows: { readonly at: (index: number) => R | undefined; readonly entries: () => Iterable<readonly [number, R]> },
  idOf: (row: R) => K,
): RowPlace<K> {
  const { row, id } = place;
  const present = rows.at(row);
  if (present !== undefined && idOf(present) === id) return place;
  if (id !== undefined) {
    for (const [index, each] of rows.entries()) if (idOf(each) === id) return { row: index, id };
  }
  return present === undefined ? place : { row, id: idOf(present) };
}
