/**
 * Limits concurrent requests while a service recovers: one at first, one more with each answer, until the set concurrency is
 * reached. Pure state.
 */
export interface SlowStart {
  /** At most `concurrency`. */
  limit(concurrency: number): number;
  /** The service was not reachable, or requested fewer requests. */
  restart(): void;
  /** The service accepted or rejected a message. */
  answered(): void;
}

export function createSlowStart(): SlowStart {
  let allowed = Number.POSITIVE_INFINITY;
  return {
    limit: (concurrency) => Math.min(concurrency, allowed),
    restart: () => {
      allowed = 1;
    },
    answered: () => {
      allowed += 1;
    },
  };
}
