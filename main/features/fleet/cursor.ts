/** The end of a page, as opaque text that belongs to one query. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "../../failure.ts";
import type { KeyValue } from "./row-order.ts";

/** `question`: any text that identifies the filter and sort. */
export function writeCursor(question: string, after: readonly KeyValue[]): string {
  return Buffer.from(JSON.stringify([question, ...after])).toString("base64url");
}

/** Throws `cursor-invalid` for a text that is no cursor, or the cursor of another query. */
export function readCursor(question: string, cursor: string, length: number): readonly KeyValue[] {
  const parsed = parse(cursor);
  if (
    !Array.isArray(parsed) ||
    parsed[0] !== question ||
    parsed.length !== length + 1 ||
    !parsed.slice(1).every(isKey)
  ) {
    throw new AppError("cursor-invalid", codedText("cursor-of-other-list"));
  }
  return parsed.slice(1) as KeyValue[];
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown;
  } catch {
    return undefined; // not JSON: the caller rejects it
  }
}

function isKey(value: unknown): value is KeyValue {
  return value === null || typeof value === "string" || typeof value === "number";
}
