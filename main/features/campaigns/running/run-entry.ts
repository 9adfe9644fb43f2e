/** The place of a campaign among those worked here, from the first moment of its start. */
import type { CampaignConnection } from "../campaign-deps.ts";
import type { CampaignRun } from "./campaign-run.ts";
import type { StopRequest } from "./run-steps.ts";

export interface Working {
  readonly run: CampaignRun;
  readonly connection: CampaignConnection;
  /** Settles when the run has ended and its lease is given back. */
  readonly ended: Promise<void>;
}

/** A campaign from the first moment of its start: stopping it must reach it while it is still getting ready. */
export interface Entry {
  readonly stopping: AbortController;
  stopRequest: StopRequest | undefined;
  working: Working | undefined;
  /** Known as soon as the campaign has been read. */
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

/** False when no run came about. */
export async function hasEnded(entry: Entry): Promise<boolean> {
  try {
    const working = await entry.launched;
    await working?.ended;
    return working !== undefined;
  } catch {
    // Who started it is told why.
    return false;
  }
}
