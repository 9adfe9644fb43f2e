/** The six collections, each with its records, its remembered selections and its page limits. */
import { Collection } from "./collection.ts";
import { endpointSource } from "./endpoint-source.ts";
import type { Settings } from "./options.ts";
import type { PageLimits } from "./paging.ts";
import { Selector } from "./selection.ts";

export interface FleetCollection {
  readonly records: Collection;
  readonly selector: Selector;
  readonly limits: PageLimits;
}

export const collectionNames = ["endpoint"] as const;
export type CollectionName = (typeof collectionNames)[number];
export type Fleet = Readonly<Record<CollectionName, FleetCollection>>;

export function createFleet(settings: Settings): Fleet {
  const collection = (records: Collection, byDefault: number, maximum: number): FleetCollection => ({
    records,
    selector: new Selector(records),
    limits: { byDefault, maximum },
  });
  return { endpoint: collection(new Collection(endpointSource(settings)), 1000, 1000) };
}
