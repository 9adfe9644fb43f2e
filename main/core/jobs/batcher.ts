/** Combines many small store calls into few large ones, because every commit waits for the disk. */

/**
 * Returns a function that queues inputs while a step is in progress and passes them to the next step together, `most` at a time.
 * `step` returns its results in the order of its inputs; when it fails, all of its inputs fail.
 */
export function createBatcher<I, O>(
  step: (inputs: readonly I[]) => Promise<readonly O[]>,
  most: number,
): (input: I) => Promise<O> {
  interface Waiting extends PromiseWithResolvers<O> {
    readonly input: I;
  }
  let waiting: Waiting[] = [];
  let busy = false;
  const work = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const answers = await step(batch.map(({ input }) => input));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as O);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  };
  return (input) => {
    const request = { ...Promise.withResolvers<O>(), input };
    waiting.push(request);
    if (!busy) void work();
    return request.promise;
  };
}
