/** Ids as the database stores them: an integer where text and number are equivalent, otherwise text. */

/** Integers that a double represents exactly become numbers; "007" and "1e3" stay text. */
export function canonical(raw: string): string | number {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(raw) && Number.isSafeInteger(Number(raw)) ? Number(raw) : raw;
}

/** The driver binds numbers as reals, and a column without affinity would store them as such. */
export function boundId(raw: string): string | bigint {
  const id = canonical(raw);
  return typeof id === "number" ? BigInt(id) : id;
}
