/**
 * The lower limit for the grace period of lost answers. A service lists an accepted SMS only after a while; with a shorter grace period the
 * reconciler would conclude that nothing was sent, and the SMS would be sent a second time. A simulator on this computer has no such delay.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";
import { isThisComputer } from "#shared/rules/base-url.ts";
import { AppError } from "#shared/failure.ts";

const minRemoteGraceMs = 10_000;

function minGraceMs(baseUrl: string): number {
  return isThisComputer(URL.parse(baseUrl)?.hostname ?? "") ? 0 : minRemoteGraceMs;
}

/** Throws `invalid-input` for a grace period that is too short for this service. */
export function requireReconcileGrace(baseUrl: string, { reconcileAfterMs }: ConnectionOptions): void {
  const min = minGraceMs(baseUrl);
  if (reconcileAfterMs >= min) return;
  throw new AppError("invalid-input", codedText("grace-too-short", { seconds: min / 1000 }), {
    details: { field: "reconcileAfterMs" },
  });
}

/** Options saved by an earlier version, with the grace period raised to the minimum. */
export function withReconcileGrace(baseUrl: string, options: ConnectionOptions): ConnectionOptions {
  return { ...options, reconcileAfterMs: Math.max(minGraceMs(baseUrl), options.reconcileAfterMs) };
}
