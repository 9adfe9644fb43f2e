/** audience list, get, delete: saved lists of endpoints. */
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import type { Audience } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { AppError } from "#shared/failure.ts";
import type { CliContext } from "../../context.ts";
import { formatNumber } from "#shared/format.ts";
import { formatTable, iso, printJson } from "../../output.ts";

export function addAudienceCommands(program: Command, context: CliContext): void {
  const audience = program.command("audience").description(t(($) => $.cli.fleet.audience.summary));
  audience
    .command("list")
    .description(t(($) => $.cli.fleet.audience.listSummary))
    .addHelpText(
      "after",
      t(($) => $.cli.fleet.audience.listHelp),
    )
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { audiences } = await client.fleet.audiences(context.scope(), signal);
        if (context.globals().json) printJson(context.terminal, { audiences: audiences.map((one) => timed(one)) });
        else if (audiences.length === 0) context.terminal.out(t(($) => $.cli.fleet.audience.listEmpty));
        else {
          const rows = audiences.map((one) => [
            String(one.id),
            one.name,
            formatNumber(one.size),
            iso(one.createdAt) ?? "",
          ]);
          context.terminal.out(
            formatTable(
              [
                t(($) => $.cli.headings.id),
                t(($) => $.cli.headings.name),
                t(($) => $.cli.headings.endpoints),
                t(($) => $.cli.headings.created),
              ],
              rows,
              120,
            ),
          );
        }
      });
    });
  audience
    .command("get <audience>")
    .description(t(($) => $.cli.fleet.audience.showSummary))
    .addHelpText(
      "after",
      t(($) => $.cli.fleet.audience.showHelp),
    )
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const match = await findAudience(client, context, named, signal);
        const { ids } = await client.fleet.audienceMembers({ audience: match.id }, signal);
        if (context.globals().json) printJson(context.terminal, { ...timed(match), ids });
        else context.terminal.out(ids.map((id) => `${id}\n`).join(""));
      });
    });
  audience
    .command("delete <audience>")
    .description(t(($) => $.cli.fleet.audience.removeSummary))
    .addHelpText(
      "after",
      t(($) => $.cli.fleet.audience.removeHelp),
    )
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const match = await findAudience(client, context, named, signal);
        await client.fleet.removeAudience({ audience: match.id }, signal);
        if (context.globals().json) printJson(context.terminal, { removed: match.id });
        else context.terminal.out(t(($) => $.cli.fleet.audience.removed, { name: match.name }));
      });
    });
}

/** Finds an audience by its name, ignoring case, or by its id. Throws `audience-unknown`. */
export async function findAudience(
  client: FleetClient,
  context: CliContext,
  named: string,
  signal: AbortSignal,
): Promise<Audience> {
  const { audiences } = await client.fleet.audiences(context.scope(), signal);
  const match =
    audiences.find(({ name }) => name.toLowerCase() === named.trim().toLowerCase()) ??
    audiences.find(({ id }) => String(id) === named.trim());
  if (match === undefined)
    throw new AppError("audience-unknown", codedText("audience-name-not-found", { audience: named }));
  return match;
}

function timed(audience: Audience): Omit<Audience, "createdAt"> & { readonly createdAt: string | undefined } {
  return { ...audience, createdAt: iso(audience.createdAt) };
}
