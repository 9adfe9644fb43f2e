/** campaign retry: refused or unknown recipients are put back; who may get it twice is counted, said and confirmed. */
import type { Command } from "commander";
import { addConfirm, type ConfirmOption, withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "./context.ts";
import { formatCount, printJson } from "./output.ts";
import { usageError } from "./usage-error.ts";

interface RetryOptions extends ConfirmOption {
  readonly refused?: boolean;
  readonly unknown?: boolean;
  readonly unverified?: boolean;
}

const help = `
Unknown recipients are looked up first; those that are still being checked stay as they are. Of the rest nobody knows whether
they have the message: nothing is put back until --confirm says how many may get it twice.

Examples:
  $ fleetdesk campaign retry 1 --refused && fleetdesk campaign run 1
  $ fleetdesk campaign retry 1 --unknown               looks them up, and says how many may get it twice
  $ fleetdesk campaign retry 1 --unknown --confirm 3
  $ fleetdesk campaign retry 1 --unverified --confirm 3     after a restore or a take-over`;

const kinds = ["refused", "unknown", "unverified"] as const;
type Kind = (typeof kinds)[number];

export function addCampaignRetry(campaign: Command, context: CliContext): void {
  addConfirm(campaign.command("retry <id>"), "with --unknown or --unverified: so many may get the SMS twice")
    .description("put refused or unknown recipients back, to be sent to by the next run")
    .option("--refused", "those the service refused")
    .option("--unknown", "those whose outcome nobody knows: they may get the SMS twice")
    .option(
      "--unverified",
      "pending recipients that another copy of the database may have sent to: they may get the SMS twice",
    )
    .addHelpText("after", help)
    .action(async (campaignId: string, { confirm, ...options }: RetryOptions) => {
      const [which, ...others] = kinds.filter((kind) => options[kind] === true);
      if (which === undefined || others.length > 0) {
        throw usageError("Select the recipients to retry: --refused, --unknown or --unverified.");
      }
      if (which === "refused" && confirm !== undefined) {
        throw usageError("--confirm goes with --unknown or --unverified.");
      }
      await retry(context, campaignId, which, confirm);
    });
}

async function retry(context: CliContext, campaignId: string, which: Kind, confirm: number | undefined): Promise<void> {
  const asked = { campaignId, which, ...(confirm === undefined ? {} : { mayGetTwice: confirm }) };
  await context.withCore(async ({ client }, signal) => {
    const { moved, lookedUp } = await withConfirmOption(client.campaigns.retry(asked, signal));
    const checking = lookedUp?.checking ?? 0;
    if (checking > 0) context.endWith("unknown");
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
