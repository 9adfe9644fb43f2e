/** Exponential delay: `baseMs`, doubled with each attempt, up to `maxMs`. No jitter, because one process owns a connection. */
export function backoffMs(attempt: number, baseMs: number, maxMs: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.min(attempt, 30));
}
