/** Lists of the fleet: pages of the cache, and the same query sent to the service. */
import type { fleet, Collection } from "#shared/contract/fleet/fleet.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { ApiClient } from "../../core/api/client.ts";
import { fetchPage, walkCollection } from "../../core/api/records.ts";
import { readId } from "../../core/api/json.ts";
import { type Page, echoWarnings, mismatchWarning } from "../../core/api/paging.ts";
import {
  formatFilter,
  formatSort,
  parseFilter,
  parseSort,
  type FilterTerm,
  type SortKey,
} from "../../core/api/query.ts";
import {
  toCachedQuestion,
  countCachedRows,
  countUndecided,
  readCachedPage,
  readPage,
  withinIds,
  completenessOfCache,
  allCachedRows,
  type CachedQuestion,
} from "./cached-rows.ts";
import { withLastSeen } from "./contacts.ts";
import type { FleetTools } from "./deps.ts";
import { readLatestRecord } from "./refresh-record.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { columns, readKey, type ColumnValue } from "./columns.ts";
import { predicateOf, type Predicate } from "./predicates.ts";
import { valueAt } from "#shared/records/schema.ts";
import { type CsvRow, dayOf, exportToFile, writeCsvFile } from "../../core/files/export-file.ts";

type Browse = Pick<Handlers<typeof fleet>, "list" | "count" | "listLive" | "get" | "completeness">;

/** Records requested per page of a live list. */
const livePerPage = 1000;

export function createBrowse(deps: FleetTools): Browse {
  const { store, connections, clock } = deps;
  return {
    list: async ({ cursor, skip, fromEnd, limit, ...query }, { signal }) => {
      const question = await toCachedQuestion(deps, query);
      const page = await readCachedPage(deps, question, { cursor, skip, fromEnd, limit, signal });
      const items = page.rows.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord }));
      return {
        items: await withLastSeen(deps, question, items),
        nextCursor: page.nextCursor,
        completeness: await completenessOfCache(store, question.connection, question.collection),
      };
    },
    count: async ({ ids, ...query }, { signal }) =>
      await withinIds(deps, await toCachedQuestion(deps, query), ids, signal, async (question) => ({
        total: await countCachedRows(deps, question, signal),
        unknown: await countUndecided(deps, question, signal),
      })),
    listLive: async ({ connection: name, collection, filter, sort, limit, page, perPage }, { signal }) => {
      const question = {
        collection,
        filter: parseFilter(collection, filter),
        sort: parseSort(collection, sort, true),
      };
      const q = formatFilter(collection, question.filter, "spec");
      const keys = formatSort(collection, question.sort, "spec");
      const { api } = await connections.open(name);
      if (page !== undefined) {
        const query = { q, sort: keys, page, perPage, priority: "click", signal } as const;
        return { ...livePage(question, await fetchPage(api, collection, query)), asOf: clock.now() };
      }
      const query = { q, sort: keys, signal };
      const { items, total, complete, filterEcho, sortEcho } = await readFirst(api, collection, query, limit);
      const warnings = liveWarnings(question, { records: items.map(({ record }) => record), filterEcho, sortEcho });
      return { items, total, complete, asOf: clock.now(), warnings };
    },
    get: async ({ connection: name, collection, id }) => {
      const { id: connection } = await connections.open(name);
      const latest = await readLatestRecord(deps, connection, collection, id);
      const [row = latest] = await withLastSeen(deps, { connection, collection }, [latest]);
      return row;
    },
    completeness: async ({ connection: name, collection }) => {
      const { id: connection } = await connections.open(name);
      return completenessOfCache(store, connection, collection);
    },
  };
}

type LivePage = Omit<Awaited<ReturnType<Browse["listLive"]>>, "asOf">;

/** One page as the service returned it. */
function livePage(question: LiveQuestion, answer: Page): LivePage {
  const { items, page, perPage, totalPages, totalCount, hasNext, filterEcho, sortEcho } = answer;
  const named = items.flatMap((record) => {
    const id = readId(record["id"]);
    return id === undefined ? [] : [{ id, record }];
  });
  const withoutId = items.length - named.length;
  return {
    items: named,
    page,
    complete: totalPages === 1 && totalCount === named.length,
    warnings: liveWarnings(question, { records: items, filterEcho, sortEcho }),
    total: totalCount,
    perPage,
    totalPages,
    hasNext,
    withoutId: withoutId === 0 ? undefined : withoutId,
  };
}

// Checks whether a page of the service matches the request: compares the filter that it reports with the requested one, and its records
// with the matching rules of the cache.

interface LiveQuestion {
  readonly collection: Collection;
  readonly filter: readonly FilterTerm[];
  readonly sort: readonly SortKey[];
}

interface LiveAnswer {
  readonly records: readonly JsonRecord[];
  readonly filterEcho?: string;
  readonly sortEcho?: string;
}

/** Empty when the answer is consistent with the request. */
export function liveWarnings({ collection, filter, sort }: LiveQuestion, answer: LiveAnswer): CodedText[] {
  const { records } = answer;
  const odd = filter.filter((term) => records.some((record) => !canMatch(collection, term, record)));
  // A field that records prove to be unfiltered is reported once, with the number of those records.
  const otherTerms = filter.filter((term) => !odd.includes(term));
  const reported = echoWarnings(collection, { filter: otherTerms, sort }, answer);
  if (odd.length === 0) return reported;
  const count = records.filter((record) => odd.some((term) => !canMatch(collection, term, record))).length;
  const fields = odd.map(({ field }) => field);
  return [mismatchWarning(fields, count, records.length), ...reported];
}

/** Whether a record may match; a record without the field proves nothing. */
function canMatch(collection: Collection, term: FilterTerm, record: JsonRecord): boolean {
  const value = valueOf(collection, term.field, record);
  const predicate = predicateOf(collection, term);
  if (value === null || value === undefined) return true;
  return matches(predicate, value);
}

function valueOf(collection: Collection, field: string, record: JsonRecord): ColumnValue | undefined {
  if (field === "id") return readKey(record["id"]);
  return columns[collection].find(({ name }) => name === field)?.read(record);
}

/** Evaluates the predicate on one value, equivalent to the SQL of `conditionOf`. */
function matches(predicate: Predicate, value: string | number): boolean {
  const text = String(value).toLowerCase();
  switch (predicate.kind) {
    case "equal":
      return text === String(predicate.value);
    case "missing":
      return predicate.orWord && text === "null";
    case "prefix":
      return text.startsWith(predicate.prefix);
    case "contains":
      return text.includes(predicate.text);
    case "pattern":
      return matchesGlob(predicate.glob, text);
    // Of the cache only: they never reach the service.
    case "contact":
    case "member":
    case "folded":
    case "between":
    case "digits":
    case "or":
    case "not":
      return true;
  }
}

/**
 * Matches a pattern of `predicateOf`: stars, and brackets around the other special characters of GLOB. Each run is searched after the one
 * before.
 */
function matchesGlob(glob: string, text: string): boolean {
  const [first = "", ...runs] = glob.replaceAll(/\[([[?])\]/g, "$1").split("*");
  const last = runs.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const run of runs) {
    const at = text.indexOf(run, from);
    if (at < 0) return false;
    from = at + run.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

// Exports cached rows as a CSV file: read page by page, written completely or not at all.

const rowsPerPage = 500;

export function createExport(tools: FleetTools): Handlers<typeof fleet>["exportCsv"] {
  return async ({ columns, ids, ...query }, { signal }) => {
    // Parsed before the file dialog opens: an invalid filter needs no file.
    const question = await toCachedQuestion(tools, query);
    const name = `${query.collection}-${dayOf(tools.clock.now())}.csv`;
    const paths = columns.map(({ path }) => path);
    const titles = columns.map(({ title }) => title);
    return await exportToFile(tools.files, { name, extension: "csv" }, signal, (file) =>
      withinIds(tools, question, ids, signal, async (within) => ({
        // Counted first: if it is cancelled once the file is complete, the file would stay.
        unknown: await countUndecided(tools, within, signal),
        rows: await writeCsvFile(file, { titles, pages: pages(tools, within, paths, signal), signal }),
      })),
    );
  };
}

async function* pages(
  tools: FleetTools,
  question: CachedQuestion,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of allCachedRows(tools, question, rowsPerPage, signal)) {
    const rows = page.map(({ id, raw }) => ({ id, record: JSON.parse(raw) as JsonRecord }));
    const complete = paths.some((path) => path.startsWith("last_seen"))
      ? await withLastSeen(tools, question, rows)
      : rows;
    yield complete.map(({ record }) => cells(record, paths));
  }
}

function cells(record: JsonRecord, paths: readonly string[]): readonly string[] {
  return paths.map((path) => cellText(valueAt(record, path)));
}

/** A value as readable text: the name of a named object, lists joined. Numbers are written as text, so that none is rounded. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => cellText(one)).join(", ");
  if (typeof value !== "object") return JSON.stringify(value);
  const { name, description, id } = value as JsonRecord;
  const named = name ?? description ?? id;
  return named === undefined ? JSON.stringify(value) : cellText(named);
}

// Compares the cache with the service: the same query is sent to both, and the results are compared row by row.

export function createSelfCheck(tools: FleetTools): Handlers<typeof fleet>["selfCheck"] {
  const { store, connections, clock } = tools;
  return async ({ limit, ...query }, { signal }) => {
    const question = await toCachedQuestion(tools, query);
    const { connection, collection, filter, sort } = question;
    const { asOf } = await completenessOfCache(store, connection, collection);
    const { api } = await connections.openById(connection);
    // Twice the number of compared rows: an additional row on one side moves others past the limit, which are not missing.
    const fetchCount = 2 * limit;
    const [q, keys] = [formatFilter(collection, filter, "spec"), formatSort(collection, sort, "spec")];
    const live = await readFirst(api, collection, { q, sort: keys, signal }, fetchCount);
    const liveIds = live.items.map(({ id }) => id);
    const cached = await idsOfCache(tools, question, fetchCount, signal);
    const compared = compareOrders(cached, liveIds, limit);
    const cacheTotal = await countCachedRows(tools, question, signal);
    const totalsAgree = live.total === undefined || live.total === cacheTotal;
    const { onlyInCache, onlyInService, orderDiffersAt } = compared;
    return {
      ...compared,
      agrees: totalsAgree && onlyInCache.length === 0 && onlyInService.length === 0 && orderDiffersAt === undefined,
      cacheTotal,
      serviceTotal: live.total,
      asOf,
      checkedAt: clock.now(),
    };
  };
}

interface OrdersCompared {
  /** Number of compared positions. */
  readonly compared: number;
  readonly onlyInCache: string[];
  readonly onlyInService: string[];
  readonly orderDiffersAt?: number;
}

/** Compares the first `limit` ids of two lists that may be longer. Pure. */
function compareOrders(cached: readonly string[], live: readonly string[], limit: number): OrdersCompared {
  const [inCache, inService] = [new Set(cached), new Set(live)];
  const [ours, theirs] = [cached.slice(0, limit), live.slice(0, limit)];
  const differs = ours.findIndex((id, index) => index < theirs.length && id !== theirs[index]);
  return {
    compared: Math.max(ours.length, theirs.length),
    onlyInCache: ours.filter((id) => !inService.has(id)),
    onlyInService: theirs.filter((id) => !inCache.has(id)),
    orderDiffersAt: differs < 0 ? undefined : differs + 1,
  };
}

async function idsOfCache(
  { store }: FleetTools,
  question: CachedQuestion,
  count: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const page = await readPage(store, { ...question, after: undefined, limit: count }, signal);
  return page.rows.map(({ id }) => id);
}

/** The first `count` records of the service. `complete`: there are no further ones. */
async function readFirst(
  api: ApiClient,
  collection: Collection,
  query: { readonly q: string; readonly sort: string; readonly signal: AbortSignal },
  count: number,
): Promise<Pick<LivePage, "items" | "total" | "complete"> & Pick<Page, "filterEcho" | "sortEcho">> {
  // One page at a time, so that the order is the service's own.
  const perPage = Math.min(count, livePerPage);
  const walk = walkCollection(api, collection, { ...query, perPage, concurrency: 1, priority: "click" });
  const items: LivePage["items"] = [];
  let total: number | undefined;
  let echoes: Pick<Page, "filterEcho" | "sortEcho"> = {};
  for await (const page of walk) {
    total = page.announced ?? total;
    echoes = page;
    items.push(...page.items);
    if (items.length >= count) break;
  }
  // A list without matches has no page with a total; the walk's verdict has it.
  const verdict = items.length < count ? walk.verdict() : undefined;
  total = verdict?.promised ?? total;
  const complete = verdict?.complete ?? items.length === total;
  const { filterEcho, sortEcho } = echoes;
  return { items: items.slice(0, count), total, complete, filterEcho, sortEcho };
}
