/** campaign drift, preflight: changes since the plan, and obstacles to a start. Neither sends anything. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Option, type Command } from "commander";
import type { FleetClient } from "#shared/contract/index.ts";
import { driftKindSchema, type DriftKind } from "#shared/contract/campaigns/planning.ts";
import { findChoice, labelOf, labelsOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { formatDuration, formatNumber } from "#shared/format.ts";
import { formatTable, iso, printJson } from "../../output.ts";
import { badValue } from "../../usage-error.ts";

type Drift = Awaited<ReturnType<FleetClient["planning"]["drift"]>>;
type Preflight = Awaited<ReturnType<FleetClient["planning"]["preflight"]>>;

export function addCampaignPreflight(campaign: Command, context: CliContext): void {
  campaign
    .command("drift <id>")
    .description(t(($) => $.cli.campaigns.drift.summary))
    .option(
      "--exclude <changes>",
      t(($) => $.cli.campaigns.drift.drop, { kinds: driftKindSchema.options.map(labelOf).join(",") }),
      parseKinds,
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.campaigns.limit),
      parseWhole(
        t(($) => $.cli.campaigns.limitValue),
        1,
        1000,
      ),
      200,
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.campaigns.drift.help),
        examples: [
          "fleetdesk sync endpoint && fleetdesk campaign drift 1",
          "fleetdesk campaign drift 1 --exclude missing,disabled",
        ],
      }),
    )
    .action(async (campaignId: string, { exclude, limit }: { exclude?: DriftKind[]; limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        if (exclude !== undefined) {
          const result = await client.planning.dropDrifted({ campaignId, kinds: exclude }, signal);
          if (context.globals().json) printJson(context.terminal, result);
          else context.terminal.out(t(($) => $.cli.campaigns.drift.excluded, { count: result.cancelled }));
          return;
        }
        const drift = await client.planning.drift({ campaignId, limit }, signal);
        if (context.globals().json) printJson(context.terminal, driftJson(drift));
        else context.terminal.out(describeDrift(drift));
      });
    });

  campaign
    .command("preflight <id>")
    .description(t(($) => $.cli.campaigns.preflight.summary))
    .addOption(
      new Option(
        "--quota <scope>",
        t(($) => $.cli.campaigns.preflight.quota),
      )
        .choices(["none", "sample", "full"])
        .default("none"),
    )
    .option(
      "--sample <n>",
      t(($) => $.cli.campaigns.preflight.sample),
      parseWhole(
        t(($) => $.cli.campaigns.preflight.sampleValue),
        1,
        1000,
      ),
      50,
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk campaign preflight 1 --quota sample"] }))
    .action(async (campaignId: string, { quota, sample }: { quota: "none" | "sample" | "full"; sample: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const preflight = await client.planning.preflight({ campaignId, quota, sampleSize: sample }, signal);
        if (context.globals().json) printJson(context.terminal, preflightJson(preflight));
        else context.terminal.out(describePreflight(preflight));
      });
    });
}

function parseKinds(text: string): DriftKind[] {
  const kinds = text.split(",").map((word) => word.trim());
  return kinds.map((word) => {
    const kind = findChoice(driftKindSchema.options, word);
    if (kind !== undefined) return kind;
    throw badValue(t(($) => $.cli.campaigns.drift.unknownKind, { word, kinds: labelsOf(driftKindSchema.options) }));
  });
}

function driftJson(drift: Drift): Readonly<Record<string, unknown>> {
  const items = drift.items.map(({ details, ...item }) => ({ ...item, detail: detailOf(details) }));
  return { ...drift, plannedAt: iso(drift.plannedAt), asOf: iso(drift.asOf) ?? null, items };
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
  const rows = items.map(({ row, endpoint, name, kinds, details }) => [
    String(row),
    endpoint,
    name ?? "",
    labelsOf(kinds),
    detailOf(details),
  ]);
  const table =
    rows.length === 0
      ? ""
      : formatTable(
          [
            t(($) => $.cli.headings.row),
            t(($) => $.cli.headings.endpoint),
            t(($) => $.cli.headings.name),
            t(($) => $.cli.headings.change),
            t(($) => $.cli.headings.detail),
          ],
          rows,
          90,
        );
  return `${head.join("\n")}\n${table}`;
}

function preflightJson(preflight: Preflight): Readonly<Record<string, unknown>> {
  const { rateMessage, defaultRate, session: sessionCheck } = preflight;
  const session = {
    ...sessionCheck,
    message: formatText(sessionCheck.message),
    expiresAt: iso(sessionCheck.expiresAt) ?? null,
  };
  const rate = {
    rateMessage: formatText(rateMessage),
    defaultRate: defaultRate === undefined ? undefined : formatText(defaultRate),
  };
  return { ...preflight, ...rate, startsAt: iso(preflight.startsAt), endsAt: iso(preflight.endsAt), session };
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
  const rows = items.map(({ endpoint, name, left, needed }) => [endpoint, name ?? "", String(left), String(needed)]);
  const table =
    rows.length === 0
      ? ""
      : formatTable(
          [
            t(($) => $.cli.headings.endpoint),
            t(($) => $.cli.headings.name),
            t(($) => $.cli.headings.left),
            t(($) => $.cli.headings.needed),
          ],
          rows,
        );
  return lines.map((line) => `${line}\n`).join("") + table;
}
