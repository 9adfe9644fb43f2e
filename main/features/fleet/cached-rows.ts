/** Queries of the cache: parsed, validated, and answered page by page, from either end and after any jump. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Collection, Completeness } from "#shared/contract/fleet/fleet.ts";
import {
  type FilterTerm,
  type SortKey,
  formatFilter,
  formatSort,
  parseFilter,
  parseSort,
} from "../../core/api/query.ts";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import { throwIfStopped } from "../../core/wait.ts";
import { type CursorKey, readCursor, writeCursor } from "../../core/store/cursor.ts";
import type { FleetTools, FleetStore } from "./deps.ts";
import type { FacetAnswer } from "./candidates.ts";
import type { FacetQuestion, RecordRow, MemberList, PageQuestion } from "./queries-page.ts";
import { resolveAges, undecidedTerms } from "./contacts.ts";
import { withId } from "./page-plan.ts";
import type { EndedRun, OpenRun } from "./queries-history.ts";

export interface CachedQuestion {
  readonly connection: number;
  readonly collection: Collection;
  readonly filter: readonly FilterTerm[];
  readonly sort: readonly SortKey[];
  readonly within: readonly MemberList[];
}

export interface QueryTexts {
  readonly connection?: string;
  readonly collection: Collection;
  readonly audience?: number;
  readonly filter: string;
  readonly sort?: string;
}

/** Parses the texts of a query. Throws `filter-invalid`, `sort-invalid`, `audience-unknown` or `audience-of-endpoints`. */
export async function toCachedQuestion(tools: FleetTools, texts: QueryTexts): Promise<CachedQuestion> {
  const { collection, audience } = texts;
  const terms = parseFilter(collection, texts.filter);
  const sort = parseSort(collection, texts.sort ?? "");
  const { id: connection } = await tools.connections.open(texts.connection);
  const filter = await resolveAges(tools, connection, collection, terms);
  await tools.buildIndexes();
  if (audience === undefined) return { connection, collection, filter, sort, within: [] };
  if (collection !== "endpoint") {
    throw new AppError("audience-of-endpoints", codedText("audience-endpoints-only"));
  }
  if ((await tools.store.readAudienceRow(audience))?.connection !== connection) throw unknownAudience(audience);
  return { connection, collection, filter, sort, within: [{ of: "audience", list: audience }] };
}

const idsPerStep = 10_000;

/** Runs a query restricted to these ids, which are stored in a scratch table meanwhile; without ids, over all rows. */
export async function withinIds<T>(
  { store }: FleetTools,
  question: CachedQuestion,
  ids: readonly string[] | undefined,
  signal: AbortSignal,
  run: (question: CachedQuestion) => Promise<T>,
): Promise<T> {
  if (ids === undefined) return await run(question);
  const list = await store.addToSelection(undefined, []);
  try {
    for (let from = 0; from < ids.length; from += idsPerStep) {
      throwIfStopped(signal);
      await store.addToSelection(list, ids.slice(from, from + idsPerStep));
    }
    return await run({ ...question, within: [...question.within, { of: "selection", list }] });
  } finally {
    await store.dropSelection(list);
  }
}

export function unknownAudience(audience: number): AppError {
  return new AppError("audience-unknown", codedText("audience-number-not-found", { audience }));
}

export interface PageOptions {
  readonly cursor: string | undefined;
  /** Rows skipped after the cursor; counted from the end with `fromEnd`. */
  readonly skip: number;
  readonly fromEnd: boolean;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface CachedPage {
  readonly rows: readonly RecordRow[];
  readonly nextCursor: string | undefined;
}

const keysSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/** One page, in the list's order. Throws `cursor-invalid`. */
export async function readCachedPage(
  { store }: FleetTools,
  question: CachedQuestion,
  { cursor, skip, fromEnd, limit, signal }: PageOptions,
): Promise<CachedPage> {
  const text = textOf(question);
  if (cursor !== undefined && fromEnd) {
    throw new AppError("cursor-invalid", codedText("last-page-with-cursor"));
  }
  const cursorAfter =
    cursor === undefined ? undefined : readCursor(text, cursor, keysSchema.length(withId(question.sort).length));
  const plan: PageQuestion = { ...question, after: cursorAfter, limit, backward: fromEnd };
  const start = skip === 0 ? { after: cursorAfter } : await pass(store, plan, skip, signal);
  if (start === undefined) return { rows: [], nextCursor: undefined };
  const page = await readPage(store, { ...plan, after: start.after }, signal);
  if (!fromEnd) return { rows: page.rows, nextCursor: page.next && writeCursor(text, page.next) };
  // Read backward, the first row of the page is the last one in list order, and the next page begins after it if there is one.
  const nextCursor = skip === 0 || page.first === undefined ? undefined : writeCursor(text, page.first);
  return { rows: page.rows.toReversed(), nextCursor };
}

/** One page, read in steps. */
export async function readPage(
  store: FleetStore,
  question: PageQuestion,
  signal: AbortSignal,
): ReturnType<FleetStore["readPage"]> {
  let page = await store.readPage(question);
  while (page.isPartial) {
    throwIfStopped(signal);
    const { rows, first, next: after, stamp } = page;
    const rest = await store.readPage({ ...question, after, limit: question.limit - rows.length, stamp });
    page = { ...rest, rows: [...rows, ...rest.rows], first: first ?? rest.first };
  }
  return page;
}

/** Skips `count` rows; undefined when the list ends before. */
async function pass(
  store: FleetTools["store"],
  question: PageQuestion,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly after: readonly CursorKey[] | undefined } | undefined> {
  let { after } = question;
  let position = after === undefined ? 0 : undefined;
  let left = count;
  while (left > 0) {
    throwIfStopped(signal);
    const hop = await store.passRows({ ...question, after }, position, left);
    if (hop.isEnd) return undefined;
    after = hop.after;
    left -= hop.passed;
    if (position !== undefined) position += hop.passed;
  }
  return { after };
}

/** All rows of a query, in batches, until the caller stops iterating. */
export async function* allCachedRows(
  { store }: FleetTools,
  question: CachedQuestion,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordRow[]> {
  let after: readonly CursorKey[] | undefined;
  do {
    throwIfStopped(signal);
    const page: Awaited<ReturnType<typeof store.readPage>> = await readPage(
      store,
      { ...question, after, limit },
      signal,
    );
    if (page.rows.length > 0) yield page.rows;
    after = page.next;
  } while (after !== undefined);
}

/** Counts the rows of a query in steps, so that other work of the store's thread runs in between. */
export async function countCachedRows(
  { store }: FleetTools,
  question: CachedQuestion,
  signal: AbortSignal,
): Promise<number> {
  let step = await store.countRows(question);
  while (step.next !== undefined) {
    throwIfStopped(signal);
    step = await store.countRows(question, step);
  }
  return step.total;
}

/** Counts the rows that a filter by last contact neither includes nor excludes; undefined without such a filter. */
export async function countUndecided(
  tools: FleetTools,
  question: CachedQuestion,
  signal: AbortSignal,
): Promise<number | undefined> {
  const filter = await undecidedTerms(tools, question.connection, question.filter);
  return filter && (await countCachedRows(tools, { ...question, filter }, signal));
}

/** Counts the rows per value of a field, in such steps too. */
export async function countValues(
  store: FleetStore,
  question: FacetQuestion,
  signal: AbortSignal,
): Promise<FacetAnswer> {
  let step = await store.countFacet(question);
  while ("next" in step) {
    throwIfStopped(signal);
    step = await store.countFacet(question, step.next);
  }
  return step.answer;
}

function textOf({ collection, filter, sort, within }: CachedQuestion): string {
  const audience = within.map(({ of, list }) => `?${of} ${list}`).join("");
  return `${collection}?${formatFilter(collection, filter, "live")}?${formatSort(collection, sort, "live")}${audience}`;
}

// The completeness of a cached collection, according to the newest run that has ended.

/** The completeness of the cache; a first sync that has not ended counts as partial once it has stored a record. */
export async function completenessOfCache(
  store: FleetStore,
  connection: number,
  collection: Collection,
): Promise<Completeness> {
  const { ended, open } = await store.newestRuns(connection, collection);
  return ended === undefined && open !== undefined ? firstSync(open) : completenessOf(ended);
}

function firstSync({ records, startedAt: asOf }: OpenRun): Completeness {
  if (records === 0) return { state: "never" };
  const reason = codedText("first-sync-unfinished");
  return { state: "partial", asOf, unique: records, reason };
}

function completenessOf(run: EndedRun | undefined): Completeness {
  if (run === undefined) return { state: "never" };
  // Pages are as old as the start of the run that read them, however late it ended.
  const { state, snapshot, startedAt: asOf, promised, unique, duplicates, gaps, reason } = run;
  return {
    state,
    snapshot,
    asOf,
    promised,
    unique,
    duplicates,
    gaps,
    reason,
  };
}
