/** list: one collection from the local copy, or live. */
import type { Command } from "commander";
import type { FleetClient } from "#contract/index.ts";
import type { Collection, Completeness } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { findAudience } from "./audience.ts";
import { cellOf, columnsOf, parseCollection } from "./collections.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatCount, formatTable, iso, printJsonItems } from "./output.ts";
import { usageError } from "./usage-error.ts";

interface ListOptions {
  readonly filter?: string;
  readonly sort?: string;
  readonly limit: number;
  readonly live?: boolean;
  readonly audience?: string;
}

/** What stands under a list. */
interface Footing {
  readonly total: number | undefined;
  readonly complete: boolean;
  readonly asOf: number | undefined;
  /** How much of the whole collection there is: "complete 10,000 of 10,000". */
  readonly proof: string;
}

const largestPage = 1000;

const help = `
Filter and sort are written as the service takes them: FIELD:VALUE,FIELD:VALUE and FIELD,-FIELD (minus: descending).

Examples:
  $ fleetdesk list endpoint --filter 'name:van*,status:0' --sort=-name --limit 20
  $ fleetdesk list sim --filter iccid:8988303000000000017 --live
  $ fleetdesk list endpoint --limit 100000 --json`;

export function addListCommand(program: Command, context: CliContext): void {
  program
    .command("list")
    .description("list a collection from the local copy, without a network")
    .argument("<collection>", "endpoint, sim, imsi, organisation, user or tariff_plan", parseCollection)
    .option("--filter <q>", "only those that match")
    .option("--sort <fields>", "in this order (default: id)")
    .option("--limit <n>", "at most so many", parseWhole("The limit", 1, 10_000_000), 50)
    .option("--audience <name>", "only endpoints of a kept audience")
    .option("--live", "ask the service instead of the local copy")
    .addHelpText("after", help)
    .action(async (collection: Collection, options: ListOptions) => {
      if (options.live === true && options.limit > largestPage) {
        throw usageError(
          `With --live the limit is at most ${largestPage}; synchronise and list the local copy for more.`,
        );
      }
      if (options.live === true && options.audience !== undefined) {
        throw usageError("An audience restricts the local copy; the service knows none.");
      }
      await context.withCore(async ({ client }, signal) => {
        const source =
          options.live === true
            ? live(client, context, collection, options, signal)
            : cached(client, context, collection, options, signal);
        if (context.globals().json) {
          await printJsonItems(context.terminal, "items", source.pages, () => footingJson(source.footing()));
        } else await printTable(context, collection, source);
      });
    });
}

interface Source {
  readonly pages: AsyncIterable<readonly JsonRecord[]>;
  /** Known once the pages have been read. */
  readonly footing: () => Footing;
}

function cached(
  client: FleetClient,
  context: CliContext,
  collection: Collection,
  options: ListOptions,
  signal: AbortSignal,
): Source {
  const { filter = "", sort = "" } = options;
  const { audience: named } = options;
  let footing = nothingKnown;
  async function* read(): AsyncGenerator<readonly JsonRecord[]> {
    const within = named === undefined ? {} : { audience: (await findAudience(client, context, named, signal)).id };
    const scope = { ...context.scope(), ...within, collection };
    let cursor: string | undefined;
    let left = options.limit;
    do {
      const limit = Math.min(left, largestPage);
      const page = await client.fleet.list(
        { ...scope, filter, sort, limit, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      );
      yield page.items.map(({ record }) => record);
      footing = footingOf(page.completeness);
      left -= page.items.length;
      cursor = page.nextCursor;
    } while (cursor !== undefined && left > 0);
    const { total } = await client.fleet.count({ ...scope, filter }, signal);
    footing = { ...footing, total };
  }
  return { pages: read(), footing: () => footing };
}

function live(
  client: FleetClient,
  context: CliContext,
  collection: Collection,
  options: ListOptions,
  signal: AbortSignal,
): Source {
  const { filter = "", sort = "", limit } = options;
  let footing = nothingKnown;
  async function* read(): AsyncGenerator<readonly JsonRecord[]> {
    const answer = await client.fleet.listLive({ ...context.scope(), collection, filter, sort, limit }, signal);
    footing = { total: answer.total, complete: answer.complete, asOf: answer.asOf, proof: "live" };
    yield answer.items.map(({ record }) => record);
  }
  return { pages: read(), footing: () => footing };
}

const nothingKnown: Footing = { total: undefined, complete: false, asOf: undefined, proof: "never synchronised" };

function footingOf({ state, unique, promised, asOf }: Completeness): Footing {
  const count = unique === undefined ? "" : ` ${formatCount(unique)}`;
  const of = promised === undefined ? "" : ` of ${formatCount(promised)}`;
  const words = { never: "never synchronised", "not-offered": "not offered by this service" };
  const proof = state === "complete" || state === "partial" ? `${state}${count}${of}` : words[state];
  return { total: undefined, complete: state === "complete", asOf, proof };
}

function footingJson({ total, complete, asOf }: Footing): Readonly<Record<string, unknown>> {
  // Both keys are always there: a reader tells "not known" from "not written".
  return { total: total ?? null, complete, asOf: iso(asOf) ?? null };
}

async function printTable(context: CliContext, collection: Collection, source: Source): Promise<void> {
  const columns = columnsOf[collection];
  let shown = 0;
  for await (const page of source.pages) {
    if (page.length === 0) continue;
    const rows = page.map((record) => columns.map((path) => cellOf(record, path)));
    context.terminal.out(
      formatTable(
        columns.map((path) => path.toUpperCase()),
        rows,
      ),
    );
    shown += page.length;
  }
  const { total, asOf, proof } = source.footing();
  const isPlausible = total === undefined || total >= shown;
  const matching = total === undefined || !isPlausible ? "" : ` of ${formatCount(total)}`;
  const contradiction = isPlausible ? "" : ` (the service says ${formatCount(total)})`;
  const when = asOf === undefined ? [] : [`as of ${iso(asOf)}`];
  context.terminal.out(`${[...when, proof, `${formatCount(shown)}${matching} shown${contradiction}`].join(" · ")}\n`);
}
