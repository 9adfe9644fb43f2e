/** Options for an audience of several sources and for the values of variables; campaign preview, which evaluates both. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { resolve } from "node:path";
import type { Command } from "commander";
import { campaignPartSchema, type AudienceSource, type Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import { defaultMaxSegments } from "#shared/contract/limits.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { findAudience } from "../fleet/audience.ts";
import { findChoice, labelsOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { formatNumber, formatSegments } from "#shared/format.ts";
import { formatTable, printJson } from "../../output.ts";
import { addTextOptions, requireText, withTemplate } from "../messages/template-text.ts";
import { badValue, usageError } from "../../usage-error.ts";

type PlanInput = Parameters<FleetClient["campaigns"]["plan"]>[0];
type Preview = Awaited<ReturnType<FleetClient["planning"]["preview"]>>;

/** A source as typed: a saved audience is named by its name or id. */
export type SourceInput = Exclude<AudienceSource, { audience: number }> | { readonly audienceNamed: string };

export interface AudienceStepInput {
  readonly op?: "add" | "remove";
  readonly source: SourceInput;
}

/** A source with its position on the command line: --add and --remove apply in the order in which they are typed. */
export interface AudiencePart {
  readonly op: "add" | "remove";
  readonly source: SourceInput;
  readonly order: number;
}

export interface AudienceOptions {
  readonly csv?: string;
  readonly keyColumn?: string;
  readonly filter?: string;
  readonly add?: readonly AudiencePart[];
  readonly remove?: readonly AudiencePart[];
  readonly var?: readonly (readonly [string, Binding])[];
  readonly varFrom?: readonly (readonly [string, Binding])[];
  readonly maxSegments?: number;
}

export const audienceHelp = t(($) => $.cli.campaigns.audience.help, { parts: labelsOf(campaignPartSchema.options) });

export function addAudienceOptions(command: Command): Command {
  let stepCount = 0;
  const part =
    (op: "add" | "remove") =>
    (text: string, before: readonly AudiencePart[] = []): readonly AudiencePart[] => [
      ...before,
      { op, source: parseSource(text), order: (stepCount += 1) },
    ];
  return command
    .option(
      "--csv <file>",
      t(($) => $.cli.campaigns.audience.csv),
    )
    .option(
      "--key-column <column>",
      t(($) => $.cli.campaigns.audience.by),
    )
    .option(
      "--filter <q>",
      t(($) => $.cli.campaigns.audience.filter),
    )
    .option(
      "--add <source>",
      t(($) => $.cli.campaigns.audience.add),
      part("add"),
    )
    .option(
      "--remove <source>",
      t(($) => $.cli.campaigns.audience.remove),
      part("remove"),
    )
    .option(
      "--max-segments <n>",
      t(($) => $.cli.campaigns.audience.maxSegments, { count: defaultMaxSegments }),
      parseWhole(
        t(($) => $.cli.campaigns.audience.maxSegmentsValue),
        1,
        255,
      ),
    )
    .option(
      "--var <name=value>",
      t(($) => $.cli.campaigns.audience.set),
      parseVar,
    )
    .option(
      "--var-from <name=column:X>",
      t(($) => $.cli.campaigns.audience.map),
      parseVarFrom,
    );
}

/** The sources in their order. Throws `invalid-usage` without a source. */
export function audienceInput(
  options: AudienceOptions,
): Pick<PlanInput, "bindings" | "maxSegments"> & { readonly audience: readonly AudienceStepInput[] } {
  const { csv, keyColumn: by, filter, add = [], remove = [], var: values = [], varFrom = [], maxSegments } = options;
  if (by !== undefined && csv === undefined) throw usageError(t(($) => $.cli.campaigns.audience.byNeedsCsv));
  if (csv !== undefined && filter !== undefined) {
    throw usageError(t(($) => $.cli.campaigns.audience.csvOrFilter));
  }
  const short: readonly AudienceStepInput[] =
    csv === undefined
      ? filter === undefined
        ? []
        : [{ source: { filter } }]
      : [{ source: { csv: { file: resolve(csv), by } } }];
  const steps = [...add, ...remove].toSorted((a, b) => a.order - b.order).map(({ op, source }) => ({ op, source }));
  if (short.length + add.length === 0) {
    throw usageError(t(($) => $.cli.campaigns.audience.missing));
  }
  const bindings = Object.fromEntries([...varFrom, ...values]);
  return {
    audience: [...short, ...steps],
    bindings: Object.keys(bindings).length === 0 ? undefined : bindings,
    maxSegments,
  };
}

/** Resolves names of audiences to ids, as the contract requires. Throws `audience-unknown` for a name that the connection does not have. */
export async function resolveAudienceSteps(
  client: FleetClient,
  context: CliContext,
  audience: readonly AudienceStepInput[],
  signal: AbortSignal,
): Promise<PlanInput["audience"]> {
  const steps: PlanInput["audience"] = [];
  for (const { source, ...step } of audience) {
    if ("audienceNamed" in source) {
      const { id } = await findAudience(client, context, source.audienceNamed, signal);
      steps.push({ ...step, source: { audience: id } });
    } else steps.push({ ...step, source });
  }
  return steps;
}

/** Columns of the audience's lists. A variable with the name of a column takes its value from that column. */
export async function columnsOf(
  client: FleetClient,
  context: CliContext,
  audience: readonly AudienceStepInput[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lists = audience.filter(({ op, source }) => op !== "remove" && "csv" in source);
  if (lists.length === 0) return [];
  const steps = await resolveAudienceSteps(client, context, lists, signal);
  return (await client.planning.preview({ ...context.scope(), audience: steps }, signal)).columns;
}

/** Parses one source. Throws `invalid-usage`. */
export function parseSource(text: string): SourceInput {
  const cut = text.indexOf(":");
  const [kind, rest] = [text.slice(0, cut), text.slice(cut + 1)];
  switch (kind) {
    case "csv":
      if (rest.trim() === "") break;
      return { csv: { file: resolve(rest) } };
    case "filter":
      return { filter: rest };
    case "view":
      return { view: wholeNumber(rest, text) };
    case "audience":
      if (rest.trim() === "") break;
      return { audienceNamed: rest.trim() };
    case "ids": {
      const ids = rest.split(",").flatMap((id) => (id.trim() === "" ? [] : [id.trim()]));
      if (ids.length === 0) break;
      return { ids };
    }
    case "campaign": {
      const [campaignId = "", which = "all"] = rest.split(":");
      const part = findChoice(campaignPartSchema.options, which);
      if (part === undefined || campaignId === "") break;
      return { campaign: { campaignId, which: part } };
    }
  }
  throw badValue(t(($) => $.cli.campaigns.audience.badSource, { text }));
}

function wholeNumber(text: string, all: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badValue(t(($) => $.cli.campaigns.audience.sourceNeedsNumber, { source: all }));
  return Number(text);
}

type Bound = readonly (readonly [string, Binding])[];

/** Parses `name=value` of a repeatable option. */
export function parseVar(text: string, before: Bound = []): Bound {
  const [name, value] = splitAt(text);
  return [...before, [name, { value }]];
}

function parseVarFrom(text: string, before: Bound = []): Bound {
  const [name, target] = splitAt(text);
  if (target.startsWith("column:")) return [...before, [name, { column: target.slice("column:".length) }]];
  if (target.startsWith("field:")) return [...before, [name, { field: target.slice("field:".length) }]];
  throw badValue(t(($) => $.cli.campaigns.audience.badBinding, { text }));
}

function splitAt(text: string): readonly [string, string] {
  const cut = text.indexOf("=");
  if (cut < 1) throw badValue(t(($) => $.cli.campaigns.audience.badPair, { text }));
  return [text.slice(0, cut).trim(), text.slice(cut + 1)];
}

interface PreviewOptions extends AudienceOptions {
  readonly text?: string;
  readonly template?: string;
  readonly suppressionFile?: string;
}

const previewHelp = helpText({
  text: [t(($) => $.cli.campaigns.preview.help), audienceHelp].join("\n\n"),
  examples: [
    "fleetdesk campaign preview --csv trackers.csv --text 'REBOOT {{pin}}'",
    "fleetdesk campaign preview --filter 'tags:north*'",
    "fleetdesk campaign preview --csv trackers.csv --template resets/reboot",
  ],
});

/** campaign preview: evaluates audience and text against the cache only. */
export function addCampaignPreview(campaign: Command, context: CliContext): void {
  const preview = campaign
    .command("preview")
    .description(t(($) => $.cli.campaigns.preview.summary))
    .option(
      "--suppression-file <file>",
      t(($) => $.cli.campaigns.suppressFile),
    );
  addAudienceOptions(
    addTextOptions(
      preview,
      t(($) => $.cli.campaigns.preview.textOption),
    ),
  )
    .addHelpText("after", previewHelp)
    .action(async (options: PreviewOptions) => {
      const { audience } = audienceInput(options);
      if (options.text !== undefined) requireText(options);
      const { suppressionFile } = options;
      await context.withCore(async ({ client }, signal) => {
        const columns = (): Promise<readonly string[]> => columnsOf(client, context, audience, signal);
        const worded = await withTemplate(client, options, columns, signal);
        const { text } = worded;
        const { bindings = {}, maxSegments } = audienceInput(worded);
        const result = await client.planning.preview(
          {
            ...context.scope(),
            audience: await resolveAudienceSteps(client, context, audience, signal),
            wording: text === undefined ? undefined : { text, bindings },
            suppressFile: suppressionFile === undefined ? undefined : resolve(suppressionFile),
            maxSegments,
          },
          signal,
        );
        if (context.globals().json) printJson(context.terminal, result);
        else context.terminal.out(describePreview(result));
      });
    });
}

export function describePreview(preview: Preview): string {
  const { included, excluded, unresolved, excludedByReason, segments, longest, segmentsExact, samples, unbound, note } =
    preview;
  const reasons = Object.entries(excludedByReason).map(([reason, count]) => `  ${reason}: ${formatNumber(count)}`);
  const lines = [
    t(($) => $.cli.campaigns.preview.result, { included: formatNumber(included), excluded: formatNumber(excluded) }),
    ...reasons,
    ...(unresolved > 0 ? [t(($) => $.cli.campaigns.preview.notCached, { count: unresolved })] : []),
    ...(segments > 0
      ? [
          t(($) => $.cli.campaigns.preview.segments, {
            segments: formatSegments(segments, segmentsExact),
            longest: formatNumber(longest),
          }),
        ]
      : []),
    ...(unbound.length > 0
      ? [t(($) => $.cli.campaigns.preview.unbound, { variables: unbound.map((name) => `{{${name}}}`).join(", ") })]
      : []),
    ...(note === undefined ? [] : [t(($) => $.cli.program.note, { note })]),
  ];
  const table = samples.map(({ name, endpoint, segments: segmentCount, text }) => [
    name ?? endpoint,
    String(segmentCount),
    text,
  ]);
  const sampleTable =
    table.length === 0
      ? ""
      : `\n${formatTable([t(($) => $.cli.headings.endpoint), t(($) => $.cli.headings.segments), t(($) => $.cli.headings.text)], table, 160)}`;
  return `${lines.join("\n")}\n${sampleTable}`;
}
