/** Checks messages to a few endpoints at once, ahead of their due time. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { isAppError, textOf } from "#shared/failure.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import { watchRound } from "./watch-round.ts";

/**
 * Records the results; returns why the service was not reachable, if it was not. Stops early and without an error when `signal` is
 * aborted.
 */
export async function checkEndpoints(
  deps: CampaignDeps,
  connection: CampaignConnection,
  endpoints: readonly string[],
  signal: AbortSignal,
): Promise<CodedText | undefined> {
  const onUpdate = (campaigns: readonly number[]): void => {
    for (const campaign of campaigns) deps.publish("campaigns.watched", { campaignId: String(campaign) });
  };
  try {
    // The campaign sends nothing while it waits at a gate; other senders go first by their priority.
    const end = await watchRound({ deps, connection, sending: () => false, onUpdate }, endpoints, signal);
    return end.kind === "away" ? textOf(end.error) : undefined;
  } catch (error) {
    if (signal.aborted || isAppError(error, "aborted")) return undefined;
    throw error;
  }
}
