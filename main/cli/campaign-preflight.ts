/** campaign drift, preflight: what changed since a plan, and what stands in its way. Neither sends anything. */
import { Option, type Command } from "commander";
import type { FleetClient } from "#contract/index.ts";
import { driftKindSchema, type DriftKind } from "#contract/planning.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatCount, formatCounted, formatDuration, formatTable, iso, printJson } from "./output.ts";
import { badValue } from "./usage-error.ts";

type Drift = Awaited<ReturnType<FleetClient["planning"]["drift"]>>;
type Preflight = Awaited<ReturnType<FleetClient["planning"]["preflight"]>>;

export function addCampaignPreflight(campaign: Command, context: CliContext): void {
  campaign
    .command("drift <id>")
    .description("show what changed in the local copy since a campaign was planned, for those still to be sent to")
    .option(
      "--drop <kinds>",
      "take recipients out that changed so: gone,deleted,disabled,sim-swapped,text-differs,renamed",
      parseKinds,
    )
    .option("--limit <n>", "show at most so many recipients", parseWhole("The limit", 1, 1000), 200)
    .addHelpText(
      "after",
      "\nSynchronise first: only what the local copy knows can be compared.\n\nExamples:" +
        "\n  $ fleetdesk sync endpoint && fleetdesk campaign drift 1\n  $ fleetdesk campaign drift 1 --drop gone,disabled",
    )
    .action(async (campaignId: string, { drop, limit }: { drop?: DriftKind[]; limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        if (drop !== undefined) {
          const result = await client.planning.dropDrifted({ campaignId, kinds: drop }, signal);
          if (context.globals().json) printJson(context.terminal, result);
          else context.terminal.out(`${formatCounted(result.cancelled, "recipient")} taken out.\n`);
          return;
        }
        const drift = await client.planning.drift({ campaignId, limit }, signal);
        if (context.globals().json) printJson(context.terminal, driftJson(drift));
        else context.terminal.out(describeDrift(drift));
      });
    });

  campaign
    .command("preflight <id>")
    .description("say how long a campaign takes, whether the session lasts, and who has no SMS quota left")
    .addOption(
      new Option("--quota <whom>", "ask the service for SMS quotas: of some, or of everybody")
        .choices(["none", "sample", "full"])
        .default("none"),
    )
    .option("--sample <n>", "how many are asked about", parseWhole("The sample", 1, 1000), 50)
    .addHelpText("after", "\nExample:\n  $ fleetdesk campaign preflight 1 --quota sample")
    .action(async (campaignId: string, { quota, sample }: { quota: "none" | "sample" | "full"; sample: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await client.planning.preflight({ campaignId, quota, sampleSize: sample }, signal);
        if (context.globals().json) printJson(context.terminal, preflightJson(found));
        else context.terminal.out(describePreflight(found));
      });
    });
}

function parseKinds(text: string): DriftKind[] {
  const words = text.split(",").map((word) => word.trim());
  return words.map((word) => {
    const kind = driftKindSchema.safeParse(word);
    if (kind.success) return kind.data;
    throw badValue(`There is no change called "${word}"; there are: ${driftKindSchema.options.join(", ")}.`);
  });
}

function driftJson(drift: Drift): Readonly<Record<string, unknown>> {
  return { ...drift, plannedAt: iso(drift.plannedAt), asOf: iso(drift.asOf) ?? null };
}

function describeDrift({ items, counts, compared, joined, plannedAt, asOf }: Drift): string {
  const changed = driftKindSchema.options.flatMap((kind) =>
    counts[kind] > 0 ? [`${formatCount(counts[kind])} ${kind}`] : [],
  );
  const copy = asOf === undefined ? "there is no local copy" : `local copy of ${iso(asOf)}`;
  const head = [
    `Planned ${iso(plannedAt)}, ${copy}.`,
    `${formatCounted(compared, "recipient")} compared: ${changed.length === 0 ? "nothing changed" : changed.join(", ")}.`,
    ...(joined > 0
      ? [
          `${joined === 1 ? "1 endpoint matches its filters today and is" : `${formatCount(joined)} endpoints match its filters today and are`} not in the plan.`,
        ]
      : []),
  ];
  const rows = items.map(({ row, endpoint, name, kinds, detail }) => [
    String(row),
    endpoint,
    name ?? "",
    kinds.join(", "),
    detail,
  ]);
  const table = rows.length === 0 ? "" : formatTable(["ROW", "ENDPOINT", "NAME", "CHANGE", ""], rows, 90);
  return `${head.join("\n")}\n${table}`;
}

function preflightJson(found: Preflight): Readonly<Record<string, unknown>> {
  const session = { ...found.session, expiresAt: iso(found.session.expiresAt) ?? null };
  return { ...found, startsAt: iso(found.startsAt), endsAt: iso(found.endsAt), session };
}

function describePreflight(found: Preflight): string {
  const { recipients, segments, rate, rateMessage, defaultRate, durationMs, startsAt, endsAt, session, quota } = found;
  const lines = [
    `recipients: ${formatCount(recipients)}, ${formatCounted(segments, "segment")}`,
    `rate: ${defaultRate === undefined ? "" : `${defaultRate}; `}${rate.toFixed(1)} a second. ${rateMessage}`,
    `duration: ${formatDuration(durationMs)}, from ${iso(startsAt)} to ${iso(endsAt)}`,
    `session: ${session.verdict}. ${session.message}`,
  ];
  if (quota === undefined) return lines.map((line) => `${line}\n`).join("");
  const { asked, enough, short, unset, unknown, items, complete } = quota;
  lines.push(
    `quota: ${formatCount(asked)} asked${complete ? "" : " (not everybody)"}: ${formatCount(enough)} enough, ` +
      `${formatCount(short)} short, ${formatCount(unset)} not set, ${formatCount(unknown)} unknown`,
  );
  const rows = items.map(({ endpoint, name, left, needed }) => [endpoint, name ?? "", String(left), String(needed)]);
  const table = rows.length === 0 ? "" : formatTable(["ENDPOINT", "NAME", "LEFT", "NEEDED"], rows);
  return lines.map((line) => `${line}\n`).join("") + table;
}
