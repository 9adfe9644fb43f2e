/** export: cached rows as a CSV file. */
import { recordFields } from "#shared/records/fields.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { findAudience } from "./audience.ts";
import { columnPaths, parseCollection } from "./collections.ts";
import type { CliContext } from "../../context.ts";
import { printJson } from "../../output.ts";
import { badValue } from "../../usage-error.ts";

interface ExportOptions {
  readonly out: string;
  readonly filter?: string;
  readonly sort?: string;
  readonly columns?: readonly string[];
  readonly audience?: string;
}

const help = t(($) => $.cli.fleet.export.help);

export function addExportCommand(program: Command, context: CliContext): void {
  program
    .command("export")
    .description(t(($) => $.cli.fleet.export.summary))
    .argument(
      "<collection>",
      t(($) => $.cli.fleet.options.collection),
      parseCollection,
    )
    .requiredOption(
      "--out <file>",
      t(($) => $.cli.fleet.export.out),
    )
    .option(
      "--filter <q>",
      t(($) => $.cli.fleet.options.filter),
    )
    .option(
      "--sort <fields>",
      t(($) => $.cli.fleet.options.sort),
    )
    .option(
      "--columns <paths>",
      t(($) => $.cli.fleet.export.columns),
      parseColumns,
    )
    .option(
      "--audience <name>",
      t(($) => $.cli.fleet.options.audience),
    )
    .addHelpText("after", help)
    .action(async (collection: Collection, { out, filter = "", sort = "", columns, audience }: ExportOptions) => {
      await context.withCore(
        async ({ client }, signal) => {
          const within =
            audience === undefined ? {} : { audience: (await findAudience(client, context, audience, signal)).id };
          const written = await client.fleet.exportCsv(
            {
              ...context.scope(),
              ...within,
              collection,
              filter,
              sort,
              columns: (columns ?? columnPaths(recordFields[collection])).map((path) => ({ path, title: path })),
            },
            signal,
          );
          if (context.globals().json) printJson(context.terminal, written);
          else
            context.terminal.out(
              t(($) => $.cli.program.rowsWritten, { count: written.rows, file: written.file ?? out }),
            );
        },
        { out },
      );
    });
}

function parseColumns(text: string): readonly string[] {
  const paths = text.split(",").map((path) => path.trim());
  if (paths.every((path) => path !== "")) return paths;
  throw badValue(t(($) => $.cli.fleet.export.columnsInvalid));
}
