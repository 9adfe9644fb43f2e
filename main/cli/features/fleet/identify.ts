/** identify: checks a list of identifiers against the cache, row by row. */
import { z } from "zod";
import { identifierSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  doctor,
  examinedRowSchema,
  type ExaminedRow,
  type Verdict,
  verdictSchema,
} from "#shared/contract/fleet/doctor.ts";
import { audienceSchema } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { formatNumber } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import { argument, choice, defineCommand, inputFile, text, whole } from "../../define-command.ts";
import { type Columns, formatItems } from "../../output.ts";
import { readInputFile } from "../../terminal.ts";
import { t } from "../../text.ts";
import { usageError } from "../../option-values.ts";

export const identifyCommand = defineCommand({
  path: "identify",
  summary: t(($) => $.cli.fleet.doctor.summary),
  args: { file: inputFile(argument(($) => $.cli.fleet.doctor.file)) },
  options: {
    type: choice("<type>", ($) => $.cli.fleet.doctor.kind, identifierSchema.options),
    keyColumn: whole("<n>", ($) => $.cli.fleet.doctor.column, [t(($) => $.cli.fleet.doctor.columnName), 1, 16_384]),
    unresolvedOut: text("<file>", ($) => $.cli.fleet.doctor.reject),
    saveAudience: text("<name>", ($) => $.cli.fleet.doctor.save),
  },
  help: t(($) => $.cli.fleet.doctor.help),
  examples: [
    "fleetdesk identify trackers.csv",
    "fleetdesk identify trackers.csv --unresolved-out unresolved.csv --save-audience trackers",
    "pbpaste | fleetdesk identify - --json",
  ],
  out: ({ unresolvedOut }) => unresolvedOut,
  run: async ({ client, signal, scope, args, options, context }) => {
    const { type: kind, keyColumn: column, unresolvedOut, saveAudience } = options;
    const input = await readInputFile(context.terminal, args.file, signal);
    if (input.trim() === "") throw usageError(t(($) => $.cli.fleet.doctor.empty, { file: args.file }));
    const result = await client.doctor.examine({ ...scope, text: input, kind, column }, signal);
    const unresolved = result.rows.filter(({ verdict }) => verdict !== "resolved");
    const file = unresolvedOut === undefined ? undefined : await writeRejected(client, unresolved, signal);
    const audience =
      saveAudience === undefined ? undefined : await saveResolvedRows(client, scope, saveAudience, result.rows, signal);
    return { result, unresolved, file, audience };
  },
  json: z.object({
    items: z.array(examinedRowSchema),
    ...doctor.operations.examine.output.omit({ rows: true }).shape,
    unresolvedFile: z.string().optional(),
    audience: audienceSchema.optional(),
  }),
  document: ({ result: { rows, ...rest }, file, audience }) => ({
    items: rows,
    ...rest,
    unresolvedFile: file,
    audience,
  }),
  render: ({ result, unresolved, file, audience }) =>
    [
      formatItems(columns, unresolved, 80),
      `${summary(result.counts)}\n`,
      file === undefined ? "" : t(($) => $.cli.program.rowsWritten, { count: unresolved.length, file }),
      audience === undefined
        ? ""
        : t(($) => $.cli.fleet.doctor.audienceSaved, { count: audience.size, id: audience.id, name: audience.name }),
    ].join(""),
  conclude: ({ unresolved }, { context }) => {
    if (unresolved.length > 0) context.endWith("incomplete");
  },
});

async function writeRejected(
  client: FleetClient,
  rows: readonly ExaminedRow[],
  signal: AbortSignal,
): Promise<string | undefined> {
  return (await client.doctor.exportRows({ suggestedName: "rejected", rows: [...rows] }, signal)).file;
}

async function saveResolvedRows(
  client: FleetClient,
  scope: { readonly connection?: string },
  name: string,
  rows: readonly ExaminedRow[],
  signal: AbortSignal,
): ReturnType<FleetClient["fleet"]["saveAudience"]> {
  const ids = rows.flatMap(({ verdict, endpoint }) =>
    verdict === "resolved" && endpoint !== undefined ? [endpoint.id] : [],
  );
  return client.fleet.saveAudience({ ...scope, name, ids }, signal);
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

const columns: Columns<ExaminedRow> = {
  row: ({ row }) => String(row),
  value: ({ identifier }) => identifier,
  result: ({ verdict }) => verdictLabels[verdict],
  reason: ({ firstRow, detail, endpoint }) =>
    firstRow === undefined
      ? formatDetail(detail)
      : t(($) => $.cli.fleet.doctor.duplicateOf, { id: endpoint?.id ?? "", row: firstRow }),
};

function formatDetail(detail: ExaminedRow["detail"]): string {
  return detail === undefined ? "" : formatText(detail);
}

function summary(counts: Readonly<Record<Verdict, number>>): string {
  const verdicts = verdictSchema.options.filter((verdict) => verdict === "resolved" || counts[verdict] > 0);
  return verdicts.map((verdict) => `${formatNumber(counts[verdict])} ${verdictLabels[verdict]}`).join(", ");
}
