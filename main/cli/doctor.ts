/** doctor: what a list of identifiers is worth, row by row, against the local copy. */
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { identifierSchema, type IdentifierKind } from "#contract/campaign-words.ts";
import { type ExaminedRow, type Verdict, verdictSchema } from "#contract/doctor.ts";
import type { FleetClient } from "#contract/index.ts";
import { detectEncoding, readText } from "../files/text-file.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatCount, formatCounted, formatTable, iso, printJson } from "./output.ts";

interface DoctorOptions {
  readonly kind?: IdentifierKind;
  readonly column?: number;
  readonly reject?: string;
  readonly save?: string;
}

const help = `
FILE holds one identifier per line, or is a table (CSV); - reads standard input. Kinds may be mixed: each row is taken for what it looks
like. Nothing leaves this computer. Exit code 4 when a row is not resolved.

Examples:
  $ fleetdesk doctor trackers.csv
  $ fleetdesk doctor trackers.csv --reject to-mend.csv --save trackers
  $ pbpaste | fleetdesk doctor - --json`;

export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .description("examine a list of identifiers against the local copy, row by row")
    .argument("<file>", "the list; - for standard input")
    .addOption(new Option("--kind <kind>", "every row is of this kind").choices(identifierSchema.options))
    .option("--column <n>", "the column that holds the identifiers, from 1", parseWhole("The column", 1, 16_384))
    .option("--reject <file>", "write the rows that are not resolved to this file")
    .option("--save <name>", "keep the endpoints that were found as an audience of this name")
    .addHelpText("after", help)
    .action(async (file: string, { kind, column, reject, save }: DoctorOptions) => {
      await context.withCore(
        async ({ client }, signal) => {
          const text = file === "-" ? await context.terminal.readStdin() : await readFile(resolve(file), signal);
          const wishes = { ...(kind === undefined ? {} : { kind }), ...(column === undefined ? {} : { column }) };
          const found = await client.doctor.examine({ ...context.scope(), text, ...wishes }, signal);
          const rejected = found.rows.filter(({ verdict }) => verdict !== "resolved");
          const written = reject === undefined ? undefined : await writeRejected(client, rejected, signal);
          const saved = save === undefined ? undefined : await saveFound(client, context, save, found.rows, signal);
          if (context.globals().json) {
            const audience = saved === undefined ? {} : { audience: { ...saved, createdAt: iso(saved.createdAt) } };
            printJson(context.terminal, {
              ...found,
              ...(written === undefined ? {} : { rejected: written }),
              ...audience,
            });
          } else {
            printRejected(context, rejected);
            context.terminal.out(`${summary(found.counts)}\n`);
            if (written !== undefined)
              context.terminal.out(`${formatCounted(rejected.length, "row")} written to ${written}\n`);
            if (saved !== undefined)
              context.terminal.out(
                `${formatCounted(saved.size, "endpoint")} kept as audience ${saved.id} "${saved.name}"\n`,
              );
          }
          if (rejected.length > 0) context.endWith("incomplete");
        },
        { out: reject },
      );
    });
}

async function readFile(file: string, signal: AbortSignal): Promise<string> {
  let text = "";
  for await (const piece of readText(file, await detectEncoding(file, signal), signal)) text += piece;
  return text;
}

async function writeRejected(
  client: FleetClient,
  rows: readonly ExaminedRow[],
  signal: AbortSignal,
): Promise<string | undefined> {
  return (await client.doctor.exportRows({ suggestedName: "rejected", rows: [...rows] }, signal)).file;
}

async function saveFound(
  client: FleetClient,
  context: CliContext,
  name: string,
  rows: readonly ExaminedRow[],
  signal: AbortSignal,
): ReturnType<FleetClient["fleet"]["saveAudience"]> {
  const ids = rows.flatMap(({ verdict, endpoint }) =>
    verdict === "resolved" && endpoint !== undefined ? [endpoint.id] : [],
  );
  return client.fleet.saveAudience({ ...context.scope(), name, ids }, signal);
}

const words: Readonly<Record<Verdict, string>> = {
  resolved: "resolved",
  damaged: "damaged by a spreadsheet",
  "bad-check-digit": "wrong check digit",
  duplicate: "duplicate",
  unknown: "unknown",
  ambiguous: "ambiguous",
  unreadable: "unreadable",
};

function printRejected(context: CliContext, rows: readonly ExaminedRow[]): void {
  if (rows.length === 0) return;
  const cells = rows.map(({ row, given, verdict, firstRow, detail, endpoint }) => {
    const why =
      firstRow === undefined ? (detail ?? "") : `endpoint ${endpoint?.id ?? ""} stands in row ${firstRow} already`;
    return [String(row), given, words[verdict], why];
  });
  context.terminal.out(formatTable(["ROW", "GIVEN", "VERDICT", "WHY"], cells, 80));
}

function summary(counts: Readonly<Record<Verdict, number>>): string {
  const parts = verdictSchema.options.filter((verdict) => verdict === "resolved" || counts[verdict] > 0);
  return parts.map((verdict) => `${formatCount(counts[verdict])} ${words[verdict]}`).join(", ");
}
