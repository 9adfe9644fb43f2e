/** list: one collection from the local copy, or live. */
import type { Command } from "commander";
import type { FleetClient } from "#contract/index.ts";
import type { Collection, Completeness } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import { findAudience } from "./audience.ts";
import { cellOf, columnsOf, parseCollection } from "./collections.ts";
import type { CliContext } from "./context.ts";
import {
  checkLiveOptions,
  defaultLimit,
  largestPage,
  type LiveListOptions,
  type LivePage,
  readLivePages,
} from "./live-list.ts";
import { parseInteger, parseWhole } from "./option-values.ts";
import { formatCount, formatTable, iso, printJsonItems } from "./output.ts";
import { usageError } from "./usage-error.ts";

interface ListOptions extends LiveListOptions {
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
  /** Of a page of the service: which one. */
  readonly page?: LivePage;
}

const help = `
Filter and sort are written as the service takes them: FIELD:VALUE,FIELD:VALUE and FIELD,-FIELD (minus: descending). With --live,
sort properties that are not known here are passed on to the service, and so are --page and --per-page: the service takes a page below
1 as the first, one beyond the last as the last, a per_page below 1 as its default and one that is too large as its maximum.

Examples:
  $ fleetdesk list endpoint --filter 'name:van*,status:enabled' --sort=-name --limit 20
  $ fleetdesk list sim --filter iccid:8988303000000000017 --live
  $ fleetdesk list endpoint --live --page 2 --per-page 100
  $ fleetdesk list endpoint --live --all --json
  $ fleetdesk list endpoint --limit 100000 --json`;

export function addListCommand(program: Command, context: CliContext): void {
  program
    .command("list")
    .description("list a collection from the local copy, without a network")
    .argument("<collection>", "endpoint, sim, imsi, organisation, user or tariff_plan", parseCollection)
    .option("--filter <q>", "only those that match")
    .option("--sort <fields>", "in this order (default: id)")
    .option("--limit <n>", "at most so many (default: 50)", parseWhole("The limit", 1, 10_000_000))
    .option("--audience <name>", "only endpoints of a kept audience")
    .option("--live", "ask the service instead of the local copy")
    .option("--page <n>", "with --live: this page", parseInteger("The page"))
    .option("--per-page <n>", "with --live: records per page", parseInteger("The number of records per page"))
    .option("--all", "with --live: all pages")
    .addHelpText("after", help)
    .action(async (collection: Collection, options: ListOptions) => {
      checkLiveOptions(options, options.live === true);
      if (options.live === true && options.audience !== undefined) {
        throw usageError("An audience restricts the local copy; the service knows none.");
      }
      await context.withCore(async ({ client }, signal) => {
        const source =
          options.live === true
            ? live(client, context, collection, options, signal)
            : cached(client, context, collection, options, signal);
        if (context.globals().json) {
          await printJsonItems(context.terminal, "items", source.pages, () => footingJson(source));
        } else await printTable(context, collection, source);
      });
    });
}

interface Source {
  readonly pages: AsyncIterable<readonly JsonRecord[]>;
  /** Known once the pages have been read. */
  readonly footing: () => Footing;
  /** Of a live list: what speaks against the answer being what was requested. */
  readonly warnings?: ReadonlySet<string>;
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
    let left = options.limit ?? defaultLimit;
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
  let footing = nothingKnown;
  const warnings = new Set<string>();
  let count = 0;
  async function* read(): AsyncGenerator<readonly JsonRecord[]> {
    for await (const answer of readLivePages(client, context, { ...options, collection }, signal)) {
      const { total, complete, asOf, withoutId } = answer;
      const isOnePage = options.all !== true && (options.page ?? options.perPage) !== undefined;
      footing = { total, complete, asOf, proof: "live", ...(isOnePage ? { page: answer } : {}) };
      const missing = withoutId === undefined ? [] : [`The service sent ${withoutId} records without an id.`];
      for (const warning of [...answer.warnings, ...missing]) {
        if (!warnings.has(warning)) context.terminal.err(`warning: ${warning}\n`);
        warnings.add(warning);
      }
      yield answer.items.map(({ record }) => record);
      count += answer.items.length;
    }
    const requested = options.all === true ? Number.POSITIVE_INFINITY : (options.limit ?? 0);
    const { total = 0 } = footing;
    if (requested <= largestPage || count >= Math.min(requested, total)) return;
    const missing = `The service sent ${formatCount(count)} of ${formatCount(total)} records and then no new ones.`;
    warnings.add(missing);
    context.terminal.err(`warning: ${missing}\n`);
    context.endWith("incomplete");
  }
  return { pages: read(), footing: () => footing, warnings };
}

const nothingKnown: Footing = { total: undefined, complete: false, asOf: undefined, proof: "never synchronised" };

function footingOf({ state, unique, promised, asOf }: Completeness): Footing {
  const count = unique === undefined ? "" : ` ${formatCount(unique)}`;
  const of = promised === undefined ? "" : ` of ${formatCount(promised)}`;
  const words = { never: "never synchronised", "not-offered": "not offered by this service" };
  const proof = state === "complete" || state === "partial" ? `${state}${count}${of}` : words[state];
  return { total: undefined, complete: state === "complete", asOf, proof };
}

function footingJson({ footing, warnings }: Source): Readonly<Record<string, unknown>> {
  const { total, complete, asOf, page } = footing();
  // Both keys are always there: a reader tells "not known" from "not written".
  const ofPage = page === undefined ? {} : { page: page.page, perPage: page.perPage, totalPages: page.totalPages };
  return {
    total: total ?? null,
    complete,
    asOf: iso(asOf) ?? null,
    ...ofPage,
    ...(warnings === undefined ? {} : { warnings: [...warnings] }),
  };
}

/** "page 2 of 21, 100 per page", as the service reports it. */
function pageText({ page, perPage, totalPages }: NonNullable<Footing["page"]>): string {
  const of = totalPages === undefined ? "" : ` of ${formatCount(totalPages)}`;
  const size = perPage === undefined ? "" : `, ${formatCount(perPage)} per page`;
  return `page ${page ?? "unknown"}${of}${size}`;
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
  const { total, asOf, proof, page } = source.footing();
  const isPlausible = total === undefined || total >= shown;
  const matching = total === undefined || !isPlausible ? "" : ` of ${formatCount(total)}`;
  const contradiction = isPlausible ? "" : ` (the service says ${formatCount(total)})`;
  const when = asOf === undefined ? [] : [`as of ${iso(asOf)}`];
  context.terminal.out(
    `${[...when, proof, ...(page === undefined ? [] : [pageText(page)]), `${formatCount(shown)}${matching} shown${contradiction}`].join(" · ")}\n`,
  );
}
