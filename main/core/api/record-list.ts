/**
 * A list that the service returns in one response, as evidence: the absence of a record proves something only when the list is known to be complete.
 *
 * The specification defines no paging for these lists, and a service that pages them reports so in the same headers as for its other lists.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { readRecords } from "./bodies.ts";
import { headerText } from "./errors.ts";
import type { Answer, AnswerHeaders } from "./exchange.ts";
import { readId, readNumber, type JsonRecord } from "./json.ts";
import { linkHasNext } from "./paging.ts";

export interface ListedRecord {
  readonly id: string;
  readonly record: JsonRecord;
}

/** Why a list may be incomplete: a number of records without an id, or more records than the response holds. */
export type ListGap = `without-id:${number}` | "partial";

export interface RecordList {
  /** Records with an id. */
  readonly items: readonly ListedRecord[];
  readonly gap: ListGap | undefined;
}

/** Parses the response to a list request. Throws `unexpected-answer` for an empty body and for anything but a list of records. */
export function readRecordList(answer: Answer): RecordList {
  const records = readRecords(answer);
  const items = records.flatMap((record) => {
    const id = readId(record["id"]);
    return id === undefined ? [] : [{ id, record }];
  });
  const withoutId = records.length - items.length;
  if (withoutId > 0) return { items, gap: `without-id:${withoutId}` };
  return { items, gap: isWholeList(answer, records.length) ? undefined : "partial" };
}

/** Undefined when there is no gap. */
function describeGap(gap: ListGap | null | undefined): CodedText | undefined {
  if (gap === null || gap === undefined) return undefined;
  if (gap === "partial") return codedText("list-partial");
  return codedText("list-without-ids", { count: Number(gap.slice(gap.indexOf(":") + 1)) });
}

/** A saved reading of a list, as the features store it. */
interface Reading {
  readonly state: "read" | "not-offered";
  readonly gap?: ListGap | null;
}

/** Whether a reading has all records of the service. */
export function isWholeReading<T extends Reading>(reading: T | undefined): reading is T {
  return reading?.state === "read" && (reading.gap ?? undefined) === undefined;
}

export interface ReportedReading {
  readonly state: "never" | Reading["state"];
  readonly asOf?: number;
  /** Why it is incomplete. */
  readonly gap?: CodedText;
}

export function describeReading(reading: (Reading & { readonly as_of: number }) | undefined): ReportedReading {
  if (reading === undefined) return { state: "never" };
  const gap = describeGap(reading.gap);
  return { state: reading.state, asOf: reading.as_of, gap };
}

/** Whether a response with `count` records is current, comes from the service itself, and no header indicates more records. */
export function isWholeList({ status, headers }: Answer, count: number): boolean {
  return (
    status !== 206 &&
    atMost(headers, "x-total-pages", 1) &&
    atMost(headers, "x-total-count", count) &&
    atMost(headers, "x-current-page", 1) &&
    atMost(headers, "age", 0) &&
    linkHasNext(allOf(headers, "link")) !== true &&
    !mayBeFollowed(headers, count)
  );
}

/** Without a total, a page with as many records as it may have says nothing about further ones. */
function mayBeFollowed(headers: AnswerHeaders, count: number): boolean {
  const perPage = readNumber(headerText(headers, "x-count-per-page")) ?? 0;
  const hasTotal = [headerText(headers, "x-total-pages"), headerText(headers, "x-total-count")].some(
    (text) => (text?.trim() ?? "") !== "",
  );
  return !hasTotal && perPage > 0 && count >= perPage;
}

/** A missing or blank header does not contradict the limit; an unreadable one counts as above it. */
function atMost(headers: AnswerHeaders, name: string, limit: number): boolean {
  const text = headerText(headers, name)?.trim() ?? "";
  return text === "" || (readNumber(text) ?? Number.POSITIVE_INFINITY) <= limit;
}

function allOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}
