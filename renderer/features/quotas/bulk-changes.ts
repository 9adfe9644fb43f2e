/** Progress of a bulk change, and the reason for its wait. Pure. */
import { t } from "#shared/texts/text.ts";
import type { QuotaRow } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { formatDateTime } from "#shared/format.ts";

/** Progress within the current phase. */
export function doneOf({ state, counts, total }: QuotaChange): { readonly done: number; readonly total: number } {
  if (state === "reading" || state === "reading-interrupted") return { done: total - counts.waiting, total };
  return { done: total - counts.planned - counts.sending - counts.waiting, total };
}

/** What a change whose requests are all sent still waits for, and until when; undefined if it does not wait. */
export function waitsFor(
  { state, counts }: QuotaChange,
  rows: { readonly items: readonly QuotaRow[] } | undefined,
  graceMs: number | undefined,
): string | undefined {
  if (state !== "running" || counts.planned + counts.sending + counts.waiting > 0 || counts.unknown === 0)
    return undefined;
  const lost = (rows?.items ?? []).flatMap((row) => (row.state === "unknown" ? (row.resolvedAt ?? []) : []));
  if (graceMs === undefined || lost.length < counts.unknown) {
    return t(($) => $.quotas.change.checking, { count: counts.unknown });
  }
  const time = formatDateTime(Math.max(...lost) + graceMs);
  return t(($) => $.quotas.change.checkingUntil, { count: counts.unknown, time });
}
