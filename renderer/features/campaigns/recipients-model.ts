/** Which recipients are looked at, as the address says it. Pure. */
import { t } from "#shared/texts/text.ts";
import type { Delivery, RecipientOutcome, Reply } from "#contract/campaign-words.ts";
import type { RecipientFilter } from "#contract/campaigns.ts";
import { deliveryWord, deliveryWords, outcomeWords, replyWord, replyWords } from "../../lib/outcome-words.ts";

const outcomes = Object.keys(outcomeWords) as readonly RecipientOutcome[];
const deliveries = Object.keys(deliveryWords) as readonly Delivery[];
const replies = Object.keys(replyWords) as readonly Reply[];

/** Reads the query of a campaign's address; words that mean nothing are left out. */
export function readRecipientFilter(query: Readonly<Record<string, string>>): RecipientFilter {
  const outcome = listOf(query["outcome"], outcomes);
  const delivery = listOf(query["delivery"], deliveries);
  const reply = listOf(query["reply"], replies);
  const ring = /^\d{1,4}$/.test(query["ring"] ?? "") ? Number(query["ring"]) : undefined;
  const { reason, search } = query;
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(reply === undefined ? {} : { reply }),
    ...(ring === undefined ? {} : { ring }),
    ...(reason === undefined || reason === "" ? {} : { reason }),
    ...(search === undefined || search.trim() === "" ? {} : { search: search.slice(0, 200) }),
  };
}

export function isFiltered(filter: RecipientFilter): boolean {
  return Object.keys(filter).length > 0;
}

function listOf<T extends string>(text: string | undefined, known: readonly T[]): T[] | undefined {
  const found = known.filter((word) => (text ?? "").split(",").includes(word));
  return found.length === 0 ? undefined : found;
}

/** As it stands in the query; undefined removes it. */
export function writeList(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join(",");
}

const kinds: Readonly<Partial<Record<string, string>>> = {
  sending: t(($) => $.campaigns.recipientEvents.sending),
  accepted: t(($) => $.campaigns.recipientEvents.accepted),
  refused: t(($) => $.campaigns.recipientEvents.refused),
  unknown: t(($) => $.campaigns.recipientEvents.unknown),
  found: t(($) => $.campaigns.recipientEvents.found),
  "not-sent": t(($) => $.campaigns.recipientEvents.notSent),
  "proven-not-sent": t(($) => $.campaigns.recipientEvents.provenNotSent),
  interrupted: t(($) => $.campaigns.recipientEvents.interrupted),
  retry: t(($) => $.campaigns.recipientEvents.retry),
  cancelled: t(($) => $.campaigns.recipientEvents.cancelled),
};

/** A recorded step of a recipient; what a newer core calls otherwise keeps its own word. */
export function stepWords(kind: string, code: string | undefined): string {
  if (kind === "delivery")
    return t(($) => $.campaigns.recipientEvents.delivery, { status: deliveryWord(code ?? "unknown").text });
  if (kind === "reply")
    return t(($) => $.campaigns.recipientEvents.reply, { status: replyWord(code ?? "unknown").text });
  const event = kinds[kind] ?? kind;
  return code === undefined ? event : t(($) => $.campaigns.recipientEvents.withCode, { event, code });
}
