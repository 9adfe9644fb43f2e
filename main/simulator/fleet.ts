/** The six collections, each with its records, its cached selections and its page limits. */
import { organisationSource, tariffPlanSource, userSource } from "./account-sources.ts";
import { Collection, type RecordSource } from "./collection.ts";
import { endpointSource } from "./endpoint-source.ts";
import { imeiOf, ipAddressOf } from "./identifiers.ts";
import type { Settings } from "./options.ts";
import type { PageLimits } from "./paging.ts";
import { createPlainFixtures } from "./plain-fixtures.ts";
import { mix } from "./random.ts";
import { createRealisticFixtures } from "./realistic-fixtures.ts";
import type { Fixtures } from "./fixtures.ts";
import { Selector } from "./selection.ts";
import { imsiSource, simSource } from "./sim-source.ts";

export interface FleetCollection {
  readonly records: Collection;
  readonly selector: Selector;
  readonly limits: PageLimits;
}

export const collectionNames = ["endpoint", "sim", "imsi", "organisation", "user", "tariff_plan"] as const;
export type CollectionName = (typeof collectionNames)[number];
export type Fleet = Readonly<Record<CollectionName, FleetCollection>>;

/** Defaults and maxima of endpoints and SIMs are those of the live service, the others are ours (docs/service-facts.md#lists). */
export function createFleet(settings: Settings): Fleet {
  const fixtures = createFixtures(settings);
  return {
    endpoint: collection(endpointSource(settings, fixtures), 1000, 1000),
    sim: collection(simSource(settings, fixtures), 2000, 2500),
    imsi: collection(imsiSource(settings, fixtures), 1000, 1000),
    organisation: collection(organisationSource(settings), 100, 1000),
    user: collection(userSource(settings), 100, 1000),
    tariff_plan: collection(tariffPlanSource(), 100, 1000),
  };
}

/** Numbers printed on devices are the same in all fixtures. */
function createFixtures({ seed, realistic }: Settings): Fixtures {
  return {
    ...(realistic ? createRealisticFixtures(seed) : createPlainFixtures(seed)),
    imei: (slot) => (mix(seed, slot, 6) % 10 === 0 ? null : imeiOf(seed, slot)),
    ip: (slot) => (mix(seed, slot, 7) % 40 === 0 ? null : ipAddressOf(slot)),
  };
}

function collection(source: RecordSource, byDefault: number, maximum: number): FleetCollection {
  const records = new Collection(source);
  return { records, selector: new Selector(records), limits: { byDefault, maximum } };
}
