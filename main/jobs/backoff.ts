/** Growing delays: `baseMs`, twice that, and so on up to `maxMs`. No jitter here: one process owns a connection. */
export function backoffMs(attempt: number, baseMs: number, maxMs: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.min(attempt, 30));
}
