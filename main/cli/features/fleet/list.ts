/** list: one collection from the cache, or live from the service: one page, or all pages up to the requested number of rows. */
import { z } from "zod";
import { fleet, type Completeness } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { recordSchema, type JsonRecord } from "#shared/contract/kit.ts";
import { recordFields } from "#shared/records/fields.ts";
import { undecidedText } from "#shared/records/contact.ts";
import { formatText } from "#shared/texts/text.ts";
import { type Call, defineList, flag, parsed, whole } from "../../define-command.ts";
import { parseInteger, usageError } from "../../option-values.ts";
import { type Column, iso, type ListPages, readPages } from "../../output.ts";
import { t } from "../../text.ts";
import { findAudience } from "./audiences.ts";
import { audienceOption, cellOf, collectionArgument, columnPaths, hasPath, queryOptions } from "./collections.ts";

const args = { collection: collectionArgument };
const options = {
  ...queryOptions,
  limit: whole("<n>", ($) => $.cli.fleet.list.limit, [t(($) => $.cli.fleet.options.limitName), 1, 10_000_000]),
  audience: audienceOption,
  live: flag(($) => $.cli.fleet.list.live),
  page: parsed("<n>", ($) => $.cli.fleet.list.page, parseInteger(t(($) => $.cli.fleet.list.pageName))),
  perPage: parsed("<n>", ($) => $.cli.fleet.list.perPage, parseInteger(t(($) => $.cli.fleet.list.perPageName))),
  all: flag(($) => $.cli.fleet.list.all),
};

type ListCall = Call<typeof args, typeof options>;

export const listCommand = defineList({
  path: "list",
  summary: t(($) => $.cli.fleet.list.summary),
  args,
  options,
  help: t(($) => $.cli.fleet.list.help),
  examples: [
    "fleetdesk list endpoint --filter 'name:van*,status:enabled' --sort=-name --limit 20",
    "fleetdesk list endpoint --filter 'lyon,status:enabled' --sort=-seen",
    "fleetdesk list endpoint --columns id,name,sim.iccid --output csv",
    "fleetdesk list sim --filter iccid:8988303000000000017 --live",
    "fleetdesk list endpoint --live --page 2 --per-page 100",
    "fleetdesk list endpoint --live --all --json",
    "fleetdesk list endpoint --limit 100000 --json",
  ],
  prepare: ({ options: { live, page, perPage, all, limit, audience } }) => {
    const paged = page !== undefined || perPage !== undefined;
    if (paged && !live) throw usageError(t(($) => $.cli.fleet.list.pagingNeedsLive));
    if (page !== undefined && all) throw usageError(t(($) => $.cli.fleet.list.pageOrAll));
    if (limit !== undefined && (paged || all)) throw usageError(t(($) => $.cli.fleet.list.limitOrPages));
    if (live && audience !== undefined) throw usageError(t(($) => $.cli.fleet.list.audienceNotLive));
  },
  readsCache: ({ options: { live } }) => !live,
  run: (call) => Promise.resolve(call.options.live ? readLive(call) : readCached(call)),
  columns: ({ args: { collection } }) =>
    Object.fromEntries(columnPaths(recordFields[collection]).map((path) => [path, columnOf(path)])),
  otherColumns: ({ args: { collection } }) => ({
    anyColumn: (name) => columnOf(name, recordFields[collection].find((field) => field.name === name)?.path),
    hasColumn: (name, record) => hasPath(recordFields[collection], record, name),
  }),
  id: ({ id }) => String(id),
  item: recordSchema,
  envelope: fleet.operations.listLive.output
    .pick({ asOf: true, page: true, perPage: true, totalPages: true, warnings: true })
    .partial()
    .extend({ complete: z.boolean(), unknown: fleet.operations.count.output.shape.unknown }),
});

/** A column by the name of its field, or by any path of the record. */
function columnOf(name: string, path = name): Column<JsonRecord> {
  return [name.toUpperCase(), (record) => cellOf(record, path)];
}

/** Totals and data age, printed below a list. */
interface Footing {
  readonly total: number | undefined;
  /** Rows that a filter by last contact leaves undecided. */
  readonly unknown?: number;
  readonly complete: boolean;
  readonly asOf: number | undefined;
  /** Completeness of the collection: "complete 10,000 of 10,000". */
  readonly proof: string;
  /** Set for a single page of the service. */
  readonly page?: LivePage;
}

const defaultLimit = 50;
const largestPage = 1000;

function readCached({ client, signal, scope, args: { collection }, options: query }: ListCall): ListPages<JsonRecord> {
  const { filter = "", sort = "", audience, all, limit = defaultLimit } = query;
  let footing = unknownFooting;
  async function* read(): AsyncGenerator<readonly JsonRecord[]> {
    const within = audience === undefined ? {} : { audience: (await findAudience(client, scope, audience, signal)).id };
    const source = { ...scope, ...within, collection };
    const pages = readPages({ limit: all ? Number.POSITIVE_INFINITY : limit, largestPage }, (page) =>
      client.fleet.list({ ...source, filter, sort, ...page }, signal),
    );
    for await (const { items, completeness } of pages) {
      yield items.map(({ record }) => record);
      footing = footingOf(completeness);
    }
    footing = { ...footing, ...(await client.fleet.count({ ...source, filter }, signal)) };
  }
  return {
    pages: read(),
    total: () => footing.total,
    rest: () => envelopeOf(footing),
    footer: (count) => footerOf(footing, count),
  };
}

function readLive(call: ListCall): ListPages<JsonRecord> {
  const { context, options: query } = call;
  let footing = unknownFooting;
  const warnings = new Set<string>();
  const warn = (warning: string): void => {
    if (!warnings.has(warning)) context.terminal.err(t(($) => $.cli.fleet.warning, { warning }));
    warnings.add(warning);
  };
  let count = 0;
  async function* read(): AsyncGenerator<readonly JsonRecord[]> {
    for await (const answer of readLivePages(call)) {
      const { total, complete, asOf, withoutId } = answer;
      const isOnePage = !query.all && (query.page ?? query.perPage) !== undefined;
      const proof = t(($) => $.cli.fleet.list.footer.live);
      footing = { total, complete, asOf, proof, page: isOnePage ? answer : undefined };
      for (const warning of answer.warnings) warn(formatText(warning));
      if (withoutId !== undefined) warn(t(($) => $.cli.fleet.list.recordsWithoutId, { count: withoutId }));
      yield answer.items.map(({ record }) => record);
      count += answer.items.length;
    }
    const requested = query.all ? Number.POSITIVE_INFINITY : (query.limit ?? 0);
    const { total = 0 } = footing;
    if (requested <= largestPage || count >= Math.min(requested, total)) return;
    warn(t(($) => $.cli.fleet.list.incomplete, { received: count, total }));
    context.endWith("incomplete");
  }
  return {
    pages: read(),
    total: () => footing.total,
    rest: () => ({ ...envelopeOf(footing), warnings: [...warnings] }),
    footer: (count) => footerOf(footing, count),
  };
}

type LivePage = Awaited<ReturnType<FleetClient["fleet"]["listLive"]>>;

/**
 * Pages in the service's order. The service repeats its last page beyond the end, so a page without a new id ends the list
 * (docs/service-facts.md#lists).
 */
async function* readLivePages({
  client,
  signal,
  scope,
  args: { collection },
  options: query,
}: ListCall): AsyncGenerator<LivePage> {
  const { filter = "", sort = "", limit = defaultLimit, page, perPage, all } = query;
  const source = { ...scope, collection, filter, sort };
  if (!all && (page !== undefined || perPage !== undefined)) {
    yield await client.fleet.listLive({ ...source, page: page ?? 1, perPage }, signal);
    return;
  }
  if (!all && limit <= largestPage) {
    yield await client.fleet.listLive({ ...source, limit }, signal);
    return;
  }
  const seen = new Set<string>();
  const most = all ? Number.POSITIVE_INFINITY : limit;
  for (let next = 1; seen.size < most; next += 1) {
    const answer = await client.fleet.listLive({ ...source, page: next, perPage: perPage ?? largestPage }, signal);
    const items = answer.items.filter(({ id }) => !seen.has(id)).slice(0, most - seen.size);
    if (items.length === 0 && next > 1) return;
    for (const { id } of items) seen.add(id);
    yield { ...answer, items, complete: seen.size === answer.total };
    if (answer.hasNext === false || (answer.page ?? next) < next) return;
  }
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

function envelopeOf({ complete, unknown, asOf, page }: Footing): Readonly<Record<string, unknown>> {
  const { page: number, perPage, totalPages } = page ?? {};
  return { complete, unknown, asOf, page: number, perPage, totalPages };
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

function footerOf({ total, unknown, asOf, proof, page }: Footing, count: number): string {
  const undecided = undecidedText(unknown);
  const fragments = [
    ...(asOf === undefined ? [] : [t(($) => $.cli.fleet.list.footer.asOf, { time: iso(asOf) })]),
    proof,
    ...(page === undefined ? [] : [pageText(page)]),
    ...(proof === neverSynced ? [] : [formatTotal(count, total)]),
    ...(undecided === undefined ? [] : [formatText(undecided)]),
  ];
  return `${fragments.join(" · ")}\n`;
}
