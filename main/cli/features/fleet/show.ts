/** get: one record of a collection and its linked records. */
import { recordFields } from "#shared/records/fields.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import type { FleetClient } from "#shared/contract/index.ts";
import { fleet, type Collection } from "#shared/contract/fleet/fleet.ts";
import { records, type RecordLink } from "#shared/contract/fleet/records.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { parseCollection } from "./collections.ts";
import type { CliContext } from "../../context.ts";
import { formatJson, formatTable, iso, printAnswer, printJson } from "../../output.ts";
import { linesOfLink, linesOfRecord } from "./record-lines.ts";
import { usageError } from "../../usage-error.ts";

interface ShowOptions {
  readonly refresh?: boolean;
  readonly tariffPlans?: boolean;
  readonly raw?: boolean;
}

const documentSchema = fleet.operations.get.output.extend(records.operations.links.output.shape);

type Plans = readonly { readonly id: string; readonly name?: string }[];
type CachedRecord = Awaited<ReturnType<FleetClient["fleet"]["get"]>>;

const help = t(($) => $.cli.fleet.show.help);

export function addShowCommand(program: Command, context: CliContext): void {
  program
    .command("get")
    .description(t(($) => $.cli.fleet.show.summary))
    .argument(
      "<collection>",
      t(($) => $.cli.fleet.options.collection),
      parseCollection,
    )
    .argument(
      "<id>",
      t(($) => $.cli.fleet.show.id),
    )
    .option(
      "--refresh",
      t(($) => $.cli.fleet.show.live),
    )
    .option(
      "--tariff-plans",
      t(($) => $.cli.fleet.show.plans),
    )
    .option(
      "--raw",
      t(($) => $.cli.fleet.show.raw),
    )
    .addHelpText("after", help)
    .action(async (collection: Collection, id: string, options: ShowOptions) => {
      if (options.tariffPlans === true && collection !== "organisation" && collection !== "tariff_plan") {
        throw usageError(t(($) => $.cli.fleet.show.plansCollection));
      }
      await context.withCore(async ({ client }, signal) => {
        const scope = { ...context.scope(), collection, id };
        if (options.refresh === true) await readAgain(client, scope, signal);
        const plans =
          options.tariffPlans === true ? await readPlans(client, context, collection, id, signal) : undefined;
        const cached = await client.fleet.get(scope, signal).catch((error: unknown) => {
          if (plans === undefined || !isAppError(error, "not-in-cache")) throw error;
        });
        if (cached === undefined) {
          printPlans(context, id, plans ?? []);
          return;
        }
        if (options.raw === true) {
          context.terminal.out(`${formatJson(cached.record, 2)}\n`);
          return;
        }
        const { links } = await client.records.links(scope, signal);
        if (context.globals().json) printAnswer(context.terminal, documentSchema, { ...cached, links });
        else print(context, collection, cached, links);
      });
    });
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
async function readPlans(
  client: FleetClient,
  context: CliContext,
  collection: Collection,
  id: string,
  signal: AbortSignal,
): Promise<Plans | undefined> {
  const of = collection === "organisation" ? { organisation: id } : {};
  try {
    return (await client.records.readTariffPlans({ ...context.scope(), ...of }, signal)).plans;
  } catch (error) {
    if (!isAppError(error, "not-offered") && !isAppError(error, "service-refused")) throw error;
    return undefined;
  }
}

/** For an organisation that is not cached, only its plans are available. */
function printPlans(context: CliContext, organisation: string, plans: Plans): void {
  context.terminal.err(t(($) => $.cli.fleet.show.organisationNotCached, { organisation }));
  if (context.globals().json) printJson(context.terminal, { id: organisation, plans });
  else if (plans.length === 0) context.terminal.out(t(($) => $.cli.fleet.show.noPlans));
  else
    context.terminal.out(
      formatTable(
        [t(($) => $.cli.headings.tariffPlan), t(($) => $.cli.headings.name)],
        plans.map(({ id, name = "" }) => [id, name]),
      ),
    );
}

function print(context: CliContext, collection: Collection, cached: CachedRecord, links: readonly RecordLink[]): void {
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
  context.terminal.out(lines.map((line) => `${line.replace(/[\n\t]/g, " ")}\n`).join(""));
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
