/** Entry of a campaign with a run in this process, from the first moment of its start. */
import type { CampaignConnection } from "../campaign-deps.ts";
import type { CampaignRun } from "./campaign-run.ts";
import type { StopRequest } from "./run-steps.ts";

export interface Working {
  readonly run: CampaignRun;
  readonly connection: CampaignConnection;
  /** Resolves when the run has ended and its lease is released. */
  readonly ended: Promise<void>;
}

/** Exists from the first moment of a start, so that a stop request reaches a campaign that is still being prepared. */
export interface Entry {
  readonly stopping: AbortController;
  stopRequest: StopRequest | undefined;
  working: Working | undefined;
  /** Set as soon as the campaign has been read. */
  connection: number | undefined;
  launched: Promise<Working | undefined>;
}

export function requestStop(entry: Entry, request: StopRequest): void {
  entry.stopRequest ??= request;
  entry.stopping.abort();
  entry.working?.run.stop(request);
}

export function isEnding({ stopRequest, working }: Entry): boolean {
  return stopRequest !== undefined || working?.run.over === true;
}

/** False when no run was created. */
export async function hasEnded(entry: Entry): Promise<boolean> {
  try {
    const working = await entry.launched;
    await working?.ended;
    return working !== undefined;
  } catch {
    // The caller of `start` gets this error.
    return false;
  }
}
