/**
 * How short the grace of lost answers may be. A service shows an accepted SMS in its list after a while; a grace shorter than that
 * "proves" that nothing was sent, and the SMS is sent a second time. A simulator on this computer has no such delay.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { ConnectionOptions } from "#contract/connections.ts";
import { isThisComputer } from "#contract/loopback.ts";
import { AppError } from "../../failure.ts";

const minRemoteGraceMs = 10_000;

function minGraceMs(baseUrl: string): number {
  return isThisComputer(URL.parse(baseUrl)?.hostname ?? "") ? 0 : minRemoteGraceMs;
}

/** Throws `invalid-input` for a grace that is too short for this service. */
export function requireReconcileGrace(baseUrl: string, { reconcileAfterMs }: ConnectionOptions): void {
  const min = minGraceMs(baseUrl);
  if (reconcileAfterMs >= min) return;
  throw new AppError("invalid-input", codedText("grace-too-short", { seconds: min / 1000 }), {
    details: { field: "reconcileAfterMs" },
  });
}

/** Options that an earlier version kept, with a grace that is long enough. */
export function withReconcileGrace(baseUrl: string, options: ConnectionOptions): ConnectionOptions {
  return { ...options, reconcileAfterMs: Math.max(minGraceMs(baseUrl), options.reconcileAfterMs) };
}
