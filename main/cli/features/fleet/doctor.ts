/** identify: checks a list of identifiers against the cache, row by row. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { identifierSchema, type IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { doctor, type ExaminedRow, type Verdict, verdictSchema } from "#shared/contract/fleet/doctor.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { detectEncoding, readText } from "../../../core/files/text-file.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { formatNumber } from "#shared/format.ts";
import { formatTable, iso, printAnswer } from "../../output.ts";

interface DoctorOptions {
  readonly type?: IdentifierKind;
  readonly keyColumn?: number;
  readonly unresolvedOut?: string;
  readonly saveAudience?: string;
}

const help = t(($) => $.cli.fleet.doctor.help);

export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command("identify")
    .description(t(($) => $.cli.fleet.doctor.summary))
    .argument(
      "<file>",
      t(($) => $.cli.fleet.doctor.file),
    )
    .addOption(
      new Option(
        "--type <type>",
        t(($) => $.cli.fleet.doctor.kind),
      ).choices(identifierSchema.options),
    )
    .option(
      "--key-column <n>",
      t(($) => $.cli.fleet.doctor.column),
      parseWhole(
        t(($) => $.cli.fleet.doctor.columnName),
        1,
        16_384,
      ),
    )
    .option(
      "--unresolved-out <file>",
      t(($) => $.cli.fleet.doctor.reject),
    )
    .option(
      "--save-audience <name>",
      t(($) => $.cli.fleet.doctor.save),
    )
    .addHelpText("after", help)
    .action(async (file: string, { type, keyColumn, unresolvedOut, saveAudience }: DoctorOptions) => {
      await context.withCore(
        async ({ client }, signal) => {
          const text = file === "-" ? await context.terminal.readStdin() : await readFile(resolve(file), signal);
          const wishes = {
            kind: type,
            column: keyColumn,
          };
          const result = await client.doctor.examine({ ...context.scope(), text, ...wishes }, signal);
          const rejected = result.rows.filter(({ verdict }) => verdict !== "resolved");
          const written = unresolvedOut === undefined ? undefined : await writeRejected(client, rejected, signal);
          const saved =
            saveAudience === undefined
              ? undefined
              : await saveResolvedRows(client, context, saveAudience, result.rows, signal);
          if (context.globals().json) {
            const audience = saved === undefined ? {} : { audience: { ...saved, createdAt: iso(saved.createdAt) } };
            printAnswer(context.terminal, doctor.operations.examine.output, {
              ...result,
              ...(written === undefined ? {} : { rejected: written }),
              ...audience,
            });
          } else {
            printRejected(context, rejected);
            context.terminal.out(`${summary(result.counts)}\n`);
            if (written !== undefined)
              context.terminal.out(t(($) => $.cli.program.rowsWritten, { count: rejected.length, file: written }));
            if (saved !== undefined)
              context.terminal.out(
                t(($) => $.cli.fleet.doctor.audienceSaved, { count: saved.size, id: saved.id, name: saved.name }),
              );
          }
          if (rejected.length > 0) context.endWith("incomplete");
        },
        { out: unresolvedOut },
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

async function saveResolvedRows(
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

const verdictLabels: Readonly<Record<Verdict, string>> = {
  resolved: t(($) => $.cli.fleet.doctor.resolved),
  damaged: t(($) => $.cli.fleet.doctor.damaged),
  "bad-check-digit": t(($) => $.cli.fleet.doctor.badCheckDigit),
  duplicate: t(($) => $.cli.fleet.doctor.duplicate),
  unknown: t(($) => $.cli.fleet.doctor.unknown),
  ambiguous: t(($) => $.cli.fleet.doctor.ambiguous),
  unreadable: t(($) => $.cli.fleet.doctor.unreadable),
};

const header = [
  t(($) => $.cli.headings.row),
  t(($) => $.cli.headings.value),
  t(($) => $.cli.headings.result),
  t(($) => $.cli.headings.reason),
];

function printRejected(context: CliContext, rows: readonly ExaminedRow[]): void {
  if (rows.length === 0) return;
  const cells = rows.map(({ row, identifier: input, verdict, firstRow, detail, endpoint }) => {
    const why =
      firstRow === undefined
        ? formatDetail(detail)
        : t(($) => $.cli.fleet.doctor.duplicateOf, { id: endpoint?.id ?? "", row: firstRow });
    return [String(row), input, verdictLabels[verdict], why];
  });
  context.terminal.out(formatTable(header, cells, 80));
}

function formatDetail(detail: ExaminedRow["detail"]): string {
  return detail === undefined ? "" : formatText(detail);
}

function summary(counts: Readonly<Record<Verdict, number>>): string {
  const verdicts = verdictSchema.options.filter((verdict) => verdict === "resolved" || counts[verdict] > 0);
  return verdicts.map((verdict) => `${formatNumber(counts[verdict])} ${verdictLabels[verdict]}`).join(", ");
}
