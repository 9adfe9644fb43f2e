/** Asks about the messages to a few endpoints out of turn, for somebody who cannot wait for it. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { isAppError, textOf } from "../../../failure.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import { watchRound } from "./watch-round.ts";

/** Writes down what is learned; answers why the service cannot be asked, where it cannot. Stops early, and quietly, with `signal`. */
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
    // Nothing is sent while a gate is waited for: whoever sends otherwise goes before by priority all the same.
    const end = await watchRound({ deps, connection, sending: () => false, onUpdate }, endpoints, signal);
    return end.kind === "away" ? textOf(end.error) : undefined;
  } catch (error) {
    if (signal.aborted || isAppError(error, "aborted")) return undefined;
    throw error;
  }
}
