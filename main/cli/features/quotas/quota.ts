/** quota get, and the group of quota commands; their parts are in `quota-*.ts`. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import { endpointQuotasSchema } from "#shared/contract/quotas/quotas.ts";
import type { CliContext } from "../../context.ts";
import { addQuotaChanges } from "./quota-changes.ts";
import { addQuotaOverview } from "./quota-overview.ts";
import { addQuotaWrites } from "./quota-writes.ts";
import { printAnswer } from "../../output.ts";
import { describeEndpoint } from "./quota-text.ts";

export function addQuotaCommands(program: Command, context: CliContext): void {
  const quota = program.command("quota").description(t(($) => $.cli.quotas.summary));
  quota
    .command("get <endpoint>")
    .description(t(($) => $.cli.quotas.get.summary))
    .option(
      "--cached",
      t(($) => $.cli.quotas.get.cached),
    )
    .addHelpText(
      "after",
      helpText({ examples: ["fleetdesk quota get 70001", "fleetdesk quota get 70001 --cached --json"] }),
    )
    .action(async (endpoint: string, { cached = false }: { readonly cached?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const query = { ...context.scope(), endpoint };
        const reading = cached ? await client.quotas.get(query, signal) : await client.quotas.read(query, signal);
        if (context.globals().json) printAnswer(context.terminal, endpointQuotasSchema, reading);
        else context.terminal.out(describeEndpoint(reading));
      });
    });
  addQuotaWrites(quota, context);
  addQuotaChanges(quota, context);
  addQuotaOverview(quota, context);
}
