/** Addresses that no network is needed for. */

/** This computer itself, as a URL names it: nothing can be read on the way. */
export function isThisComputer(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
