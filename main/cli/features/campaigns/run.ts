/** campaign run and resume: sends until the end, in this process or in the one that owns the data directory. */
import { campaignStatusSchema, type CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { confirmOption, withConfirmOption } from "../../confirm-option.ts";
import { ownCampaign } from "../../own-campaign.ts";
import type { CliContext } from "../../context.ts";
import type { Core } from "../../core.ts";
import { argument, type Call, defineCommand, flag } from "../../define-command.ts";
import { exitCodeOf } from "../../exit-codes.ts";
import type { Progress } from "../../progress.ts";
import { t } from "../../text.ts";
import { describeCounts, describeState, describeStatus } from "./campaign-text.ts";
import { speedOptions } from "./plan.ts";

const verbs = [
  ["run", t(($) => $.cli.campaigns.run.summary)],
  ["resume", t(($) => $.cli.campaigns.run.resumeSummary)],
] as const;

export const runCommands = verbs.map(([verb, summary]) =>
  defineCommand({
    path: `campaign ${verb}`,
    summary,
    args: { id: argument(($) => $.cli.program.argument.campaign) },
    options: {
      confirm: confirmOption(($) => $.cli.campaigns.run.confirm),
      ...speedOptions,
      takeOver: flag(($) => $.cli.campaigns.run.takeOver),
    },
    help: t(($) => $.cli.campaigns.run.help),
    examples: [
      "fleetdesk campaign run 1 --rate 5/s",
      "fleetdesk campaign run 2 --confirm 2400",
      "fleetdesk campaign resume 1",
      "fleetdesk campaign open-wave 1 && fleetdesk campaign resume 1  # after a gate was not met (exit code 5)",
      "fleetdesk campaign run 1 --take-over  # when the sending host is permanently gone",
    ],
    core: "own-interrupt",
    run: async (call) => {
      const { core, args, options, context } = call;
      const { ownerPid: pid } = core;
      const { rate, concurrency, takeOver, confirm } = options;
      const input = { campaignId: args.id, takeOver, rate, concurrency, confirm };
      const before = await ownCampaign(call, args.id);
      if (!hasEndedForGood(before)) context.terminal.err(describeRemaining(before));
      if (rate === undefined) await printDefaultRate(call, args.id);
      if (pid === undefined) return await withConfirmOption(followCampaign(call, input, true));
      const isOurs = !continuesThere.has(before.state);
      const owner = { campaign: args.id, pid };
      context.terminal.err(
        isOurs ? t(($) => $.cli.campaigns.run.runsElsewhere, owner) : t(($) => $.cli.campaigns.run.joins, owner),
      );
      return await withConfirmOption(followCampaign(call, input, isOurs)).catch((error: unknown) => {
        if (!isAppError(error, "owner-gone")) throw error;
        throw new AppError("owner-gone", codedText("campaign-owner-gone", owner), { cause: error });
      });
    },
    json: campaignStatusSchema,
    document: ({ status }) => status,
    render: ({ status }) => describeStatus(status),
    conclude: ({ status, interrupted, isOurs }, { context }) => {
      if (interrupted) {
        const { campaignId: campaign } = status;
        context.terminal.err(
          isOurs
            ? t(($) => $.cli.campaigns.run.interrupted, { campaign })
            : t(($) => $.cli.campaigns.run.continuesElsewhere, { campaign }),
        );
        context.endWith("aborted");
        return;
      }
      const { code, message } = endingOf(status);
      if (message === undefined) context.endWith(code);
      else context.fail(code, message, { id: status.campaignId });
    },
  }),
);

/** States in which the process that owns the data directory has begun to send, or will. */
const continuesThere: ReadonlySet<CampaignStatus["state"]> = new Set(["running", "waiting", "scheduled"]);

/** Prints the default rate of a campaign without a set rate. A failed preflight is ignored here: the start reports the same failure. */
async function printDefaultRate({ client, context }: Call<unknown, unknown>, campaignId: string): Promise<void> {
  const preflight = await client.planning.preflight({ campaignId }).catch(() => undefined);
  if (preflight?.defaultRate !== undefined)
    context.progress.printLine(t(($) => $.cli.campaigns.run.rate, { rate: formatText(preflight.defaultRate) }));
}

function hasEndedForGood({ state }: CampaignStatus): boolean {
  return state === "finished" || state === "cancelled";
}

/** The messages that a start sends, and the connection. */
function describeRemaining({ campaignId, name, connection, counts }: CampaignStatus): string {
  const { unknown } = counts;
  const messages = t(($) => $.common.messageCount, { count: counts.pending + counts.sending });
  const remaining = { campaign: campaignId, name, messages, connection };
  return unknown === 0
    ? t(($) => $.cli.campaigns.run.remaining, remaining)
    : t(($) => $.cli.campaigns.run.remainingAndUnknown, { ...remaining, count: unknown });
}

/** Result code of a run: a pause or cancellation requested by the user is no failure. */
export function endingOf({ campaignId, state, reason, message: stored, counts }: CampaignStatus): {
  readonly code: string;
  /** Set for an error. */
  readonly message?: string;
} {
  const message = stored && formatText(stored);
  // The schedule: its start was missed, or its expiry was reached.
  if (state === "cancelled" && stored !== undefined && stored.code !== "cancelled-by-person") {
    return { code: "incomplete", message };
  }
  if (state === "finished" || state === "cancelled") {
    return { code: counts.refused + counts.unknown > 0 ? "incomplete" : "done" };
  }
  switch (reason) {
    case undefined:
    case "user":
      return { code: "done" };
    case "unknown-recipients":
      return { code: "unknown" };
    case "canary-gate":
      return { code: "gate-failed", message: message ?? t(($) => $.cli.campaigns.run.gateFailed) };
    case "budget":
      return { code: "budget-spent", message: message ?? t(($) => $.cli.campaigns.run.budgetUsed) };
    case "unverified-copy": {
      const cause = message ?? t(($) => $.cli.campaigns.run.unverified);
      const command = t(($) => $.cli.campaigns.run.retryUnverified, { campaign: campaignId });
      return { code: "unverified-copy", message: `${cause} ${command}` };
    }
    case "needs-sign-in":
      return { code: "sign-in-required", message: message ?? t(($) => $.cli.campaigns.run.signInNeeded) };
    default:
      return { code: `paused-${reason}`, message: message ?? t(($) => $.cli.campaigns.run.stopped, { reason }) };
  }
}

interface Followed {
  readonly status: CampaignStatus;
  /** Stopped with Ctrl-C in this terminal. */
  readonly interrupted: boolean;
  /** This command has begun the sending, so Ctrl-C pauses it. */
  readonly isOurs: boolean;
}

/** Polling interval when no topic reports a change. */
const pollIntervalMs = 1000;

/** Resolves when the campaign is finished, cancelled, or paused for a reason that needs a user; unless `isOurs`, also on Ctrl-C. */
async function followCampaign(
  { context, core }: Call<unknown, unknown>,
  input: Parameters<FleetClient["campaigns"]["start"]>[0],
  isOurs: boolean,
): Promise<Followed> {
  const { campaigns } = core.client;
  const { campaignId } = input;
  const pressed = { times: 0 };
  const wake = createWake(context, core, campaignId);
  let stopping: Promise<unknown> = Promise.resolve();
  const stopListening = context.terminal.onInterrupt(() => {
    pressed.times += 1;
    if (pressed.times > (isOurs ? 2 : 1)) context.terminal.exitNow(exitCodeOf("aborted"));
    if (!isOurs) return wake.now();
    context.progress.printLine(
      pressed.times === 1 ? t(($) => $.cli.campaigns.follow.pausing) : t(($) => $.cli.campaigns.follow.aborting),
    );
    // Only this campaign: others of the directory may be scheduled, and single SMS of other processes in progress.
    const stop = campaigns.pause({ campaignId, abort: pressed.times > 1 });
    // Pausing a campaign that has just ended fails; the loop below reads its final state.
    const stopAttempt = stop.catch((error: unknown) =>
      context.progress.printLine(error instanceof Error ? error.message : String(error)),
    );
    stopping = Promise.all([stopping, stopAttempt]);
  });
  try {
    let status = await campaigns.start(input).catch((error: unknown) => {
      // Interrupted while starting: nothing was sent, so the abort is not an error.
      if (pressed.times > 0 && isAppError(error, "aborted")) return campaigns.status({ campaignId });
      throw error;
    });
    let lastMessage: string | undefined;
    const mayLeave = (): boolean => pressed.times > 0 && (!isOurs || status.state === "planned");
    while (!hasEnded(status) && !mayLeave()) {
      // A wait that recurs is reported once.
      const message = status.message && formatText(status.message);
      if (message !== undefined && message !== lastMessage) context.progress.printLine(message);
      lastMessage = message ?? lastMessage;
      show(context.progress, status);
      await wake.next();
      status = await campaigns.status({ campaignId });
    }
    return { status, interrupted: pressed.times > 0, isOurs };
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
  const { counts, rate, etaMs } = status;
  const message = status.message && formatText(status.message);
  const speed = rate === undefined ? [] : [`${rate.toFixed(1)}/s`];
  const waiting = status.state === "running" || message !== undefined ? [] : [describeState(status)];
  const figures = [describeCounts(counts), ...speed, ...waiting].join(", ");
  progress.show({
    label: t(($) => $.cli.campaigns.follow.campaign, { campaign: status.campaignId }),
    done: counts.accepted + counts.refused + counts.cancelled,
    total: counts.planned - counts.excluded,
    note: status.state === "running" || message === undefined ? figures : `${figures}. ${message}`,
    etaMs,
  });
}

interface Wake {
  /** Resolves after the next topic, or after a second. */
  next(): Promise<void>;
  /** Resolves `next` at once. */
  now(): void;
  stop(): void;
}

function createWake(context: CliContext, core: Core, campaignId: string): Wake {
  let happened = false;
  let resolve: (() => void) | undefined;
  const now = (): void => {
    happened = true;
    resolve?.();
  };
  const listener = (topic: { readonly campaignId: string }): void => {
    if (topic.campaignId === campaignId) now();
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
    now,
    stop: () => stops.forEach((stop) => stop()),
  };
}
