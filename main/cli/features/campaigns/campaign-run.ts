/** campaign run and resume: sends in this process, or controls the process that is sending. */
import { hasFields } from "#shared/defined-fields.ts";
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { describeStatus, statusJson } from "./campaign-text.ts";
import { followCampaign } from "./campaign-follow.ts";
import { addConfirm, confirmInput, type ConfirmOption, withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "../../context.ts";
import type { Core } from "../../core.ts";
import { parsePositiveRate, parseWhole } from "../../option-values.ts";
import { printJson } from "../../output.ts";

interface RunOptions extends ConfirmOption {
  readonly rate?: number;
  readonly concurrency?: number;
  readonly takeOver?: boolean;
}

const help = helpText({
  text: t(($) => $.cli.campaigns.run.help),
  examples: [
    "fleetdesk campaign run 1 --rate 5/s",
    "fleetdesk campaign run 2 --confirm 2400",
    "fleetdesk campaign resume 1",
    "fleetdesk campaign open-wave 1 && fleetdesk campaign resume 1  # after a gate was not met (exit code 5)",
    "fleetdesk campaign run 1 --take-over  # when the sending host is permanently gone",
  ],
});

export function addCampaignRun(campaign: Command, context: CliContext): void {
  const verbs = {
    run: t(($) => $.cli.campaigns.run.summary),
    resume: t(($) => $.cli.campaigns.run.resumeSummary),
  };
  for (const [verb, description] of Object.entries(verbs)) {
    addConfirm(
      campaign.command(`${verb} <id>`),
      t(($) => $.cli.campaigns.run.confirm),
    )
      .description(description)
      .option(
        "--rate <rate>",
        t(($) => $.cli.campaigns.rate),
        parsePositiveRate,
      )
      .option(
        "--concurrency <n>",
        t(($) => $.cli.campaigns.concurrency),
        parseWhole(
          t(($) => $.cli.campaigns.concurrencyValue),
          1,
          512,
        ),
      )
      .option(
        "--take-over",
        t(($) => $.cli.campaigns.run.takeOver),
      )
      .addHelpText("after", help)
      .action(async (campaignId: string, options: RunOptions) => {
        await context.withCore((core) => run(context, core, campaignId, options), { ownInterrupt: true });
      });
  }
}

async function run(context: CliContext, core: Core, campaignId: string, options: RunOptions): Promise<void> {
  const { rate, concurrency, takeOver = false } = options;
  const speed = { rate, concurrency };
  const before = await core.client.campaigns.status({ campaignId });
  if (!hasEndedForGood(before)) context.terminal.err(describeRemaining(before));
  if (core.ownerPid === undefined) {
    if (rate === undefined) await printDefaultRate(context, core, campaignId);
    const following = followCampaign(context, core, { campaignId, takeOver, ...speed, ...confirmInput(options) });
    const { status, interrupted } = await withConfirmOption(following);
    conclude(context, status, interrupted);
    return;
  }
  const starting = core.client.campaigns.start({ campaignId, takeOver, ...speed, ...confirmInput(options) });
  const status = await withConfirmOption(starting);
  const owner = { campaign: campaignId, pid: core.ownerPid };
  context.terminal.err(
    hasFields(speed)
      ? t(($) => $.cli.campaigns.run.newSpeedElsewhere, owner)
      : t(($) => $.cli.campaigns.run.runsElsewhere, owner),
  );
  if (context.globals().json) printJson(context.terminal, statusJson(status));
  else context.terminal.out(describeStatus(status));
}

/** Prints the default rate of a campaign without a set rate. A failed preflight is ignored here: the start reports the same failure. */
async function printDefaultRate(context: CliContext, { client }: Core, campaignId: string): Promise<void> {
  const preflight = await client.planning.preflight({ campaignId }).catch(() => undefined);
  if (preflight?.defaultRate !== undefined)
    context.progress.printLine(t(($) => $.cli.campaigns.run.rate, { rate: formatText(preflight.defaultRate) }));
}

function hasEndedForGood({ state }: CampaignStatus): boolean {
  return state === "finished" || state === "cancelled";
}

/** The messages that a start sends, and the connection. */
export function describeRemaining({ campaignId, name, connection, counts }: CampaignStatus): string {
  const { unknown } = counts;
  const messages = t(($) => $.common.messageCount, { count: counts.pending + counts.sending });
  const remaining = { campaign: campaignId, name, messages, connection };
  return unknown === 0
    ? t(($) => $.cli.campaigns.run.remaining, remaining)
    : t(($) => $.cli.campaigns.run.remainingAndUnknown, { ...remaining, count: unknown });
}

function conclude(context: CliContext, status: CampaignStatus, interrupted: boolean): void {
  if (context.globals().json) printJson(context.terminal, statusJson(status));
  else context.terminal.out(describeStatus(status));
  if (interrupted) {
    context.terminal.err(t(($) => $.cli.campaigns.run.interrupted, { campaign: status.campaignId }));
    context.endWith("aborted");
    return;
  }
  const { code, message } = endingOf(status);
  if (message !== undefined) context.terminal.err(t(($) => $.cli.program.error, { code, message }));
  context.endWith(code);
}

/** Result code of a run: a pause or cancellation requested by the user is no failure. */
export function endingOf({ campaignId, state, reason, message, counts }: CampaignStatus): {
  readonly code: string;
  /** Set for an error. */
  readonly message?: string;
} {
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
      const what = message ?? t(($) => $.cli.campaigns.run.unverified);
      const command = t(($) => $.cli.campaigns.run.retryUnverified, { campaign: campaignId });
      return { code: "unverified-copy", message: `${what} ${command}` };
    }
    case "needs-sign-in":
      return { code: "sign-in-required", message: message ?? t(($) => $.cli.campaigns.run.signInNeeded) };
    default:
      return { code: `paused-${reason}`, message: message ?? t(($) => $.cli.campaigns.run.stopped, { reason }) };
  }
}
