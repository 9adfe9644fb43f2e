/** Loopback addresses. */

/** Whether a URL's host is this computer: its traffic cannot be read by others. */
export function isThisComputer(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
