/** Tracks the newest of several requests for the same value, so that a late response to an older one is discarded. */

/** Marks the start of a request for `key`; the returned function tells whether it is still the newest. */
export type StartRequest = (key?: string) => () => boolean;

export function createNewestRequest(): StartRequest {
  const newest = new Map<string, symbol>();
  return (key = "") => {
    const request = Symbol(key);
    newest.set(key, request);
    return () => newest.get(key) === request;
  };
}
