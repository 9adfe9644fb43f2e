/** audience: kept lists of endpoints. */
import type { Command } from "commander";
import type { Audience } from "#contract/fleet.ts";
import type { FleetClient } from "#contract/index.ts";
import { AppError } from "../failure.ts";
import type { CliContext } from "./context.ts";
import { formatCount, formatTable, iso, printJson } from "./output.ts";

export function addAudienceCommands(program: Command, context: CliContext): void {
  const audience = program.command("audience").description("kept lists of endpoints: list, show, remove");
  audience
    .command("list")
    .description("list the audiences of the connection")
    .addHelpText("after", "\nExample:\n  $ fleetdesk audience list")
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { audiences } = await client.fleet.audiences(context.scope(), signal);
        if (context.globals().json) printJson(context.terminal, { audiences: audiences.map((one) => timed(one)) });
        else if (audiences.length === 0)
          context.terminal.out("There is no audience yet. Keep one with: fleetdesk doctor FILE --save NAME\n");
        else {
          const rows = audiences.map((one) => [
            String(one.id),
            one.name,
            formatCount(one.size),
            iso(one.createdAt) ?? "",
          ]);
          context.terminal.out(formatTable(["ID", "NAME", "ENDPOINTS", "KEPT"], rows, 120));
        }
      });
    });
  audience
    .command("show <audience>")
    .description("print the ids of its endpoints, one per line")
    .addHelpText(
      "after",
      "\nThe audience is given by its name or its number.\n\nExample:\n  $ fleetdesk audience show trackers",
    )
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await findAudience(client, context, named, signal);
        const { ids } = await client.fleet.audienceMembers({ audience: found.id }, signal);
        if (context.globals().json) printJson(context.terminal, { ...timed(found), ids });
        else context.terminal.out(ids.map((id) => `${id}\n`).join(""));
      });
    });
  audience
    .command("remove <audience>")
    .description("forget the list; its endpoints stay what they are")
    .addHelpText(
      "after",
      "\nThe audience is given by its name or its number.\n\nExample:\n  $ fleetdesk audience remove trackers",
    )
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await findAudience(client, context, named, signal);
        await client.fleet.removeAudience({ audience: found.id }, signal);
        if (context.globals().json) printJson(context.terminal, { removed: found.id });
        else context.terminal.out(`The audience "${found.name}" was removed.\n`);
      });
    });
}

/** By its name, regardless of case, else by its number. Throws `audience-unknown`. */
export async function findAudience(
  client: FleetClient,
  context: CliContext,
  named: string,
  signal: AbortSignal,
): Promise<Audience> {
  const { audiences } = await client.fleet.audiences(context.scope(), signal);
  const found =
    audiences.find(({ name }) => name.toLowerCase() === named.trim().toLowerCase()) ??
    audiences.find(({ id }) => String(id) === named.trim());
  if (found === undefined) throw new AppError("audience-unknown", `This connection has no audience "${named}".`);
  return found;
}

function timed(audience: Audience): Omit<Audience, "createdAt"> & { readonly createdAt: string | undefined } {
  return { ...audience, createdAt: iso(audience.createdAt) };
}
