/** The place of a campaign among those worked here, from the first moment of its start. */
import type { CampaignConnection } from "../campaign-deps.ts";
import type { CampaignRun } from "./campaign-run.ts";
import type { Asked } from "./run-steps.ts";

export interface Working {
  readonly run: CampaignRun;
  readonly connection: CampaignConnection;
  /** Settles when the run has ended and its lease is given back. */
  readonly ended: Promise<void>;
}

/** A campaign from the first moment of its start: stopping it must reach it while it is still getting ready. */
export interface Entry {
  readonly stopping: AbortController;
  asked: Asked | undefined;
  working: Working | undefined;
  /** Known as soon as the campaign has been read. */
  connection: number | undefined;
  launched: Promise<Working | undefined>;
}

export function ask(entry: Entry, asked: Asked): void {
  entry.asked ??= asked;
  entry.stopping.abort();
  entry.working?.run.stop(asked);
}

export function isEnding({ asked, working }: Entry): boolean {
  return asked !== undefined || working?.run.over === true;
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
