/** campaign drift, preflight: changes since the plan, and obstacles to a start. Neither sends anything. */
import { z } from "zod";
import { driftKindSchema, planning, type DriftKind } from "#shared/contract/campaigns/planning.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { formatDuration, formatNumber } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import { findChoice, labelOf, labelsOf, badValue } from "../../option-values.ts";
import { argument, choice, defineCommand, limit, parsed, whole, withDefault } from "../../define-command.ts";
import { formatItems, iso } from "../../output.ts";
import { ownCampaign } from "../../own-campaign.ts";
import { t } from "../../text.ts";

type Drift = Awaited<ReturnType<FleetClient["planning"]["drift"]>>;
type Preflight = Awaited<ReturnType<FleetClient["planning"]["preflight"]>>;

const args = { id: argument(($) => $.cli.program.argument.campaign) };
const { operations } = planning;

const drift = defineCommand({
  path: "campaign drift",
  summary: t(($) => $.cli.campaigns.drift.summary),
  args,
  options: {
    exclude: parsed(
      "<changes>",
      t(($) => $.cli.campaigns.drift.drop, { kinds: driftKindSchema.options.map(labelOf).join(",") }),
      parseKinds,
    ),
    limit: limit(($) => $.cli.campaigns.limit, 1000, 200),
  },
  help: t(($) => $.cli.campaigns.drift.help),
  examples: [
    "fleetdesk sync endpoint && fleetdesk campaign drift 1",
    "fleetdesk campaign drift 1 --exclude missing,disabled",
  ],
  run: async (call) => {
    const { client, signal, options } = call;
    const { campaignId } = await ownCampaign(call, call.args.id);
    const { exclude: kinds, limit: most } = options;
    return kinds === undefined
      ? { drift: await client.planning.drift({ campaignId, limit: most }, signal) }
      : { excluded: await client.planning.dropDrifted({ campaignId, kinds }, signal) };
  },
  json: z.union([operations.drift.output, operations.dropDrifted.output]),
  document: ({ drift, excluded }) => drift ?? excluded,
  render: ({ drift, excluded }) =>
    drift === undefined
      ? t(($) => $.cli.campaigns.drift.excluded, { count: excluded.cancelled })
      : describeDrift(drift),
});

const preflight = defineCommand({
  path: "campaign preflight",
  summary: t(($) => $.cli.campaigns.preflight.summary),
  args,
  options: {
    quota: withDefault(
      choice("<scope>", ($) => $.cli.campaigns.preflight.quota, ["none", "sample", "full"]),
      "none",
    ),
    sample: withDefault(
      whole("<n>", ($) => $.cli.campaigns.preflight.sample, [t(($) => $.cli.campaigns.preflight.sampleValue), 1, 1000]),
      50,
    ),
  },
  examples: ["fleetdesk campaign preflight 1 --quota sample"],
  run: ({ client, signal, args: { id: campaignId }, options: { quota, sample: sampleSize } }) =>
    client.planning.preflight({ campaignId, quota, sampleSize }, signal),
  json: operations.preflight.output,
  render: describePreflight,
});

function parseKinds(text: string): DriftKind[] {
  const kinds = text.split(",").map((word) => word.trim());
  return kinds.map((word) => {
    const kind = findChoice(driftKindSchema.options, word);
    if (kind !== undefined) return kind;
    throw badValue(t(($) => $.cli.campaigns.drift.unknownKind, { word, kinds: labelsOf(driftKindSchema.options) }));
  });
}

function detailOf(details: Drift["items"][number]["details"]): string {
  return details.map((text) => formatText(text)).join(" ");
}

function describeDrift({ items, counts, compared, joined, plannedAt, asOf }: Drift): string {
  const changed = driftKindSchema.options.flatMap((kind) =>
    counts[kind] > 0 ? [`${formatNumber(counts[kind])} ${labelOf(kind)}`] : [],
  );
  const cache =
    asOf === undefined
      ? t(($) => $.cli.campaigns.drift.noCache)
      : t(($) => $.cli.campaigns.drift.cacheOf, { time: iso(asOf) });
  const head = [
    t(($) => $.cli.campaigns.drift.planned, { time: iso(plannedAt), cache }),
    t(($) => $.cli.campaigns.drift.compared, {
      count: compared,
      changes: changed.length === 0 ? t(($) => $.cli.campaigns.drift.noChanges) : changed.join(", "),
    }),
    ...(joined > 0 ? [t(($) => $.cli.campaigns.drift.notInPlan, { count: joined })] : []),
  ];
  const table = formatItems<(typeof items)[number]>(
    {
      row: ({ row }) => String(row),
      endpoint: ({ endpoint }) => endpoint,
      name: ({ name }) => name,
      change: ({ kinds }) => labelsOf(kinds),
      detail: ({ details }) => detailOf(details),
    },
    items,
    90,
  );
  return `${head.join("\n")}\n${table}`;
}

function describePreflight(preflight: Preflight): string {
  const { recipients, segments, rate, rateMessage, defaultRate, durationMs, startsAt, endsAt, session, quota } =
    preflight;
  const lines: string[] = [
    t(($) => $.cli.campaigns.preflight.recipients, {
      recipients: formatNumber(recipients),
      segments: t(($) => $.common.segmentCount, { count: segments }),
    }),
    t(($) => $.cli.campaigns.preflight.rate, {
      rate: `${defaultRate === undefined ? "" : `${formatText(defaultRate)}; `}${rate.toFixed(1)}`,
      reason: formatText(rateMessage),
    }),
    t(($) => $.cli.campaigns.preflight.duration, {
      duration: formatDuration(durationMs),
      start: iso(startsAt),
      end: iso(endsAt),
    }),
    t(($) => $.cli.campaigns.preflight.session, { verdict: session.verdict, message: formatText(session.message) }),
  ];
  if (quota === undefined) return lines.map((line) => `${line}\n`).join("");
  const { checked, enough, short, unset, unknown, items, complete } = quota;
  lines.push(
    t(($) => (complete ? $.cli.campaigns.preflight.quotas : $.cli.campaigns.preflight.quotaSample), {
      checked: formatNumber(checked),
      enough: formatNumber(enough),
      low: formatNumber(short),
      unset: formatNumber(unset),
      unknown: formatNumber(unknown),
    }),
  );
  const table = formatItems<(typeof items)[number]>(
    {
      endpoint: ({ endpoint }) => endpoint,
      name: ({ name }) => name,
      left: ({ left }) => String(left),
      needed: ({ needed }) => String(needed),
    },
    items,
  );
  return lines.map((line) => `${line}\n`).join("") + table;
}

export const preflightCommands = [drift, preflight];
