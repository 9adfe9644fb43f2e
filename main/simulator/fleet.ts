/** The six collections, each with its records, its cached selections and its page limits. */
import {
  type RecordSource,
  Collection,
  idField,
  liveOnly,
  referenceField,
  textField,
  type PageLimits,
  type Field,
  type Key,
  type Condition,
  type SortKey,
  compareKeys,
  isExact,
  orderBy,
  matcher,
} from "./collection.ts";
import { endpointSource, fixedShape, imsiSource, simSource } from "./fleet-source.ts";
import { imeiOf, ipAddressOf, mix, pick, formatDate, type JsonObject } from "./values.ts";
import type { Settings } from "./options.ts";
import {
  type Fixtures,
  type Particulars,
  createRealisticFixtures,
  firstProfileId,
  firstTariffProfileId,
  hasSim,
  seededProfiles,
  tariffProfiles,
} from "./fixtures.ts";
import { organisation } from "./accounts.ts";

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

const kinds = ["van", "meter", "pump", "vending", "Alarm", "van", "meter", "Kühlbox"] as const;
const tags: readonly (string | null)[] = [
  "north",
  "north,fridge",
  "south",
  "south,night",
  "east",
  "West",
  "west,fridge,pilot",
  "",
  null,
];
const profiles = seededProfiles.map((name, index) => ({ id: firstProfileId + index, name }));
const tariffs = tariffProfiles.map((name, index) => ({ id: firstTariffProfileId + index, name }));

/** Few words in every combination; tests rely on them, so they never change. */
function createPlainFixtures(seed: number): Particulars {
  const kindOf = (slot: number): string => (slot === 16 ? "van" : pick(kinds, mix(seed, slot, 1)));
  return {
    name: (slot) => `${kindOf(slot)}-${String(slot + 1).padStart(5, "0")}`,
    tags: (slot) => pick(tags, mix(seed, slot, 2)),
    disabled: (slot) => mix(seed, slot, 3) % 33 === 0,
    simStatus: () => 1,
    // Every 60th assigned SIM is suspended although its endpoint is enabled, which is valid.
    simStatusInList: (slot) => (hasSim(slot) ? (mix(seed, slot, 21) % 60 === 0 ? 2 : 1) : 0),
    profile: (slot) => pick(profiles, mix(seed, slot, 8)),
    tariff: (slot) => pick(tariffs, mix(seed, slot, 9)),
  };
}

const remembered = 12;

/** The slots that a filter and a sort select, with the last results cached so that paging does not repeat the work. */
class Selector {
  readonly #collection: Collection;
  readonly #answers = new Map<string, Int32Array>();
  #version = -1;

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** Existing slots in the requested order; the texts are the key of the cached result. */
  select(conditions: readonly Condition[], keys: readonly SortKey[], q: string, sort: string): Int32Array {
    return this.#remember(`${sort}?${q}`, () => {
      if (conditions.length === 0) return this.#ordered(this.#collection.slots(), keys);
      const tests = conditions.map(({ field, criterion }) => ({
        field,
        test: matcher(field.match, criterion),
      }));
      const matching = this.#candidates(conditions).filter((slot) =>
        tests.every(({ field, test }) => test(this.#collection.key(field, slot))),
      );
      return this.#ordered(matching, keys);
    });
  }

  /** A subset of the slots where one condition can be answered from an ordered column. */
  #candidates(conditions: readonly Condition[]): Int32Array {
    for (const { field, criterion } of conditions) {
      const { match } = field;
      if (match === "wildcard" || criterion === "null") continue;
      if (field.live.includes("id")) return Int32Array.from(this.#byId(criterion));
      if (match !== "exact") return this.#prefixRange(field, criterion, isExact(match, criterion));
    }
    return this.#collection.slots();
  }

  #byId(criterion: string): number[] {
    const slot = this.#collection.slotOf(Number(criterion));
    return slot === undefined ? [] : [slot];
  }

  #prefixRange(field: Field, prefix: string, exact: boolean): Int32Array {
    const name = field.spec[0] ?? field.live[0] ?? "";
    const order = this.#remember(`${name}?`, () =>
      this.#ordered(this.#collection.slots(), [{ field, descending: false }]),
    );
    const keyAt = (index: number): Key => this.#collection.key(field, order[index] ?? 0);
    const first = lowerBound(order.length, (index) => compareKeys(keyAt(index), prefix) >= 0);
    const past = (key: Key): boolean => (exact ? compareKeys(key, prefix) > 0 : !String(key).startsWith(prefix));
    const end = lowerBound(order.length, (index) => index >= first && past(keyAt(index)));
    return order.slice(first, end).sort();
  }

  /** Equal keys keep id order in both directions, which the stable sort of slots in id order gives. */
  #ordered(slots: Int32Array, keys: readonly SortKey[]): Int32Array {
    if (keys.length === 0) return slots;
    const order = orderBy<number>(keys, (field) => {
      const column = Array.from(slots, (slot) => this.#collection.key(field, slot));
      return (position) => column[position];
    });
    const positions = Int32Array.from(slots, (_, index) => index).sort(order);
    return positions.map((position) => slots[position] ?? 0);
  }

  #remember(key: string, compute: () => Int32Array): Int32Array {
    if (this.#version !== this.#collection.version) this.#answers.clear();
    this.#version = this.#collection.version;
    const answer = this.#answers.get(key) ?? compute();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > remembered && oldest.done !== true) this.#answers.delete(oldest.value);
    return answer;
  }
}

/** The first index in [0, length) for which the monotonic predicate `holds` is true; `length` when there is none. */
function lowerBound(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The seeded organisations, users and tariff plans: few, with the irregular types of the live service (docs/service-facts.md#organisation).

const customers = [
  "Harbour Logistics",
  "Alpine Water",
  "Vending North",
  "Élan Mobility",
  "city lights",
  "Ostwind Solar",
] as const;
/** Names for a realistic fleet; their number is the number of organisations. */
const places = ["", "Nord", "Süd", "Iberia", "Benelux", "Polska", "Österreich"] as const;
const people = ["Ada Moreno", "Björn Falk", "Chen Wei", "dora klein", "Emil Novak", "Fatma Yıldız"] as const;
const userStatuses = ["Activation Pending", "Active", "Suspended"] as const;
const roles = ["Administrator", "User", "Observer"] as const;
const dayMs = 86_400_000;
const foundedAt = Date.UTC(2021, 5, 1, 10);
const firstUserId = 6001;
const firstTariffPlanId = 301;

function organisationSource(settings: Settings): RecordSource {
  const { seed } = settings;
  const make = (slot: number): JsonObject => ({
    id: organisation.id + slot,
    name: slot === 0 ? organisation.name : settings.realistic ? customerName(slot) : `${pick(customers, slot)} ${slot}`,
    ext_reference: slot % 3 === 0 ? null : `C-${String(mix(seed, slot, 31) % 90_000).padStart(5, "0")}`,
    class: { id: 0, description: "Commercial" },
    type: { id: 4, description: "Enterprise" },
    country: { id: 74, name: "Germany", country_code: "49", mcc: "262", iso_code: "de" },
    status: { id: 0, description: "Enabled" },
    monthly_cost_limit: slot % 4 === 0 ? null : 500 + slot,
    currency: { id: 1, code: "EUR", symbol: "€" },
    created: formatDate(foundedAt + slot * 37 * dayMs, fixedShape(settings)),
  });
  const fields = [
    idField(organisation.id),
    textField("name", "wildcard"),
    textField("ext_reference", "wildcard"),
    textField("created", "wildcard"),
  ];
  return { name: "organisation", count: 40, firstId: organisation.id, fields, make };
}

function userSource(settings: Settings): RecordSource {
  const make = (slot: number): JsonObject => {
    const status = slot % 7 === 3 ? 2 : slot % 9 === 5 ? 0 : 1;
    return {
      id: firstUserId + slot,
      username: slot === 0 ? "operator@example.com" : settings.realistic ? mailOf(slot) : `User.${slot}@example.com`,
      name: settings.realistic ? personName(slot) : pick(people, mix(settings.seed, slot, 32)),
      created: formatDate(foundedAt + slot * 11 * dayMs, fixedShape(settings)),
      status: { id: status, description: userStatuses[status] },
      organisation: { ...organisation },
      roles: [{ id: 1 + (slot % roles.length), name: roles[slot % roles.length] }],
    };
  };
  const fields = [
    liveOnly(idField(firstUserId)),
    textField("username", "wildcard"),
    textField("name", "wildcard"),
    liveOnly(referenceField("status")),
    liveOnly(referenceField("organisation")),
    liveOnly(textField("created", "wildcard")),
  ];
  return { name: "user", count: 25, firstId: firstUserId, fields, make };
}

const firstNames = ["Ada", "Björn", "Chen", "Dora", "Emil", "Fatma"] as const;
const lastNames = ["Moreno", "Falk", "Wei", "Klein", "Novak", "Yıldız", "Okafor"] as const;

/** Six and seven are coprime: the first 42 names are different. */
function personName(slot: number): string {
  return `${pick(firstNames, slot)} ${pick(lastNames, slot)}`;
}

function mailOf(slot: number): string {
  const plain = personName(slot).normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ı", "i");
  return `${plain.toLowerCase().replace(" ", ".")}@example.com`;
}

function customerName(slot: number): string {
  return `${pick(customers, slot)} ${pick(places, slot)}`.trim();
}

function tariffPlanSource(): RecordSource {
  const make = (slot: number): JsonObject => ({
    id: firstTariffPlanId + slot,
    name: `${tariffProfiles[slot % tariffProfiles.length]} ${slot % 2 === 0 ? "Pool" : "flat"} ${slot}`,
    description: slot % 3 === 0 ? "" : `Up to ${10 * slot} MB per SIM and month`,
    notes: slot % 4 === 0 ? "Ask before ordering" : null,
    rate: `${slot}.500000`,
    yearly_rate: `${slot * 10}.000000`,
    sim_activation_fee: "0.000000",
    max_active_sims: String(1000 * (slot + 1)),
    currency: { id: 1, code: "EUR", symbol: "€" },
    status: { id: 1, description: "Active" },
    used_count: String(slot),
  });
  const fields = [
    liveOnly(idField(firstTariffPlanId)),
    textField("notes", "wildcard"),
    textField("name", "wildcard"),
    textField("description", "wildcard"),
  ];
  return { name: "tariff_plan", count: 12, firstId: firstTariffPlanId, fields, make };
}
