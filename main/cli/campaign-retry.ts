/** campaign retry: refused or unknown recipients are put back; who may get it twice is counted, said and confirmed. */
import type { Command } from "commander";
import { AppError, isAppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { parseWhole } from "./option-values.ts";
import { formatCount, printJson } from "./output.ts";
import { usageError } from "./usage-error.ts";

interface RetryOptions {
  readonly refused?: boolean;
  readonly unknown?: boolean;
  readonly number?: number;
}

const help = `
Unknown recipients are looked up first; those that are still being checked stay as they are. Of the rest nobody knows whether
they have the message: nothing is put back until --number says how many may get it twice.

Examples:
  $ fleetdesk campaign retry 1 --refused && fleetdesk campaign run 1
  $ fleetdesk campaign retry 1 --unknown               looks them up, and says how many may get it twice
  $ fleetdesk campaign retry 1 --unknown --number 3`;

export function addCampaignRetry(campaign: Command, context: CliContext): void {
  campaign
    .command("retry <id>")
    .description("put refused or unknown recipients back, to be sent to by the next run")
    .option("--refused", "those the service refused")
    .option("--unknown", "those whose outcome nobody knows: they may get the SMS twice")
    .option("--number <n>", "with --unknown: so many may get the SMS twice", parseWhole("The number", 0, 100_000_000))
    .addHelpText("after", help)
    .action(async (campaignId: string, { refused = false, unknown = false, number }: RetryOptions) => {
      if (refused === unknown) throw usageError("Say which recipients to put back: --refused or --unknown.");
      if (refused && number !== undefined) throw usageError("--number goes with --unknown.");
      await retry(context, campaignId, refused ? "refused" : "unknown", number);
    });
}

async function retry(
  context: CliContext,
  campaignId: string,
  which: "refused" | "unknown",
  number: number | undefined,
): Promise<void> {
  const asked = { campaignId, which, ...(number === undefined ? {} : { mayGetTwice: number }) };
  await context.withCore(async ({ client }, signal) => {
    const { moved, lookedUp } = await client.campaigns
      .retry(asked, signal)
      .catch((error: unknown) => Promise.reject(withCommand(error, campaignId)));
    const checking = lookedUp?.checking ?? 0;
    if (checking > 0) context.setExitCode(exitCodes.incomplete);
    if (context.globals().json) {
      printJson(context.terminal, { moved, ...lookedUp });
      return;
    }
    if (lookedUp !== undefined) {
      const { accepted, pending } = lookedUp;
      context.terminal.out(`Looked up: ${formatCount(accepted)} accepted, ${formatCount(pending)} proven not sent\n`);
    }
    if (checking > 0) {
      context.terminal.out(
        `${formatCount(checking)} still being checked, left as they are. Look them up again with: fleetdesk campaign reconcile ${campaignId}\n`,
      );
    }
    const next = moved + (lookedUp?.pending ?? 0) > 0 ? ` Send with: fleetdesk campaign run ${campaignId}` : "";
    context.terminal.out(`${formatCount(moved)} put back.${next}\n`);
  });
}

/** The way to confirm belongs to who asked: here it is an option. */
function withCommand(error: unknown, campaignId: string): unknown {
  if (!isAppError(error, "confirmation-needed")) return error;
  const { details = {} } = error;
  const command = `fleetdesk campaign retry ${campaignId} --unknown --number ${String(details["count"])}`;
  return new AppError(error.code, `${error.message} Confirm with: ${command}`, { details });
}
