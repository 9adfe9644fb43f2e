/** get: one record of a collection and its linked records. */
import { z } from "zod";
import { recordSchema } from "#shared/contract/kit.ts";
import { fleet, type Collection } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { records, type RecordLink } from "#shared/contract/fleet/records.ts";
import { recordFields } from "#shared/records/fields.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { argument, type Call, defineCommand, flag } from "../../define-command.ts";
import { formatItems, formatJson, iso } from "../../output.ts";
import { t } from "../../text.ts";
import { usageError } from "../../option-values.ts";
import { collectionArgument } from "./collections.ts";
import { linesOfLink, linesOfRecord } from "./record-lines.ts";

const documentSchema = z.union([
  fleet.operations.get.output.extend(records.operations.links.output.shape),
  records.operations.readTariffPlans.output.extend({ id: z.string() }),
  recordSchema,
]);

type Plans = readonly { readonly id: string; readonly name?: string }[];
type CachedRecord = Awaited<ReturnType<FleetClient["fleet"]["get"]>>;

const args = {
  collection: collectionArgument,
  id: argument(($) => $.cli.fleet.show.id),
};
const options = {
  refresh: flag(($) => $.cli.fleet.show.live),
  tariffPlans: flag(($) => $.cli.fleet.show.plans),
  raw: flag(($) => $.cli.fleet.show.raw),
};
type GetCall = Call<typeof args, typeof options>;

export const getCommand = defineCommand({
  path: "get",
  summary: t(($) => $.cli.fleet.show.summary),
  args,
  options,
  help: t(($) => $.cli.fleet.show.help),
  examples: [
    "fleetdesk get sim 5000001",
    "fleetdesk get endpoint 70001 --refresh",
    "fleetdesk get organisation 4401 --tariff-plans  # with the tariff plans of the organisation",
  ],
  prepare: ({ args: { collection }, options: { tariffPlans } }) => {
    if (tariffPlans && collection !== "organisation" && collection !== "tariff_plan")
      throw usageError(t(($) => $.cli.fleet.show.plansCollection));
  },
  readsCache: ({ options: { refresh, tariffPlans } }) => !refresh && !tariffPlans,
  run: async (call) => {
    const { client, signal, args: named, options: wishes, context } = call;
    const scope = { ...call.scope, ...named };
    if (wishes.refresh) await readAgain(client, scope, signal);
    const plans = wishes.tariffPlans ? await readPlans(call) : undefined;
    const cached = await client.fleet.get(scope, signal).catch((error: unknown) => {
      if (plans === undefined || !isAppError(error, "not-in-cache")) throw error;
    });
    if (cached === undefined) {
      // For an organisation that is not cached, only its plans are available.
      context.terminal.err(t(($) => $.cli.fleet.show.organisationNotCached, { organisation: named.id }));
      return { plans: plans ?? [] };
    }
    return { cached, links: wishes.raw ? [] : (await client.records.links(scope, signal)).links };
  },
  json: documentSchema,
  document: (result, { args: { id }, options: { raw } }) => {
    if (result.cached === undefined) return { id, plans: result.plans };
    return raw ? result.cached.record : { ...result.cached, links: result.links };
  },
  render: (result, { args: { collection }, options: { raw } }) => {
    if (result.cached === undefined) return describePlans(result.plans);
    return raw ? `${formatJson(result.cached.record, 2)}\n` : describe(collection, result.cached, result.links);
  },
});

function describePlans(plans: Plans): string {
  if (plans.length === 0) return t(($) => $.cli.fleet.show.noPlans);
  return formatItems<Plans[number]>({ tariffPlan: ({ id }) => id, name: ({ name }) => name }, plans);
}

async function readAgain(
  client: FleetClient,
  scope: { readonly connection?: string; readonly collection: Collection; readonly id: string },
  signal: AbortSignal,
): Promise<void> {
  const { record } = await client.records.readAgain(scope, signal);
  if (record !== undefined) return;
  throw new AppError(
    "no-such-record",
    codedText("record-not-on-service", { collection: scope.collection, id: scope.id }),
  );
}

/** A rejection by the service is not an error here: the links of the record contain the reason. */
async function readPlans({ client, signal, scope, args: { collection, id } }: GetCall): Promise<Plans | undefined> {
  const of = collection === "organisation" ? { organisation: id } : {};
  try {
    return (await client.records.readTariffPlans({ ...scope, ...of }, signal)).plans;
  } catch (error) {
    if (!isAppError(error, "not-offered") && !isAppError(error, "service-refused")) throw error;
    return undefined;
  }
}

function describe(collection: Collection, cached: CachedRecord, links: readonly RecordLink[]): string {
  const lines: string[] = [];
  for (const group of linesOfRecord(recordFields[collection], cached.record)) {
    const width = Math.max(...group.lines.map(({ label }) => label.length));
    lines.push(group.title, ...group.lines.map(({ label, text }) => `  ${label.padEnd(width)}  ${text}`), "");
  }
  lines.push(
    t(($) => $.cli.fleet.show.links),
    ...links.flatMap(linesOfLink).map((text) => `  ${text}`),
    "",
    ageOf(cached),
  );
  return lines.map((line) => `${line.replace(/[\n\t]/g, " ")}\n`).join("");
}

function ageOf({ firstSeen, lastSeen, changedAt, readAt }: CachedRecord): string {
  const time = (at: number): { readonly time: string } => ({ time: iso(at) ?? "" });
  if (readAt !== undefined) {
    const cached =
      lastSeen === undefined
        ? t(($) => $.cli.fleet.show.notCached)
        : t(($) => $.cli.fleet.show.cacheAsOf, time(lastSeen));
    return [t(($) => $.cli.fleet.show.readAt, time(readAt)), cached].join(" · ");
  }
  return [
    lastSeen === undefined ? undefined : t(($) => $.cli.fleet.show.asOf, time(lastSeen)),
    changedAt === undefined ? undefined : t(($) => $.cli.fleet.show.changed, time(changedAt)),
    firstSeen === undefined ? undefined : t(($) => $.cli.fleet.show.firstSeen, time(firstSeen)),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}
