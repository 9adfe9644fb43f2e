/** Work on one key after the other, in the order it was asked for; keys do not wait for each other. */

export interface Sequence {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createSequence(): Sequence {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: (key, work) => {
      const result = (tails.get(key) ?? Promise.resolve()).then(work);
      const forget = (): void => {
        if (tails.get(key) === tail) tails.delete(key);
      };
      // The one who asked hears of a failure; whoever comes next only waits for the end.
      const tail = result.then(forget, forget);
      tails.set(key, tail);
      return result;
    },
  };
}
