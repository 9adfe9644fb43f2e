/**
 * How short the grace of lost answers may be. A service shows an accepted SMS in its list after a while; a grace shorter than that
 * "proves" that nothing was sent, and the SMS is sent a second time. A simulator on this computer has no such delay.
 */
import type { ConnectionOptions } from "#contract/connections.ts";
import { isThisComputer } from "#contract/loopback.ts";
import { invalidInput } from "../../api/inputs.ts";

const minRemoteGraceMs = 10_000;

function minGraceMs(baseUrl: string): number {
  return isThisComputer(URL.parse(baseUrl)?.hostname ?? "") ? 0 : minRemoteGraceMs;
}

/** Throws `invalid-input` for a grace that is too short for this service. */
export function requireReconcileGrace(baseUrl: string, { reconcileAfterMs }: ConnectionOptions): void {
  const min = minGraceMs(baseUrl);
  if (reconcileAfterMs >= min) return;
  const why = "A shorter time could make Fleetdesk send an SMS a second time.";
  throw invalidInput(
    "reconcileAfterMs",
    `The grace for lost answers must be at least ${min / 1000} seconds for this service. ${why}`,
  );
}

/** Options that an earlier version kept, with a grace that is long enough. */
export function withReconcileGrace(baseUrl: string, options: ConnectionOptions): ConnectionOptions {
  return { ...options, reconcileAfterMs: Math.max(minGraceMs(baseUrl), options.reconcileAfterMs) };
}
