/** Labels of verdicts, and selections derived from them. */
import { formatText, t } from "#shared/texts/text.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { ExaminedRow, Verdict } from "#shared/contract/fleet/doctor.ts";
import type { StatusTone } from "../../../lib/records.ts";

export const verdictLabels: Readonly<Record<Verdict, { readonly text: string; readonly tone: StatusTone }>> = {
  resolved: { text: t(($) => $.fleet.verdicts.resolved), tone: "good" },
  damaged: { text: t(($) => $.fleet.verdicts.damaged), tone: "bad" },
  "bad-check-digit": { text: t(($) => $.fleet.verdicts.badCheckDigit), tone: "bad" },
  duplicate: { text: t(($) => $.fleet.verdicts.duplicate), tone: "neutral" },
  ambiguous: { text: t(($) => $.fleet.verdicts.ambiguous), tone: "waiting" },
  unknown: { text: t(($) => $.fleet.verdicts.unknown), tone: "waiting" },
  unreadable: { text: t(($) => $.fleet.verdicts.unreadable), tone: "bad" },
};

export const verdicts = Object.keys(verdictLabels) as readonly Verdict[];

export const identifierKindLabels: Readonly<Record<IdentifierKind, string>> = {
  id: t(($) => $.fleet.identifierKinds.id),
  iccid: t(($) => $.fleet.identifierKinds.iccid),
  imsi: t(($) => $.fleet.identifierKinds.imsi),
  msisdn: t(($) => $.fleet.identifierKinds.msisdn),
  imei: t(($) => $.fleet.identifierKinds.imei),
  name: t(($) => $.fleet.identifierKinds.name),
};

/** Ids of the resolved endpoints, without duplicates, in the order of the list. */
export function resolvedIds(rows: readonly ExaminedRow[]): readonly string[] {
  const ids = rows.flatMap(({ verdict, endpoint }) =>
    verdict === "resolved" && endpoint !== undefined ? [endpoint.id] : [],
  );
  return [...new Set(ids)];
}

/** Rows that do not resolve to an endpoint of their own. */
export function rejects(rows: readonly ExaminedRow[]): readonly ExaminedRow[] {
  return rows.filter(({ verdict }) => verdict !== "resolved");
}

export function rowsWith(rows: readonly ExaminedRow[], pressed: readonly Verdict[]): readonly ExaminedRow[] {
  return pressed.length === 0 ? rows : rows.filter(({ verdict }) => pressed.includes(verdict));
}

/** Whether a row has a reason to show; cheaper than formatting it, since lists are long. */
export function hasDetail({ verdict, firstRow, detail }: ExaminedRow): boolean {
  return detail !== undefined || (verdict === "duplicate" && firstRow !== undefined);
}

/** The reason for a verdict; a duplicate names the first row. */
export function detailOf({ verdict, firstRow, detail }: ExaminedRow): string {
  if (detail !== undefined) return formatText(detail);
  return verdict === "duplicate" && firstRow !== undefined
    ? t(($) => $.fleet.doctor.duplicateOf, { row: firstRow })
    : "";
}

/** Number of lines of a text; a last line without a line end counts. */
export function lineCount(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
