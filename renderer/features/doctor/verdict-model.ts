/** Verdicts as a person reads them, and what follows from them. */
import type { IdentifierKind } from "#contract/campaign-words.ts";
import type { ExaminedRow, Verdict } from "#contract/doctor.ts";
import type { StatusTone } from "../../lib/records.ts";

export const verdictWords: Readonly<Record<Verdict, { readonly text: string; readonly tone: StatusTone }>> = {
  resolved: { text: "resolved", tone: "good" },
  damaged: { text: "damaged", tone: "bad" },
  "bad-check-digit": { text: "bad check digit", tone: "bad" },
  duplicate: { text: "duplicate", tone: "neutral" },
  ambiguous: { text: "ambiguous", tone: "waiting" },
  unknown: { text: "unknown here", tone: "unknown" },
  unreadable: { text: "unreadable", tone: "bad" },
};

export const verdicts = Object.keys(verdictWords) as readonly Verdict[];

export const kindWords: Readonly<Record<IdentifierKind, string>> = {
  id: "endpoint id",
  iccid: "ICCID",
  imsi: "IMSI",
  msisdn: "MSISDN",
  imei: "IMEI",
  name: "name",
};

/** Ids of the endpoints that were found, each once, in the order of the list. */
export function resolvedIds(rows: readonly ExaminedRow[]): readonly string[] {
  const ids = rows.flatMap(({ verdict, endpoint }) =>
    verdict === "resolved" && endpoint !== undefined ? [endpoint.id] : [],
  );
  return [...new Set(ids)];
}

/** Rows that name no endpoint of their own. */
export function rejects(rows: readonly ExaminedRow[]): readonly ExaminedRow[] {
  return rows.filter(({ verdict }) => verdict !== "resolved");
}

export function rowsWith(rows: readonly ExaminedRow[], pressed: readonly Verdict[]): readonly ExaminedRow[] {
  return pressed.length === 0 ? rows : rows.filter(({ verdict }) => pressed.includes(verdict));
}

/** Why a row has its verdict; a duplicate names the row that was first. */
export function detailOf({ verdict, firstRow, detail }: ExaminedRow): string {
  if (detail !== undefined) return detail;
  return verdict === "duplicate" && firstRow !== undefined ? `The same endpoint stands in row ${firstRow}.` : "";
}

/** How many lines a text has; one without an end counts. */
export function lineCount(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
