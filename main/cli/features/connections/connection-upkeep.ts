/** connection update and delete. */
import { t } from "../../text.ts";
import type { Command } from "commander";
import { listBackups } from "../../../app/create-app.ts";
import { parseSettings, type Settings } from "./connect-settings.ts";
import type { CliContext } from "../../context.ts";
import { iso, printJson } from "../../output.ts";
import { usageError } from "../../usage-error.ts";

const collect = (text: string, before: Settings = {}): Settings => ({ ...before, ...parseSettings(text) });

export function addConnectionUpkeep(group: Command, context: CliContext): void {
  group
    .command("update <name>")
    .description(t(($) => $.cli.connections.set.summary))
    .option(
      "--set <key=value>",
      t(($) => $.cli.connections.set.option),
      collect,
    )
    .addHelpText(
      "after",
      t(($) => $.cli.connections.set.help),
    )
    .action(async (connection: string, { set }: { set?: Settings }) => {
      if (set === undefined) throw usageError(t(($) => $.cli.connections.set.missing));
      await context.withCore(async ({ client }, signal) => {
        const changed = await client.connections.setOptions({ connection, options: set }, signal);
        if (context.globals().json) printJson(context.terminal, { ...changed, createdAt: iso(changed.createdAt) });
        else context.terminal.out(t(($) => $.cli.connections.set.done, { name: changed.name }));
      });
    });

  group
    .command("delete <name>")
    .description(t(($) => $.cli.connections.delete.summary))
    .addHelpText(
      "after",
      t(($) => $.cli.connections.delete.help),
    )
    .action(async (connection: string) => {
      await context.withCore(async ({ client }, signal) => {
        await client.connections.delete({ connection }, signal);
        const { json, dataDir } = context.globals();
        const backups = listBackups(dataDir).length;
        if (json) {
          printJson(context.terminal, { deleted: connection, backups });
          return;
        }
        context.terminal.out(t(($) => $.cli.connections.delete.done, { name: connection }));
        if (backups === 0) return;
        context.terminal.out(t(($) => $.cli.connections.delete.backups, { count: backups }));
      });
    });
}
