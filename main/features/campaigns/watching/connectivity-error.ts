/** Whether a failed call says something of the endpoint that was asked about, or only that nobody could be asked. */
import { AppError } from "../../../failure.ts";

const kinds: ReadonlySet<unknown> = new Set(["offline", "signed-out", "throttled", "aborted"]);

/** No network, nobody signed in, or asked to slow down: it costs no message its turn. */
export function isAway(error: unknown): boolean {
  return error instanceof AppError && kinds.has(error.details?.["kind"]);
}

/** The same, or an answer that was lost: of the service, or of this one request. */
export function isUnanswered(error: unknown): boolean {
  return isAway(error) || (error instanceof AppError && error.details?.["kind"] === "lost");
}
