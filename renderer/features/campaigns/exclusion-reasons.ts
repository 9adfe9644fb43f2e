/** Labels of exclusion reasons. Pure. */
import { t } from "#shared/texts/text.ts";

/** In display order. */
export const exclusionReasons: Readonly<Record<string, string>> = {
  duplicate: t(($) => $.campaigns.exclusion.duplicate),
  removed: t(($) => $.campaigns.exclusion.removed),
  suppressed: t(($) => $.campaigns.exclusion.suppressed),
  unresolved: t(($) => $.campaigns.exclusion.unresolved),
  ambiguous: t(($) => $.campaigns.exclusion.ambiguous),
  "missing-variable": t(($) => $.campaigns.exclusion.missingVariable),
  "text-too-long": t(($) => $.campaigns.exclusion.textTooLong),
  disabled: t(($) => $.campaigns.exclusion.disabled),
  deleted: t(($) => $.campaigns.exclusion.deleted),
  damaged: t(($) => $.campaigns.exclusion.damaged),
  malformed: t(($) => $.campaigns.exclusion.malformed),
  "check-digit": t(($) => $.campaigns.exclusion.checkDigit),
};

/** "Endpoint disabled: 23 · Message too long: 1". */
export function reasonCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([reason, value]) => t(($) => $.campaigns.exclusion.count, { reason: formatReason(reason), value }))
    .join(" · ");
}

export function formatReason(reason: string): string {
  return exclusionReasons[reason] ?? reason.replaceAll("-", " ");
}
