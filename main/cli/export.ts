/** export: rows of the local copy as a CSV file. */
import type { Command } from "commander";
import type { Collection } from "#contract/fleet.ts";
import { findAudience } from "./audience.ts";
import { columnsOf, parseCollection } from "./collections.ts";
import type { CliContext } from "./context.ts";
import { formatCounted, printJson } from "./output.ts";
import { badValue } from "./usage-error.ts";

interface ExportOptions {
  readonly out: string;
  readonly filter?: string;
  readonly sort?: string;
  readonly columns?: readonly string[];
  readonly audience?: string;
}

const help = `
Columns are paths into a record as the service sends it, with dots. The file must not be there yet.

Examples:
  $ fleetdesk export endpoint --out vans.csv --filter 'name:van*' --columns id,name,sim.iccid,tags
  $ fleetdesk export sim --out sims.csv --sort=-production_date`;

export function addExportCommand(program: Command, context: CliContext): void {
  program
    .command("export")
    .description("write rows of the local copy to a CSV file that spreadsheets open safely")
    .argument("<collection>", "endpoint, sim, imsi, organisation, user or tariff_plan", parseCollection)
    .requiredOption("--out <file>", "the file to write")
    .option("--filter <q>", "only those that match")
    .option("--sort <fields>", "in this order (default: id)")
    .option("--columns <paths>", "these columns, separated by commas", parseColumns)
    .option("--audience <name>", "only endpoints of a kept audience")
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
              columns: (columns ?? columnsOf[collection]).map((path) => ({ path, title: path })),
            },
            signal,
          );
          if (context.globals().json) printJson(context.terminal, written);
          else context.terminal.out(`${formatCounted(written.rows, "row")} written to ${written.file ?? out}\n`);
        },
        { out },
      );
    });
}

function parseColumns(text: string): readonly string[] {
  const paths = text.split(",").map((path) => path.trim());
  if (paths.every((path) => path !== "")) return paths;
  throw badValue("Columns are written as id,name,sim.iccid.");
}
