/** Which links of a record to show, and how to format their counts. */
import { valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import { type Address, formatAddress } from "../../../lib/address.ts";
import { formatNumber, formatTime } from "#shared/format.ts";
import { collectionLabels, inSentence, type RecordKey, textAt } from "../../../lib/records.ts";

/** Links that a field of the record already shows. */
const ownLine: Readonly<Record<RecordKey["collection"], Readonly<Record<string, string>>>> = {
  endpoint: { sim: "sim" },
  sim: { endpoint: "endpoint", organisation: "customer_org" },
  imsi: { sim: "sim" },
  organisation: {},
  user: { organisation: "organisation" },
  tariff_plan: {},
};

/** The links that are not already shown by fields of the record. */
export function additionalLinks(
  { collection }: RecordKey,
  record: JsonRecord,
  links: readonly RecordLink[],
): readonly RecordLink[] {
  return links.filter(({ relation, items }) => {
    const path = ownLine[collection][relation];
    if (path === undefined) return true;
    const value = valueAt(record, path);
    const own = typeof value === "object" && value !== null ? textAt(record, `${path}.id`) : textAt(record, path);
    return items.some(({ id }) => id !== own);
  });
}

/** The organisation of a record, if its links include it. */
export function organisationIn(links: readonly RecordLink[]): string | undefined {
  return links.find(({ relation }) => relation === "organisation")?.items[0]?.id;
}

/** The count to show; undefined if the listed records are complete. */
export function figureOf({ state, total, items }: RecordLink): string | undefined {
  if (state !== "reported") return undefined;
  if (total === undefined) return undefined;
  if (total === 0) return t(($) => $.common.none);
  return total === items.length && total < 2 ? undefined : formatNumber(total);
}

/** The records to name: all of a few, the first of many. */
export function sampleOf({ items, total = items.length }: RecordLink): RecordLink["items"] {
  return total > items.length ? items.slice(0, 3) : items;
}

/** Why the count is unknown, in a word. */
export function unknownReason({ state, total }: RecordLink): string | undefined {
  switch (state) {
    case "reported":
      return total === undefined ? t(($) => $.common.unknown) : undefined;
    case "not-reported":
      return t(($) => $.common.unknown);
    case "never-read":
      return t(($) => $.common.notLoaded);
    case "not-offered":
      return t(($) => $.fleet.cache.notOffered);
  }
}

/** Fraction of the collection that the count is based on; undefined if complete. */
export function shareOf({ state, unique = 0, promised }: Completeness): string | undefined {
  if (state !== "partial") return undefined;
  return promised === undefined
    ? t(($) => $.fleet.links.partialCache, { count: unique })
    : t(($) => $.fleet.links.partialCacheOf, { count: unique, total: promised });
}

/** Link to the list of all of them, if it adds anything. */
export function wholeList({
  collection,
  list,
  total,
  items,
}: RecordLink): { readonly label: string; readonly href: string } | undefined {
  if (list === undefined || total === undefined || total === 0 || (total === items.length && total < 2))
    return undefined;
  const address: Address = { path: ["fleet", list.collection], query: { filter: list.filter } };
  const { many } = collectionLabels[list.collection];
  return {
    label:
      list.collection === collection
        ? t(($) => $.fleet.links.showInList, { collection: many })
        : t(($) => $.fleet.links.showOther, { collection: inSentence(many) }),
    href: `#${formatAddress(address)}`,
  };
}

/** "loaded at 17:58"; undefined if the data is from the cache. */
export function loadedAtText({ readAt }: RecordLink, now: number): string | undefined {
  return readAt === undefined ? undefined : t(($) => $.fleet.links.loadedAt, { time: formatTime(readAt, now) });
}
