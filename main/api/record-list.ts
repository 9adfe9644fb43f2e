/**
 * A list that the service gives in one answer, as evidence: what is not on it proves something only where it is known to be whole.
 *
 * The specification gives these lists no paging, and a service that pages them says so in the headers of its other lists.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { readRecords } from "./bodies.ts";
import { headerText } from "./errors.ts";
import type { Answer, AnswerHeaders } from "./exchange.ts";
import { readId, readNumber } from "./json.ts";
import type { JsonRecord } from "./json.ts";
import { linkHasNext } from "./paging.ts";

export interface ListedRecord {
  readonly id: string;
  readonly record: JsonRecord;
}

/** Why a list is not known to be whole: so many records without an id, or more records than the answer holds. */
export type ListGap = `without-id:${number}` | "partial";

export interface RecordList {
  /** Records with an id. */
  readonly items: readonly ListedRecord[];
  readonly gap: ListGap | undefined;
}

/** Reads the answer to a list request. Throws `unexpected-answer` for an empty body and for what is not a list of records. */
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

/** A saved reading of a list, as the features keep it. */
interface Reading {
  readonly state: "read" | "not-offered";
  readonly gap?: ListGap | null;
}

/** Whether a reading shows all that the service has. */
export function isWholeReading<T extends Reading>(reading: T | undefined): reading is T {
  return reading?.state === "read" && (reading.gap ?? undefined) === undefined;
}

export interface ReportedReading {
  readonly state: "never" | Reading["state"];
  readonly asOf?: number;
  /** Why it does not show all. */
  readonly gap?: CodedText;
}

export function describeReading(reading: (Reading & { readonly as_of: number }) | undefined): ReportedReading {
  if (reading === undefined) return { state: "never" };
  const gap = describeGap(reading.gap);
  return { state: reading.state, asOf: reading.as_of, ...(gap === undefined ? {} : { gap }) };
}

/** Whether an answer with `count` records is the service's own of now, and nothing says that there is more. */
export function isWholeList({ status, headers }: Answer, count: number): boolean {
  return (
    status !== 206 &&
    atMost(headers, "x-total-pages", 1) &&
    atMost(headers, "x-total-count", count) &&
    atMost(headers, "age", 0) &&
    linkHasNext(allOf(headers, "link")) !== true
  );
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
