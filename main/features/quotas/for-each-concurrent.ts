/** Runs work on many items, a bounded number of them at a time. */

/** Rejects with the first error after all started work has ended; starts nothing after an error. */
export async function forEachConcurrent<T>(
  items: Iterable<T>,
  maxConcurrent: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true && failure === undefined; next = queue.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  if (failure !== undefined) throw failure.error;
}
