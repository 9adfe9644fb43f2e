/** The network of a computer that nobody tells us about: taken to be there, and every call finds out for itself. */
import type { Connectivity } from "../hosts.ts";

export function createAlwaysOnline(): Connectivity {
  return { online: () => true, onChange: () => () => undefined };
}
