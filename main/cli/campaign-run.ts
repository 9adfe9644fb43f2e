/** campaign run and resume: sends in this process, or steers the process that is sending. */
import type { Command } from "commander";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { describeStatus, statusJson } from "./campaign-text.ts";
import { followCampaign } from "./campaign-follow.ts";
import { addConfirm, confirmInput, type ConfirmOption, withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "./context.ts";
import type { Core } from "./core.ts";
import { parsePositiveRate, parseWhole } from "./option-values.ts";
import { formatCounted, printJson } from "./output.ts";

interface RunOptions extends ConfirmOption {
  readonly rate?: number;
  readonly concurrency?: number;
  readonly takeOver?: boolean;
}

const help = `
Returns when the campaign is finished, cancelled or paused; scheduled starts, quiet hours, the gates of rings and a service that does
not answer (up to the --outage-limit of its plan) are waited for. Ctrl-C pauses cleanly, a second one aborts what is in flight. After a crash the same command resumes; see docs/promise.md.
While another process is sending, a new --rate or --concurrency reaches it.
Above 100 recipients the first start has to be confirmed with their number, also the start of a campaign with a schedule. The number
counts the recipients of the plan that are not excluded, whatever is already done. Later starts need no confirmation.

Examples:
  $ fleetdesk campaign run 1 --rate 5/s
  $ fleetdesk campaign run 2 --confirm 2400
  $ fleetdesk campaign resume 1
  $ fleetdesk campaign open-ring 1 && fleetdesk campaign resume 1      when a gate failed (exit code 5) and it is right to go on
  $ fleetdesk campaign run 1 --take-over      when the computer that was sending is gone for good`;

export function addCampaignRun(campaign: Command, context: CliContext): void {
  const verbs = {
    run: "start or continue a campaign and follow it",
    resume: "continue a paused campaign and follow it",
  };
  for (const [verb, description] of Object.entries(verbs)) {
    addConfirm(campaign.command(`${verb} <id>`), "start a campaign with exactly so many recipients")
      .description(description)
      .option("--rate <rate>", "at most 5/s, 300/min, or a number per second", parsePositiveRate)
      .option("--concurrency <n>", "requests at the same time", parseWhole("The concurrency", 1, 512))
      .option(
        "--take-over",
        "the copy that the campaign belongs to is gone for good: look up what is pending, then send here",
      )
      .addHelpText("after", help)
      .action(async (campaignId: string, options: RunOptions) => {
        await context.withCore((core) => run(context, core, campaignId, options), { ownInterrupt: true });
      });
  }
}

async function run(context: CliContext, core: Core, campaignId: string, options: RunOptions): Promise<void> {
  const { rate, concurrency, takeOver = false } = options;
  const speed = { ...(rate === undefined ? {} : { rate }), ...(concurrency === undefined ? {} : { concurrency }) };
  const before = await core.client.campaigns.status({ campaignId });
  if (!hasEndedForGood(before)) context.terminal.err(describeRemaining(before));
  if (core.ownerPid === undefined) {
    if (rate === undefined) await sayDefaultRate(context, core, campaignId);
    const following = followCampaign(context, core, { campaignId, takeOver, ...speed, ...confirmInput(options) });
    const { status, interrupted } = await withConfirmOption(following);
    conclude(context, status, interrupted);
    return;
  }
  const starting = core.client.campaigns.start({ campaignId, takeOver, ...speed, ...confirmInput(options) });
  const status = await withConfirmOption(starting);
  const what = Object.keys(speed).length === 0 ? "is running in" : "goes on at the new speed in";
  context.terminal.err(`Campaign ${campaignId} ${what} process ${core.ownerPid}.\n`);
  if (context.globals().json) printJson(context.terminal, statusJson(status));
  else context.terminal.out(describeStatus(status));
}

/** How fast a campaign without a set rate sends; what keeps it from being told is told by the start. */
async function sayDefaultRate(context: CliContext, { client }: Core, campaignId: string): Promise<void> {
  const found = await client.planning.preflight({ campaignId }).catch(() => undefined);
  if (found?.defaultRate !== undefined) context.progress.say(`Rate: ${found.defaultRate}.`);
}

function hasEndedForGood({ state }: CampaignStatus): boolean {
  return state === "finished" || state === "cancelled";
}

/** What a start sends, and over which connection. */
export function describeRemaining({ campaignId, name, connection, counts }: CampaignStatus): string {
  const { unknown } = counts;
  const also = unknown === 0 ? "" : `, ${formatCounted(unknown, "recipient")} with an unknown outcome to look up`;
  const messages = formatCounted(counts.pending + counts.sending, "message");
  return `Campaign ${campaignId} "${name}": ${messages} to send over connection "${connection}"${also}.\n`;
}

function conclude(context: CliContext, status: CampaignStatus, interrupted: boolean): void {
  if (context.globals().json) printJson(context.terminal, statusJson(status));
  else context.terminal.out(describeStatus(status));
  if (interrupted) {
    context.terminal.err(`Interrupted. Continue with: fleetdesk campaign resume ${status.campaignId}\n`);
    context.endWith("aborted");
    return;
  }
  const { code, message } = endingOf(status);
  if (message !== undefined) context.terminal.err(`error: ${code}: ${message}\n`);
  context.endWith(code);
}

/** How the end of a run is reported to the shell: a pause or a cancel that a person asked for is no failure. */
export function endingOf({ campaignId, state, reason, message, counts }: CampaignStatus): {
  readonly code: string;
  /** Of an error. */
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
      return { code: "gate-failed", message: message ?? "A ring did not pass its gate." };
    case "budget":
      return { code: "budget-spent", message: message ?? "The daily budget of the connection is spent." };
    case "unverified-copy": {
      const what = message ?? "Another copy of the database may have sent to pending recipients.";
      const command = `Retry them with: fleetdesk campaign retry ${campaignId} --unverified`;
      return { code: "unverified-copy", message: `${what} ${command}` };
    }
    case "needs-sign-in":
      return { code: "sign-in-required", message: message ?? "The campaign waits for a sign-in." };
    default:
      return { code: `paused-${reason}`, message: message ?? `The campaign stopped itself (${reason}).` };
  }
}
