/** show: one record of a collection, what it says of itself and what it hangs together with. */
import type { Command } from "commander";
import type { FleetClient } from "#contract/index.ts";
import { fleet, type Collection } from "#contract/fleet.ts";
import { records, type RecordLink } from "#contract/records.ts";
import { AppError, isAppError } from "../failure.ts";
import { parseCollection } from "./collections.ts";
import type { CliContext } from "./context.ts";
import { formatJson, formatTable, iso, printAnswer, printJson } from "./output.ts";
import { linesOfLink, linesOfRecord } from "./record-lines.ts";
import { usageError } from "./usage-error.ts";

interface ShowOptions {
  readonly live?: boolean;
  readonly plans?: boolean;
  readonly raw?: boolean;
}

const documentSchema = fleet.operations.get.output.extend(records.operations.links.output.shape);

type Plans = readonly { readonly id: string; readonly name?: string | undefined }[];
type Known = Awaited<ReturnType<FleetClient["fleet"]["get"]>>;

const help = `
What is shown comes from the local copy; with --live the record is read at the service first and kept beside the copy.

Examples:
  $ fleetdesk show sim 80001
  $ fleetdesk show endpoint 70001 --live
  $ fleetdesk show organisation 7 --plans      its tariff plans, which stand in no record`;

export function addShowCommand(program: Command, context: CliContext): void {
  program
    .command("show")
    .description("show one record with its links, from the local copy or read at the service")
    .argument("<collection>", "endpoint, sim, imsi, organisation, user or tariff_plan", parseCollection)
    .argument("<id>", "id of the record")
    .option("--live", "read the record at the service first")
    .option("--plans", "ask for tariff plans first: of the organisation, or for a plan of all organisations")
    .option("--raw", "the record as the service sent it, and nothing else")
    .addHelpText("after", help)
    .action(async (collection: Collection, id: string, options: ShowOptions) => {
      if (options.plans === true && collection !== "organisation" && collection !== "tariff_plan") {
        throw usageError("Tariff plans are asked for with an organisation or a tariff plan.");
      }
      await context.withCore(async ({ client }, signal) => {
        const scope = { ...context.scope(), collection, id };
        if (options.live === true) await readAgain(client, scope, signal);
        const plans = options.plans === true ? await readPlans(client, context, collection, id, signal) : undefined;
        const known = await client.fleet.get(scope, signal).catch((error: unknown) => {
          if (plans === undefined || !isAppError(error, "not-in-cache")) throw error;
        });
        if (known === undefined) {
          printPlans(context, id, plans ?? []);
          return;
        }
        if (options.raw === true) {
          context.terminal.out(`${formatJson(known.record, 2)}\n`);
          return;
        }
        const { links } = await client.records.links(scope, signal);
        if (context.globals().json) printAnswer(context.terminal, documentSchema, { ...known, links });
        else print(context, collection, known, links);
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
  throw new AppError("no-such-record", `The service knows no ${scope.collection} with the id ${scope.id}.`);
}

/** Also a refusal is an answer: what came of it stands in the links. */
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

/** Of an organisation that is not in the cache: the plans were read, and nothing else is known of it. */
function printPlans(context: CliContext, organisation: string, plans: Plans): void {
  context.terminal.err(`The organisation ${organisation} is not in the cache; only its tariff plans are shown.\n`);
  if (context.globals().json) printJson(context.terminal, { id: organisation, plans });
  else if (plans.length === 0) context.terminal.out("The service returned no tariff plan for it.\n");
  else
    context.terminal.out(
      formatTable(
        ["TARIFF PLAN", "NAME"],
        plans.map(({ id, name = "" }) => [id, name]),
      ),
    );
}

function print(context: CliContext, collection: Collection, known: Known, links: readonly RecordLink[]): void {
  const lines: string[] = [];
  for (const group of linesOfRecord(collection, known.record)) {
    const width = Math.max(...group.lines.map(({ label }) => label.length));
    lines.push(group.title, ...group.lines.map(({ label, text }) => `  ${label.padEnd(width)}  ${text}`), "");
  }
  lines.push("Links", ...links.flatMap(linesOfLink).map((text) => `  ${text}`), "", ageOf(known));
  context.terminal.out(lines.map((line) => `${line.replace(/[\n\t]/g, " ")}\n`).join(""));
}

function ageOf({ firstSeen, lastSeen, changedAt, readAt }: Known): string {
  const copy = [
    ["as of", lastSeen],
    ["changed", changedAt],
    ["first seen", firstSeen],
  ] as const;
  const ages = copy.flatMap(([word, at]) => (at === undefined ? [] : [`${word} ${iso(at) ?? ""}`]));
  if (readAt === undefined) return ages.join(" · ");
  const where = firstSeen === undefined ? "not in the local copy" : `the copy is ${ages[0] ?? ""}`;
  return `read at the service ${iso(readAt) ?? ""} · ${where}`;
}
