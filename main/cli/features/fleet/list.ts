/** list: one collection from the cache, or live from the service. */
import { recordFields } from "#shared/records/fields.ts";
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { findAudience } from "./audience.ts";
import { cellOf, columnPaths, parseCollection } from "./collections.ts";
import type { CliContext } from "../../context.ts";
import {
  checkLiveOptions,
  defaultLimit,
  largestPage,
  type LiveListOptions,
  type LivePage,
  readLivePages,
} from "./live-list.ts";
import { parseInteger, parseWhole } from "../../option-values.ts";
import { formatTable, iso, printJsonItems } from "../../output.ts";
import { readPages } from "../../read-pages.ts";
import { usageError } from "../../usage-error.ts";

interface ListOptions extends LiveListOptions {
  readonly live?: boolean;
  readonly audience?: string;
}

/** Totals and data age, printed below a list. */
interface Footing {
  readonly total: number | undefined;
  readonly complete: boolean;
  readonly asOf: number | undefined;
  /** Completeness of the collection: "complete 10,000 of 10,000". */
  readonly proof: string;
  /** Set for a single page of the service. */
  readonly page?: LivePage;
}

const help = t(($) => $.cli.fleet.list.help);

export function addListCommand(program: Command, context: CliContext): void {
  program
    .command("list")
    .description(t(($) => $.cli.fleet.list.summary))
    .argument(
      "<collection>",
      t(($) => $.cli.fleet.options.collection),
      parseCollection,
    )
    .option(
      "--filter <q>",
      t(($) => $.cli.fleet.options.filter),
    )
    .option(
      "--sort <fields>",
      t(($) => $.cli.fleet.options.sort),
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.fleet.list.limit),
      parseWhole(
        t(($) => $.cli.fleet.options.limitName),
        1,
        10_000_000,
      ),
    )
    .option(
      "--audience <name>",
      t(($) => $.cli.fleet.options.audience),
    )
    .option(
      "--live",
      t(($) => $.cli.fleet.list.live),
    )
    .option(
      "--page <n>",
      t(($) => $.cli.fleet.list.page),
      parseInteger(t(($) => $.cli.fleet.list.pageName)),
    )
    .option(
      "--per-page <n>",
      t(($) => $.cli.fleet.list.perPage),
      parseInteger(t(($) => $.cli.fleet.list.perPageName)),
    )
    .option(
      "--all",
      t(($) => $.cli.fleet.list.all),
    )
    .addHelpText("after", help)
    .action(async (collection: Collection, options: ListOptions) => {
      checkLiveOptions(options, options.live === true);
      if (options.live === true && options.audience !== undefined) {
        throw usageError(t(($) => $.cli.fleet.list.audienceNotLive));
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
  /** Available after the last page was read. */
  readonly footing: () => Footing;
  /** For a live list: signs that the service ignored a part of the query. */
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
  let footing = unknownFooting;
  async function* read(): AsyncGenerator<readonly JsonRecord[]> {
    const within = named === undefined ? {} : { audience: (await findAudience(client, context, named, signal)).id };
    const scope = { ...context.scope(), ...within, collection };
    const pages = readPages({ limit: options.limit ?? defaultLimit, largestPage }, (page) =>
      client.fleet.list({ ...scope, filter, sort, ...page }, signal),
    );
    for await (const { items, completeness } of pages) {
      yield items.map(({ record }) => record);
      footing = footingOf(completeness);
    }
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
  let footing = unknownFooting;
  const warnings = new Set<string>();
  let count = 0;
  async function* read(): AsyncGenerator<readonly JsonRecord[]> {
    for await (const answer of readLivePages(client, context, { ...options, collection }, signal)) {
      const { total, complete, asOf, withoutId } = answer;
      const isOnePage = options.all !== true && (options.page ?? options.perPage) !== undefined;
      footing = {
        total,
        complete,
        asOf,
        proof: t(($) => $.cli.fleet.list.footer.live),
        page: isOnePage ? answer : undefined,
      };
      const missing =
        withoutId === undefined ? [] : [t(($) => $.cli.fleet.list.recordsWithoutId, { count: withoutId })];
      for (const warning of [...answer.warnings.map((text) => formatText(text)), ...missing]) {
        if (!warnings.has(warning)) context.terminal.err(t(($) => $.cli.fleet.warning, { warning }));
        warnings.add(warning);
      }
      yield answer.items.map(({ record }) => record);
      count += answer.items.length;
    }
    const requested = options.all === true ? Number.POSITIVE_INFINITY : (options.limit ?? 0);
    const { total = 0 } = footing;
    if (requested <= largestPage || count >= Math.min(requested, total)) return;
    const missing = t(($) => $.cli.fleet.list.incomplete, { received: count, total });
    warnings.add(missing);
    context.terminal.err(t(($) => $.cli.fleet.warning, { warning: missing }));
    context.endWith("incomplete");
  }
  return { pages: read(), footing: () => footing, warnings };
}

const neverSynced = t(($) => $.cli.fleet.list.footer.neverSynced);

const unknownFooting: Footing = {
  total: undefined,
  complete: false,
  asOf: undefined,
  proof: neverSynced,
};

function footingOf({ state, unique, promised, asOf }: Completeness): Footing {
  return { total: undefined, complete: state === "complete", asOf, proof: proofOf(state, unique, promised) };
}

function proofOf(state: Completeness["state"], count: number | undefined, total: number | undefined): string {
  switch (state) {
    case "never":
      return neverSynced;
    case "not-offered":
      return t(($) => $.cli.fleet.list.footer.notOffered);
    case "complete":
      if (count === undefined) return t(($) => $.cli.fleet.list.footer.complete);
      return total === undefined
        ? t(($) => $.cli.fleet.list.footer.completeCount, { count })
        : t(($) => $.cli.fleet.list.footer.completeOf, { count, total });
    case "partial":
      if (count === undefined) return t(($) => $.cli.fleet.list.footer.partial);
      return total === undefined
        ? t(($) => $.cli.fleet.list.footer.partialCount, { count })
        : t(($) => $.cli.fleet.list.footer.partialOf, { count, total });
  }
}

function footingJson({ footing, warnings }: Source): Readonly<Record<string, unknown>> {
  const { total, complete, asOf, page } = footing();
  // Both keys are always present, so a script can tell an unknown value from a missing field.
  const ofPage = page === undefined ? {} : { page: page.page, perPage: page.perPage, totalPages: page.totalPages };
  return {
    total: total ?? null,
    complete,
    asOf: iso(asOf) ?? null,
    ...ofPage,
    ...(warnings === undefined ? {} : { warnings: [...warnings] }),
  };
}

/** "page 2 of 21, 100 per page", as the service reported it. */
function pageText({ page, perPage, totalPages }: NonNullable<Footing["page"]>): string {
  const number = page ?? t(($) => $.common.unknown);
  const place =
    totalPages === undefined
      ? t(($) => $.cli.fleet.list.footer.page, { page: number })
      : t(($) => $.cli.fleet.list.footer.pageOf, { page: number, pages: totalPages });
  return perPage === undefined
    ? place
    : [place, t(($) => $.cli.fleet.list.footer.perPage, { count: perPage })].join(", ");
}

function formatTotal(count: number, total: number | undefined): string {
  if (total === undefined) return t(($) => $.cli.fleet.list.footer.visible, { count });
  // The service may report a smaller total than the number of rows it sent.
  return total >= count
    ? t(($) => $.cli.fleet.list.footer.visibleOf, { count, total })
    : t(($) => $.cli.fleet.list.footer.visibleReported, { count, total });
}

async function printTable(context: CliContext, collection: Collection, source: Source): Promise<void> {
  const columns = columnPaths(recordFields[collection]);
  let printedCount = 0;
  for await (const page of source.pages) {
    if (page.length === 0) continue;
    const rows = page.map((record) => columns.map((path) => cellOf(record, path)));
    context.terminal.out(
      formatTable(
        columns.map((path) => path.toUpperCase()),
        rows,
      ),
    );
    printedCount += page.length;
  }
  const { total, asOf, proof, page } = source.footing();
  const fragments = [
    ...(asOf === undefined ? [] : [t(($) => $.cli.fleet.list.footer.asOf, { time: iso(asOf) ?? "" })]),
    proof,
    ...(page === undefined ? [] : [pageText(page)]),
    ...(proof === neverSynced ? [] : [formatTotal(printedCount, total)]),
  ];
  context.terminal.out(`${fragments.join(" · ")}\n`);
}
