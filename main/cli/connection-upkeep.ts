/** connections set, connections forget. */
import type { Command } from "commander";
import { listBackups } from "../app.ts";
import { parseSettings, type Settings } from "./connect-settings.ts";
import type { CliContext } from "./context.ts";
import { iso, printJson } from "./output.ts";
import { usageError } from "./usage-error.ts";

const collect = (text: string, before: Settings = {}): Settings => ({ ...before, ...parseSettings(text) });

export function addConnectionUpkeep(connections: Command, context: CliContext): void {
  connections
    .command("set <name>")
    .description("change settings of a connection; those that are not named stay as they are")
    .option("--set <key=value>", "a setting, as for connect; may be repeated", collect)
    .addHelpText("after", "\nExample:\n  $ fleetdesk connections set office --set ceiling=1000/300")
    .action(async (connection: string, { set }: { set?: Settings }) => {
      if (set === undefined) throw usageError("Name at least one setting, for example --set ceiling=1000/300.");
      await context.withCore(async ({ client }, signal) => {
        const changed = await client.connections.setOptions({ connection, options: set }, signal);
        if (context.globals().json) printJson(context.terminal, { ...changed, createdAt: iso(changed.createdAt) });
        else context.terminal.out(`Changed the settings of "${changed.name}".\n`);
      });
    });

  connections
    .command("forget <name>")
    .description("sign out and remove the connection with its local copy; what was sent through it stays on record")
    .addHelpText("after", "\nExample:\n  $ fleetdesk connections forget office")
    .action(async (connection: string) => {
      await context.withCore(async ({ client }, signal) => {
        await client.connections.forget({ connection }, signal);
        const { json, dataDir } = context.globals();
        const backups = listBackups(dataDir).length;
        if (json) {
          printJson(context.terminal, { forgotten: connection, backups });
          return;
        }
        context.terminal.out(`Forgot the connection "${connection}" and its local copy.\n`);
        if (backups === 0) return;
        const files = backups === 1 ? "1 backup" : `${backups} backups`;
        context.terminal.out(
          `${files} of the database may still hold its data. Delete all: fleetdesk data backups --delete\n`,
        );
      });
    });
}
