/** What a later reading proves of a change whose answer was lost. Pure. */

/** So long after the loss, reading that does not show the change proves that it did not happen. */
export const settledAfterMs = 120_000;

/**
 * `asOf` is when the reading began, `ended` when the answer was lost (epoch milliseconds), `null` while the request is on its way. A
 * reading that began before the end proves nothing. Undefined: not known yet.
 */
export function verdictOf(asOf: number, ended: number | null, isShown: boolean): "done" | "not-applied" | undefined {
  if (ended === null || asOf <= ended) return undefined;
  if (isShown) return "done";
  return asOf - ended >= settledAfterMs ? "not-applied" : undefined;
}
