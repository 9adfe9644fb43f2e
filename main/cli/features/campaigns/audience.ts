/** Options for an audience of several sources and for the values of variables; campaign preview, which evaluates both. */
import { resolve } from "node:path";
import { campaignPartSchema, type AudienceSource, type Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { defaultMaxSegments } from "#shared/contract/limits.ts";
import { planning } from "#shared/contract/campaigns/planning.ts";
import { formatNumber, formatSegments } from "#shared/format.ts";
import { findChoice, labelsOf, badValue, usageError } from "../../option-values.ts";
import { type Call, defineCommand, repeated, text, type ValuesOf, whole } from "../../define-command.ts";
import { type Columns, formatItems } from "../../output.ts";
import { t } from "../../text.ts";
import { findAudience } from "../fleet/audiences.ts";
import { requireText, textOptions, withTemplate } from "../messages/templates.ts";

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

export const audienceHelp = t(($) => $.cli.campaigns.audience.help, { parts: labelsOf(campaignPartSchema.options) });

let order = 0;
const part =
  (op: "add" | "remove") =>
  (source: string, before: readonly AudiencePart[] = []): readonly AudiencePart[] => [
    ...before,
    { op, source: parseSource(source), order: (order += 1) },
  ];

export const audienceOptions = {
  csv: text("<file>", ($) => $.cli.campaigns.audience.csv),
  keyColumn: text("<column>", ($) => $.cli.campaigns.audience.by),
  filter: text("<q>", ($) => $.cli.campaigns.audience.filter),
  add: repeated("<source>", ($) => $.cli.campaigns.audience.add, part("add")),
  remove: repeated("<source>", ($) => $.cli.campaigns.audience.remove, part("remove")),
  maxSegments: whole(
    "<n>",
    t(($) => $.cli.campaigns.audience.maxSegments, { count: defaultMaxSegments }),
    [t(($) => $.cli.campaigns.audience.maxSegmentsValue), 1, 255],
  ),
  var: repeated("<name=value>", ($) => $.cli.campaigns.audience.var, parseVar),
  varFrom: repeated("<name=column:X>", ($) => $.cli.campaigns.audience.map, parseVarFrom),
};
export type AudienceOptions = ValuesOf<typeof audienceOptions>;

/** The sources in their order. Throws `invalid-usage` without a source. */
export function audienceInput(
  options: Partial<AudienceOptions>,
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
  { client, scope, signal }: Pick<Call<unknown, unknown>, "client" | "scope" | "signal">,
  audience: readonly AudienceStepInput[],
): Promise<PlanInput["audience"]> {
  const steps: PlanInput["audience"] = [];
  for (const { source, ...step } of audience) {
    if ("audienceNamed" in source) {
      const { id } = await findAudience(client, scope, source.audienceNamed, signal);
      steps.push({ ...step, source: { audience: id } });
    } else steps.push({ ...step, source });
  }
  return steps;
}

/** Parses one source. Throws `invalid-usage`. */
export function parseSource(input: string): SourceInput {
  const cut = input.indexOf(":");
  const [kind, rest] = [input.slice(0, cut), input.slice(cut + 1)];
  switch (kind) {
    case "csv":
      if (rest.trim() === "") break;
      return { csv: { file: resolve(rest) } };
    case "filter":
      return { filter: rest };
    case "view":
      return { view: wholeNumber(rest, input) };
    case "audience":
      if (rest.trim() === "") break;
      return { audienceNamed: rest.trim() };
    case "ids": {
      const ids = rest.split(",").flatMap((id) => (id.trim() === "" ? [] : [id.trim()]));
      if (ids.length === 0) break;
      return { ids };
    }
    case "campaign": {
      const [campaignId = "", label = "all"] = rest.split(":");
      const part = findChoice(campaignPartSchema.options, label);
      if (part === undefined || campaignId === "") break;
      return { campaign: { campaignId, part } };
    }
  }
  throw badValue(t(($) => $.cli.campaigns.audience.badSource, { text: input }));
}

function wholeNumber(input: string, all: string): number {
  if (!/^\d{1,15}$/.test(input)) throw badValue(t(($) => $.cli.campaigns.audience.sourceNeedsNumber, { source: all }));
  return Number(input);
}

type Bound = readonly (readonly [string, Binding])[];

/** Parses `name=value` of a repeatable option. */
export function parseVar(input: string, before: Bound = []): Bound {
  const [name, value] = splitAt(input);
  return [...before, [name, { value }]];
}

function parseVarFrom(input: string, before: Bound = []): Bound {
  const [name, target] = splitAt(input);
  if (target.startsWith("column:")) return [...before, [name, { column: target.slice("column:".length) }]];
  if (target.startsWith("field:")) return [...before, [name, { field: target.slice("field:".length) }]];
  throw badValue(t(($) => $.cli.campaigns.audience.badBinding, { text: input }));
}

function splitAt(input: string): readonly [string, string] {
  const cut = input.indexOf("=");
  if (cut < 1) throw badValue(t(($) => $.cli.campaigns.audience.badPair, { text: input }));
  return [input.slice(0, cut).trim(), input.slice(cut + 1)];
}

export const previewCommand = defineCommand({
  path: "campaign preview",
  summary: t(($) => $.cli.campaigns.preview.summary),
  options: {
    suppressionFile: text("<file>", ($) => $.cli.campaigns.suppressFile),
    ...textOptions(($) => $.cli.campaigns.preview.textOption),
    ...audienceOptions,
  },
  help: [t(($) => $.cli.campaigns.preview.help), audienceHelp].join("\n\n"),
  examples: [
    "fleetdesk campaign preview --csv trackers.csv --text 'REBOOT {{pin}}'",
    "fleetdesk campaign preview --filter 'tags:north*'",
    "fleetdesk campaign preview --csv trackers.csv --template resets/reboot",
  ],
  prepare: ({ options }) => {
    if (options.text !== undefined) requireText(options);
    return audienceInput(options).audience;
  },
  run: async (call, audience) => {
    const { client, signal, scope, options } = call;
    const worded = await withTemplate(client, options, signal);
    const { bindings = {}, maxSegments } = audienceInput(worded);
    const { suppressionFile } = options;
    return await client.planning.preview(
      {
        ...scope,
        audience: await resolveAudienceSteps(call, audience),
        wording: worded.text === undefined ? undefined : { text: worded.text, bindings },
        suppressFile: suppressionFile === undefined ? undefined : resolve(suppressionFile),
        maxSegments,
      },
      signal,
    );
  },
  json: planning.operations.preview.output,
  render: describePreview,
});

function describePreview(preview: Preview): string {
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
  const columns: Columns<(typeof samples)[number]> = {
    endpoint: ({ name, endpoint }) => name ?? endpoint,
    segments: (sample) => String(sample.segments),
    text: ({ text }) => text,
  };
  const table = formatItems(columns, samples, 160);
  return `${lines.join("\n")}\n${table === "" ? "" : `\n${table}`}`;
}
