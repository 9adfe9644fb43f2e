/** campaign retry: queues recipients again; the number that may receive the message twice must be confirmed. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import { addConfirm, type ConfirmOption, withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "../../context.ts";
import { formatNumber } from "#shared/format.ts";
import { printJson } from "../../output.ts";
import { usageError } from "../../usage-error.ts";

interface RetryOptions extends ConfirmOption {
  readonly rejected?: boolean;
  readonly unknown?: boolean;
  readonly unverified?: boolean;
}

const help = helpText({
  text: t(($) => $.cli.campaigns.retry.help),
  examples: [
    "fleetdesk campaign retry 1 --rejected && fleetdesk campaign run 1",
    "fleetdesk campaign retry 1 --unknown  # checks them, and reports how many may receive the SMS twice",
    "fleetdesk campaign retry 1 --unknown --confirm 3",
    "fleetdesk campaign retry 1 --unverified --confirm 3  # after a restore or a take-over",
  ],
});

const kinds = ["refused", "unknown", "unverified"] as const;
type Kind = (typeof kinds)[number];
const optionOf = { refused: "rejected", unknown: "unknown", unverified: "unverified" } as const;

export function addCampaignRetry(campaign: Command, context: CliContext): void {
  addConfirm(
    campaign.command("retry <id>"),
    t(($) => $.cli.campaigns.retry.confirmReason),
  )
    .description(t(($) => $.cli.campaigns.retry.summary))
    .option(
      "--rejected",
      t(($) => $.cli.campaigns.retry.rejected),
    )
    .option(
      "--unknown",
      t(($) => $.cli.campaigns.retry.unknown),
    )
    .option(
      "--unverified",
      t(($) => $.cli.campaigns.retry.unverified),
    )
    .addHelpText("after", help)
    .action(async (campaignId: string, { confirm, ...options }: RetryOptions) => {
      const [which, ...rest] = kinds.filter((kind) => options[optionOf[kind]] === true);
      if (which === undefined || rest.length > 0) {
        throw usageError(t(($) => $.cli.campaigns.retry.missing));
      }
      if (which === "refused" && confirm !== undefined) {
        throw usageError(t(($) => $.cli.campaigns.retry.confirmNeeds));
      }
      await retry(context, campaignId, which, confirm);
    });
}

async function retry(context: CliContext, campaignId: string, which: Kind, confirm: number | undefined): Promise<void> {
  const input = { campaignId, which, mayGetTwice: confirm };
  await context.withCore(async ({ client }, signal) => {
    const { requeued, lookups: lookup } = await withConfirmOption(client.campaigns.retry(input, signal));
    const checking = lookup?.checking ?? 0;
    if (checking > 0) context.endWith("unknown");
    if (context.globals().json) {
      printJson(context.terminal, { moved: requeued, ...lookup });
      return;
    }
    if (lookup !== undefined) {
      const { accepted, pending } = lookup;
      context.terminal.out(
        t(($) => $.cli.campaigns.retry.checked, { accepted: formatNumber(accepted), pending: formatNumber(pending) }),
      );
    }
    if (checking > 0) {
      context.terminal.out(t(($) => $.cli.campaigns.retry.checking, { count: checking, campaign: campaignId }));
    }
    const next =
      requeued + (lookup?.pending ?? 0) > 0 ? t(($) => $.cli.campaigns.retry.next, { campaign: campaignId }) : "";
    context.terminal.out(t(($) => $.cli.campaigns.retry.requeued, { count: requeued, next }));
  });
}
