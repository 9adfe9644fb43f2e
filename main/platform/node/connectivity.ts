/** For processes without connectivity events: always online; each call detects an outage itself. */
import type { Connectivity } from "../../core/hosts.ts";

export function createAlwaysOnline(): Connectivity {
  return { online: () => true, onChange: () => () => undefined };
}
