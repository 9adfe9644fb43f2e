/** The core and the simulator on one clock moved by hand, so that hours of a campaign pass in a moment. */
import type { CampaignStatus, PauseReason } from "#contract/campaign-words.ts";
import { createFakeClock, type FakeClock } from "../fakes/fake-clock.ts";
import { openCampaignCore, type CampaignCore, type CampaignCoreSettings } from "./campaign-core.ts";

export interface ClockedCore extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly core: CampaignCore;
  /** Lets time pass until the campaign is in that state. */
  passUntil(campaignId: string, state: CampaignStatus["state"], reason?: PauseReason): Promise<CampaignStatus>;
  /** Lets time pass until that work is done. */
  letPass<T>(work: () => Promise<T>): Promise<T>;
  /** Lets this much time pass. */
  pass(ms: number): Promise<void>;
}

/** Real HTTP needs real turns of the event loop; each of them lets some of the hand-moved time pass. */
const stepMs = { working: 1, waiting: 500 };

export async function openClockedCore(startAt: number, settings: CampaignCoreSettings = {}): Promise<ClockedCore> {
  const clock = createFakeClock(startAt);
  const ticker = { stepMs: stepMs.working, on: true };
  void (async () => {
    while (ticker.on) await clock.advance(ticker.stepMs);
  })();
  const core = await openCampaignCore({
    ...settings,
    clock,
    simulator: { endpoints: 40, clock, ...settings.simulator },
  });
  const letPass = async <T>(work: () => Promise<T>): Promise<T> => {
    ticker.stepMs = stepMs.waiting;
    try {
      return await work();
    } finally {
      ticker.stepMs = stepMs.working;
    }
  };
  return {
    clock,
    core,
    letPass,
    passUntil: (campaignId, state, reason) => letPass(() => core.until(campaignId, state, reason)),
    pass: (ms) =>
      letPass(
        () =>
          new Promise((resolve) => {
            clock.after(ms, resolve);
          }),
      ),
    [Symbol.asyncDispose]: async () => {
      await core[Symbol.asyncDispose]();
      ticker.on = false;
    },
  };
}
