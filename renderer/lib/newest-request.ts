/** Which of several requests for the same value is the newest: the answer to an older one may arrive later, and is dropped. */

/** Marks the start of a request for the value of `key`; answers whether it is still the newest. */
export type StartRequest = (key?: string) => () => boolean;

export function createNewestRequest(): StartRequest {
  const newest = new Map<string, symbol>();
  return (key = "") => {
    const request = Symbol(key);
    newest.set(key, request);
    return () => newest.get(key) === request;
  };
}
