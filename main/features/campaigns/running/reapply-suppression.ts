/** Applies the current suppression list and suppression file: a recipient added since planning is cancelled at claiming. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { Clock } from "../../../core/hosts.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import { applySuppressionList } from "../planning/suppression-list.ts";
import { loadSuppression } from "../planning/suppression.ts";

/** Throws what reading the lists throws, except that a missing file leaves its list unchanged. */
export async function reapplySuppression(
  deps: Pick<CampaignDeps, "directory" | "store" | "log" | "clock" | "names">,
  campaign: StoredCampaign,
  signal: AbortSignal,
): Promise<void> {
  if (campaign.kind === "bulk") await applySuppressionList(deps, campaign.connection, [campaign.id], signal);
  const { suppressFile } = campaign.options;
  if (suppressFile === undefined) return;
  const { directory, store, log } = deps;
  try {
    const { endpointIds, values } = await loadSuppression(directory, campaign.connection, suppressFile, signal);
    await store.addSuppression({ campaign: campaign.id, endpoints: [...endpointIds], values: [...values] });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The list as of planning still applies; a missing file is logged and does not stop the campaign.
    log.warn("campaign.suppression-not-read", { campaign: campaign.id, code: error.code });
    if (error.code !== "file-not-found") throw error;
  }
}

export interface SuppressionFreshness {
  /** Reads the lists again where they are old; returns why that failed. */
  freshen(signal: AbortSignal): Promise<CodedText | undefined>;
}

/** After a longer wait, for a start time or at a gate, the suppressions are read again. */
const oldMs = 60_000;

/** Requires that `reapplySuppression` was called just before. */
export function createSuppressionFreshness(options: {
  readonly clock: Clock;
  readonly reapplySuppression: (signal: AbortSignal) => Promise<void>;
}): SuppressionFreshness {
  const { clock } = options;
  let readAt = clock.now();
  return {
    async freshen(signal) {
      if (Math.abs(clock.now() - readAt) <= oldMs) return undefined;
      try {
        await options.reapplySuppression(signal);
      } catch (error) {
        if (error instanceof AppError) return textOf(error);
        throw error;
      }
      readAt = clock.now();
      return undefined;
    },
  };
}
