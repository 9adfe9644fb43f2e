/** Operations on one key in call order; keys do not wait for each other. */

export interface Sequence {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createSequence(): Sequence {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: (key, work) => {
      const result = (tails.get(key) ?? Promise.resolve()).then(work);
      const discard = (): void => {
        if (tails.get(key) === tail) tails.delete(key);
      };
      // A failure is reported to its caller; the next operation only waits for the end.
      const tail = result.then(discard, discard);
      tails.set(key, tail);
      return result;
    },
  };
}
