/** Filter of the recipients in the address. Pure. */
import { hasFields } from "#shared/defined-fields.ts";
import { t } from "#shared/texts/text.ts";
import type { Delivery, Recipient, RecipientOutcome, Reply } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import {
  deliveryLabel,
  deliveryLabels,
  outcomeLabel,
  outcomeLabels,
  replyLabel,
  replyLabels,
} from "../../lib/outcome-labels.ts";

const outcomes = Object.keys(outcomeLabels) as readonly RecipientOutcome[];
const deliveries = Object.keys(deliveryLabels) as readonly Delivery[];
const replies = Object.keys(replyLabels) as readonly Reply[];

/** Parses the query of a campaign's address; invalid values are ignored. */
export function readRecipientFilter(query: Readonly<Record<string, string>>): RecipientFilter {
  const outcome = listOf(query["outcome"], outcomes);
  const delivery = listOf(query["delivery"], deliveries);
  const reply = listOf(query["reply"], replies);
  const wave = /^\d{1,4}$/.test(query["wave"] ?? "") ? Number(query["wave"]) : undefined;
  const { reason, search } = query;
  return {
    outcome,
    delivery,
    reply,
    wave,
    reason: reason === undefined || reason === "" ? undefined : reason,
    search: search === undefined || search.trim() === "" ? undefined : search.slice(0, 200),
  };
}

export function isFiltered(filter: RecipientFilter): boolean {
  return hasFields(filter);
}

function listOf<T extends string>(text: string | undefined, allowed: readonly T[]): T[] | undefined {
  const values = allowed.filter((word) => (text ?? "").split(",").includes(word));
  return values.length === 0 ? undefined : values;
}

/** Value of the query parameter; undefined removes it. */
export function writeList(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(",");
}

const kinds: Readonly<Partial<Record<string, string>>> = {
  sending: t(($) => $.campaigns.recipientEvents.sending),
  accepted: t(($) => $.campaigns.recipientEvents.accepted),
  refused: t(($) => $.campaigns.recipientEvents.refused),
  unknown: t(($) => $.campaigns.recipientEvents.unknown),
  found: t(($) => $.campaigns.recipientEvents.listed),
  "not-sent": t(($) => $.campaigns.recipientEvents.notSent),
  "proven-not-sent": t(($) => $.campaigns.recipientEvents.provenNotSent),
  interrupted: t(($) => $.campaigns.recipientEvents.interrupted),
  retry: t(($) => $.campaigns.recipientEvents.retry),
  cancelled: t(($) => $.campaigns.recipientEvents.cancelled),
};

/** Label of a recorded event; a kind of a newer core is shown unchanged. */
export function formatRecipientEvent(kind: string, code: string | undefined): string {
  if (kind === "delivery")
    return t(($) => $.campaigns.recipientEvents.delivery, { status: deliveryLabel(code ?? "unknown").text });
  if (kind === "reply")
    return t(($) => $.campaigns.recipientEvents.reply, { status: replyLabel(code ?? "unknown").text });
  const event = kinds[kind] ?? kind;
  return code === undefined ? event : t(($) => $.campaigns.recipientEvents.withCode, { event, code });
}

// Labels of exclusion reasons. Pure.

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

/** Response of the service, or why the recipient is excluded. */
export function formatResponse({
  outcome,
  reason,
  code,
  message,
}: Pick<Recipient, "outcome" | "reason" | "code" | "message">): string {
  const detail = code === "matched-by-text" ? outcomeLabel({ outcome, code }).hint : code;
  const [cause, ...rest] = [reason === undefined ? undefined : formatReason(reason), message, detail].filter(
    (part) => part !== undefined && part !== "",
  );
  return rest.length === 0 ? (cause ?? "") : `${cause} (${rest.join(", ")})`;
}
