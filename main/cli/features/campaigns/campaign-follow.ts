/** Runs one campaign in this process until its end and shows progress. Ctrl-C pauses; a second Ctrl-C aborts. */
import { t } from "../../text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { isAppError } from "#shared/failure.ts";
import { describeCounts, describeState, finalCountOf } from "./campaign-text.ts";
import type { CliContext } from "../../context.ts";
import type { Core } from "../../core.ts";
import { exitCodeOf } from "../../exit-codes.ts";
import type { Progress } from "../../progress.ts";

export interface FollowInput {
  readonly campaignId: string;
  readonly takeOver: boolean;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly confirm?: number;
}

export interface Followed {
  readonly status: CampaignStatus;
  /** Stopped with Ctrl-C in this terminal. */
  readonly interrupted: boolean;
}

/** Polling interval when no topic reports a change. */
const pollIntervalMs = 1000;

/** Resolves when the campaign is finished, cancelled, or paused for a reason that needs a user. */
export async function followCampaign(context: CliContext, core: Core, input: FollowInput): Promise<Followed> {
  const { campaigns } = core.client;
  const { campaignId } = input;
  const pressed = { times: 0 };
  let stopping: Promise<unknown> = Promise.resolve();
  const stopListening = context.terminal.onInterrupt(() => {
    pressed.times += 1;
    if (pressed.times > 2) context.terminal.exitNow(exitCodeOf("aborted"));
    context.progress.printLine(
      pressed.times === 1 ? t(($) => $.cli.campaigns.follow.pausing) : t(($) => $.cli.campaigns.follow.aborting),
    );
    const stop = pressed.times === 1 ? campaigns.pause({ campaignId }) : campaigns.stopAll({});
    // Pausing a campaign that has just ended fails; the loop below reads its final state.
    const stopAttempt = stop.catch((error: unknown) =>
      context.progress.printLine(error instanceof Error ? error.message : String(error)),
    );
    stopping = Promise.all([stopping, stopAttempt]);
  });
  const wake = createWake(context, core, campaignId);
  try {
    let status = await campaigns.start(input).catch((error: unknown) => {
      // Interrupted while starting: nothing was sent, so the abort is not an error.
      if (pressed.times > 0 && isAppError(error, "aborted")) return campaigns.status({ campaignId });
      throw error;
    });
    let lastMessage: string | undefined;
    while (!hasEnded(status) && !(pressed.times > 0 && status.state === "planned")) {
      // A wait that recurs is reported once.
      if (status.message !== undefined && status.message !== lastMessage) context.progress.printLine(status.message);
      lastMessage = status.message ?? lastMessage;
      show(context.progress, status);
      await wake.next();
      status = await campaigns.status({ campaignId });
    }
    return { status, interrupted: pressed.times > 0 };
  } finally {
    await stopping;
    context.progress.end();
    stopListening();
    wake.stop();
  }
}

/** Waiting and scheduled campaigns continue automatically; a paused one needs a user. */
function hasEnded({ state }: CampaignStatus): boolean {
  return state === "finished" || state === "cancelled" || state === "paused";
}

function show(progress: Progress, status: CampaignStatus): void {
  const { counts, message, rate, etaMs } = status;
  const speed = rate === undefined ? [] : [`${rate.toFixed(1)}/s`];
  const waiting = status.state === "running" || message !== undefined ? [] : [describeState(status)];
  const figures = [describeCounts(counts), ...speed, ...waiting].join(", ");
  progress.show({
    label: t(($) => $.cli.campaigns.follow.campaign, { campaign: status.campaignId }),
    done: finalCountOf(counts),
    total: counts.planned,
    note: status.state === "running" || message === undefined ? figures : `${figures}. ${message}`,
    etaMs,
  });
}

interface Wake {
  /** Resolves after the next topic, or after a second. */
  next(): Promise<void>;
  stop(): void;
}

function createWake(context: CliContext, core: Core, campaignId: string): Wake {
  let happened = false;
  let resolve: (() => void) | undefined;
  const listener = (topic: { readonly campaignId: string }): void => {
    if (topic.campaignId !== campaignId) return;
    happened = true;
    resolve?.();
  };
  const stops = [core.on("campaigns.changed", listener)];
  // This topic arrives up to ten times a second: only a progress bar needs it.
  if (context.terminal.interactive) stops.push(core.on("campaigns.progress", listener));
  return {
    next: () =>
      new Promise((done) => {
        const finish = (): void => {
          cancel();
          resolve = undefined;
          happened = false;
          done();
        };
        const cancel = context.clock.after(happened ? 0 : pollIntervalMs, finish);
        resolve = finish;
      }),
    stop: () => stops.forEach((stop) => stop()),
  };
}
