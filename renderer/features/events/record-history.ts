/** Merges a record's events, messages and changes between syncs into one history. Pure. */
import { t } from "#shared/texts/text.ts";
import type { HistoryItem, HistorySource } from "#shared/contract/events/events.ts";
import type { Coverage, EventScope, FleetEvent } from "#shared/contract/events/event-schemas.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { olderGap } from "./events-request.ts";
import { type Address, formatAddress, withQuery } from "../../lib/address.ts";
import { formatOpen, type RecordKey } from "../../lib/records.ts";

/** A refresh within this time counts as current. */
const freshMs = 60_000;

type Change = Extract<HistoryItem, { readonly source: "change" }>["change"];

export const historySourceLabels: Readonly<Record<HistorySource, string>> = {
  event: t(($) => $.events.history.events),
  sms: t(($) => $.events.history.sms),
  change: t(($) => $.events.history.changes),
};

/** The list of events of a record; some collections have none. */
export function scopeOfRecord({ collection, id }: RecordKey): Exclude<EventScope, { readonly of: "all" }> | undefined {
  return collection === "imsi" || collection === "tariff_plan" ? undefined : { of: collection, id };
}

/** Only endpoints have messages. */
export function sourcesOf(collection: Collection): readonly HistorySource[] {
  return collection === "endpoint" ? ["event", "sms", "change"] : ["event", "change"];
}

/** The selected sources of an address, in display order; all if none or no valid one is selected. */
export function readSources(text: string | undefined, collection: Collection): readonly HistorySource[] {
  const offered = sourcesOf(collection);
  const selected = offered.filter((source) => (text ?? "").split(",").includes(source));
  return selected.length === 0 ? offered : selected;
}

/** The value for the address; undefined if all are selected. */
export function writeSources(selected: readonly HistorySource[], collection: Collection): string | undefined {
  return selected.length === 0 || selected.length === sourcesOf(collection).length ? undefined : selected.join(",");
}

/**
 * Newest first. While older events are still to be loaded, changes older than the last loaded event are withheld, so that rows are
 * only appended; at the same time, events precede changes.
 */
export function mergeHistory(
  events: readonly FleetEvent[],
  changes: readonly Change[],
  moreEvents: boolean,
): readonly HistoryItem[] {
  const oldest = moreEvents ? (events.at(-1)?.at ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY;
  const lines: readonly HistoryItem[] = [
    ...events.map((event) => ({ source: "event" as const, key: event.key, at: event.at, event })),
    ...changes
      .filter(({ at }) => at >= oldest)
      .map((change) => ({ source: "change" as const, key: String(change.snapshot), at: change.at, change })),
  ];
  return lines.toSorted((a, b) => b.at - a.at);
}

/** The page of a history row: the events, the message thread, or the changes between syncs. */
export function placeOf(item: HistoryItem, of: RecordKey, here: Address): string {
  switch (item.source) {
    case "event": {
      const query = { of: of.collection, id: of.id, event: item.key };
      return `#${formatAddress({ path: ["events"], query })}`;
    }
    case "sms":
      return `#${formatAddress(withQuery(here, { tab: "messages", sources: undefined }))}`;
    case "change": {
      const { snapshot } = item.change;
      const open = formatOpen(of);
      const query: Record<string, string> = snapshot > 1 ? { since: `snapshot:${snapshot - 1}`, open } : { open };
      return `#${formatAddress({ path: ["changes", of.collection], query })}`;
    }
  }
}

/** Whether the coverage of a record's events is too old or too small to show without a refresh. */
export function isStale({ spans, notOfferedAt, ...coverage }: Coverage, now: number): boolean {
  if (notOfferedAt !== undefined) return false;
  const newest = spans.at(-1)?.newest ?? Number.NEGATIVE_INFINITY;
  return newest < now - freshMs || olderGap({ spans, ...coverage }, now) !== undefined;
}
