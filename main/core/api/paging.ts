/**
 * One page of a list (docs/service-facts.md#lists), with the totals of its headers.
 *
 * Pages are addressed by number, which every service supports; of `Link` only `next` is read, and only without a page
 * count. Its URLs are never followed: they may name another host.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { ApiClient, CallOptions } from "./client.ts";
import { readRecords } from "./bodies.ts";
import { type DialectState, type FilterNames, otherFilterNames, translateFilter, translateSort } from "./dialect.ts";
import { headerText } from "./errors.ts";
import type { Answer, AnswerHeaders } from "./exchange.ts";
import { invalidInput } from "./inputs.ts";
import { type JsonRecord, percentDecoded, readNumber } from "./json.ts";
import { textLanguage } from "#shared/texts/text.ts";
import { type QueryCollection, findField } from "./query-fields.ts";

export interface PageQuery extends CallOptions {
  /** From 1; the service treats a smaller number as the first page, a larger one as the last. */
  readonly page: number;
  /** Maximum number of records; the service lowers a value that is too large without notice. Missing, or below 1: its default. */
  readonly perPage?: number;
  /** Filter in the specification's grammar and names; empty or missing means all. */
  readonly q?: string;
  /** Sort in the specification's grammar; `id` when missing or empty, so that the order is stable between calls. */
  readonly sort?: string;
  /** The sort was not requested by the operator: it is omitted where the service rejects it. Always so when `sort` is missing. */
  readonly isSortOptional?: boolean;
}

/** A page. A figure is undefined when the service did not send it. */
export interface Page {
  readonly items: readonly JsonRecord[];
  /** The page number in the response, else the requested one. A lower number than requested: the list ends before the requested page. */
  readonly page: number;
  readonly totalPages: number | undefined;
  readonly totalCount: number | undefined;
  /** As echoed by the service: the requested value rather than the applied one. */
  readonly perPage: number | undefined;
  /** From `X-Total-Pages`, else from `Link`; undefined with neither. */
  readonly hasNext: boolean | undefined;
  /** Filter and order that the service reports as applied. */
  readonly filterEcho?: string;
  readonly sortEcho?: string;
}

/** Reads one page of the list at `path`; `collection` names the set of fields for the dialect's filter names. */
export async function fetchListPage(api: ApiClient, path: string, collection: string, query: PageQuery): Promise<Page> {
  const { page, perPage, signal, priority } = query;
  requireWhole("page", page);
  if (perPage !== undefined) requireWhole("perPage", perPage);
  const answer = await withSort(api, collection, query, (q, sort) => {
    const parameters = [`page=${page}`];
    if (perPage !== undefined) parameters.push(`per_page=${perPage}`);
    if (q !== "") parameters.push(`q=${encodeCriteria(q)}`);
    if (sort !== "") parameters.push(`sort=${encodeCriteria(sort)}`);
    return api.request({ method: "GET", path: `${path}?${parameters.join("&")}`, signal, priority });
  });
  return readPage(answer, page);
}

function readPage(answer: Answer, requestedPage: number): Page {
  const { headers } = answer;
  const totalPages = count(headers, "x-total-pages");
  const page = count(headers, "x-current-page") ?? requestedPage;
  return {
    items: readRecords(answer),
    page,
    totalPages,
    totalCount: count(headers, "x-total-count"),
    perPage: count(headers, "x-count-per-page"),
    hasNext: totalPages === undefined ? linkHasNext(headerText(headers, "link")) : page < totalPages,
    filterEcho: headerText(headers, "x-filter"),
    sortEcho: headerText(headers, "x-sort"),
  };
}

/** Lists whose default sort the service rejects, by connection. */
const withoutSort = new WeakMap<DialectState, Set<string>>();

/** A default sort that the service rejects (1302, or 400 without a message) is omitted from then on. */
async function withSort(
  api: ApiClient,
  collection: string,
  query: PageQuery,
  run: (q: string, sort: string) => Promise<Answer>,
): Promise<Answer> {
  const q = query.q?.trim() ?? "";
  const requested = query.sort?.trim() ?? "";
  const sort = requested === "" ? "id" : requested;
  if (requested !== "" && query.isSortOptional !== true) return await withFilterNames(api, collection, q, sort, run);
  const key = `${collection} ${sort}`;
  const unsupported = withoutSort.get(api.dialect) ?? new Set();
  if (unsupported.has(key)) return await withFilterNames(api, collection, q, "", run);
  try {
    return await withFilterNames(api, collection, q, sort, run);
  } catch (error) {
    if (!isSortRejected(error)) throw error;
    const answer = await withFilterNames(api, collection, q, "", run).catch((second: unknown) => {
      throw isSortRejected(second) ? error : second;
    });
    withoutSort.set(api.dialect, unsupported.add(key));
    return answer;
  }
}

function isSortRejected(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.details?.["serviceCode"] === 1302 || error.details?.["status"] === 400;
}

/** The live service's names differ for a few fields; 422 for one set tries the other, a 2xx decides. */
async function withFilterNames(
  api: ApiClient,
  collection: string,
  q: string,
  sort: string,
  run: (q: string, sort: string) => Promise<Answer>,
): Promise<Answer> {
  const runWith = (names: FilterNames): Promise<Answer> =>
    run(translateFilter(collection, q, names), translateSort(collection, sort, names));
  const matters =
    translateFilter(collection, q, "spec") !== translateFilter(collection, q, "live") ||
    translateSort(collection, sort, "spec") !== translateSort(collection, sort, "live");
  const { form, isConfirmed } = api.dialect.filterNames();
  if (isConfirmed || !matters) return runWith(form);
  try {
    const answer = await runWith(form);
    api.dialect.confirm("filterNames", form);
    return answer;
  } catch (error) {
    if (!isUnknownName(error)) throw error;
    const other = otherFilterNames(form);
    try {
      const answer = await runWith(other);
      api.dialect.confirm("filterNames", other);
      return answer;
    } catch (second) {
      throw isUnknownName(second) ? error : second;
    }
  }
}

/** 1301 InvalidQueryCriteria, 1302 InvalidSortCriteria (docs/service-facts.md#errors). */
function isUnknownName(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const code = error.details?.["serviceCode"];
  return code === 1301 || code === 1302;
}

/** `rel="next"` in a Link header; undefined for an empty header (recorded on event lists). */
export function linkHasNext(link: string | undefined): boolean | undefined {
  if (link === undefined || link.trim() === "") return undefined;
  return /;\s*rel\s*=\s*"?(?:[^",;]*\s)?next(?:\s[^",;]*)?"?\s*(?:[,;]|$)/i.test(link);
}

/** Percent-encoded for a query, except for the commas and colons of the grammar. */
function encodeCriteria(text: string): string {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",");
}

function count(headers: AnswerHeaders, name: string): number | undefined {
  const number = readNumber(headerText(headers, name));
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function requireWhole(field: string, value: number): void {
  if (!Number.isSafeInteger(value)) throw invalidInput(field, codedText("field-not-integer", { field }));
}

// Compares the filter and the order that a service reports as applied (`X-Filter`, `X-Sort`) with the request.
// The format of the criteria is not specified, so a report counts as different only when it lacks the name of a field.

interface RequestedFields {
  readonly filter: readonly { readonly field: string }[];
  readonly sort: readonly { readonly field: string }[];
}

interface Echoes {
  readonly filterEcho?: string;
  readonly sortEcho?: string;
}

/** How the reports differ from the request. */
export function echoWarnings(
  collection: QueryCollection,
  { filter, sort }: RequestedFields,
  { filterEcho, sortEcho }: Echoes,
): CodedText[] {
  const unfiltered = fieldsNotEchoed(collection, filter, filterEcho);
  const unsorted = fieldsNotEchoed(collection, sort, sortEcho);
  return [
    ...(unfiltered.length === 0
      ? []
      : [codedText("filter-not-applied", { fields: listOf(unfiltered), reported: filterEcho ?? "" })]),
    ...(unsorted.length === 0
      ? []
      : [codedText("sort-not-applied", { fields: listOf(unsorted), reported: sortEcho ?? "" })]),
  ];
}

/** Records of the response that do not match the filter. */
export function mismatchWarning(fields: readonly string[], count: number, total: number): CodedText {
  return codedText("filter-mismatch", { fields: listOf(fields), mismatches: count, count: total });
}

function listOf(fields: readonly string[]): string {
  return new Intl.ListFormat(textLanguage()).format(fields);
}

/** The requested fields that a report does not name; none when the service sends no report. */
function fieldsNotEchoed(
  collection: QueryCollection,
  requested: RequestedFields["filter"],
  echo: string | undefined,
): readonly string[] {
  if (echo === undefined || echo.trim() === "") return [];
  const text = percentDecoded(echo);
  return requested
    .map(({ field }) => field)
    .filter((name) => {
      const field = findField(collection, name);
      return ![name, field?.spec, field?.name].some((one) => one !== undefined && text.includes(one));
    });
}
