/** A core whose clock runs fast, for what comes of messages in hours: deliveries and answers. */
import type { CampaignStatus } from "#contract/campaign-words.ts";
import type { PlanInput } from "#contract/campaigns.ts";
import type { SmsLife } from "../../main/simulator/options.ts";
import { createFastClock, type FastClock } from "../fakes/fast-clock.ts";
import { openCampaignCore, type CampaignCore } from "./campaign-core.ts";

/** Everybody listens, everything is delivered after a few seconds, everybody answers. */
const kind: SmsLife = { bufferedMs: [1000, 3000], failedRate: 0, expiredRate: 0, asleepRate: 0, replyRate: 1 };

/** The core on a fast clock, and the simulator with it. */
export interface WatchedCore extends AsyncDisposable {
  readonly core: CampaignCore;
  readonly clock: FastClock;
}

/** `lasting`: the program stays, as the desktop app does. */
export async function openWatchedCore(smsLife: SmsLife, lasting = false): Promise<WatchedCore> {
  const clock = createFastClock(60);
  const simulator = { endpoints: 40, clock, smsLife: { ...kind, ...smsLife } };
  const core = await openCampaignCore({ simulator, clock, options: { reconcileAfterMs: 60_000 }, lasting });
  return { core, clock, [Symbol.asyncDispose]: () => core[Symbol.asyncDispose]() };
}

/** Sends "PING" to the first `count` endpoints and waits for the end of the sending. */
export async function sendWatched(core: CampaignCore, count: number, extra: Partial<PlanInput> = {}): Promise<string> {
  const { campaignId } = await core.client.campaigns.plan({
    name: "watched",
    from: "4911",
    text: "PING",
    audience: [{ source: { csv: { file: core.writeIds(count) } } }],
    ...extra,
  });
  await core.client.campaigns.start({ campaignId });
  await core.until(campaignId, "finished");
  return campaignId;
}

/** Resolves when nothing more is asked for, or as soon as `enough` says so. */
export function untilWatched(
  { app, client }: CampaignCore,
  campaignId: string,
  enough: (status: CampaignStatus) => boolean = ({ watching }) => !watching,
): Promise<CampaignStatus> {
  return new Promise((resolve, reject) => {
    const look = async (): Promise<void> => {
      const status = await client.campaigns.status({ campaignId });
      if (!enough(status)) return;
      stop();
      resolve(status);
    };
    const stop = app.on("campaigns.watched", () => void look().catch(reject));
    void look().catch(reject);
  });
}
