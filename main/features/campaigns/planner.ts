/** Puts an audience, a text and a suppression list together into frozen rows. */
import { AppError } from "../../failure.ts";
import type { PlanDeps, PlanRequest, PlanResult } from "./plan.ts";

/**
 * Plans a campaign's audience into `deps.writer`. Nothing is sent; the service is asked only for identifiers that the
 * local copy does not know, and a plan succeeds without it.
 */
export async function planAudience(deps: PlanDeps, request: PlanRequest, signal: AbortSignal): Promise<PlanResult> {
  signal.throwIfAborted();
  await deps.writer.add([]);
  throw new AppError("not-ready", `Planning for connection ${request.connectionId} is not ready.`);
}
