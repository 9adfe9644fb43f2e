/** Whether a failed call concerns the requested endpoint, or the service was not reachable at all. */
import { AppError } from "#shared/failure.ts";

const kinds: ReadonlySet<unknown> = new Set(["offline", "signed-out", "throttled", "aborted"]);

/** No network, not signed in, or throttled: the message does not use up a check. */
export function isConnectivityError(error: unknown): boolean {
  return error instanceof AppError && kinds.has(error.details?.["kind"]);
}

/** Not reachable, or an answer was lost, which may concern the service or this one request. */
export function isUnansweredError(error: unknown): boolean {
  return isConnectivityError(error) || (error instanceof AppError && error.details?.["kind"] === "lost");
}
