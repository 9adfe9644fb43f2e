/** Work on many things, a bounded number of them at a time. */

/** Rejects with the first error, after everything that was begun has ended; then nothing more is begun. */
export async function inParallel<T>(items: Iterable<T>, most: number, work: (item: T) => Promise<void>): Promise<void> {
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
  await Promise.all(Array.from({ length: most }, worker));
  if (failure !== undefined) throw failure.error;
}
