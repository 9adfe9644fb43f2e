/** The properties of each seeded endpoint. */
import { chance, mix, pick } from "./values.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Every value depends on the seed and the slot alone. */
export interface Fixtures {
  name(slot: number): string;
  tags(slot: number): string | null;
  disabled(slot: number): boolean;
  /** Status of the SIM in the endpoint record; 1 activated, 2 suspended. */
  simStatus(slot: number): number;
  /** Status of the SIM in the list of SIMs; 0 for one in stock. */
  simStatusInList(slot: number): number;
  imei(slot: number): string | null;
  ip(slot: number): string | null;
  profile(slot: number): Named;
  tariff(slot: number): Named;
}

/** Everything except the numbers printed on the device. */
export type Particulars = Omit<Fixtures, "imei" | "ip">;

export const firstProfileId = 901;
export const firstTariffProfileId = 951;
export const tariffProfiles = ["Europe", "Europe plus", "World", "Pilot"] as const;
export const seededProfiles = ["Trackers", "Meters", "Vending"] as const;

/** Every 50th endpoint has no SIM. */
export const hasSim = (slot: number): boolean => slot % 50 !== 49;

// A fleet of several customers: each has its own naming scheme and tags, and some devices are disabled.

interface Kind {
  readonly short: string;
  readonly word: string;
  readonly tag: string;
  readonly profile: Named;
}

/** The fourth, "Metered SMS", is between the seeded three and these; a few endpoints use it. */
const meteredProfile: Named = { id: 904, name: "Metered SMS" };
const trackers: Kind = { short: "TRK", word: "Tracker", tag: "tracker", profile: { id: 901, name: "Trackers" } };
const meters: Kind = { short: "MTR", word: "Meter", tag: "meter", profile: { id: 902, name: "Meters" } };
const vending: Kind = { short: "VND", word: "Automat", tag: "vending", profile: { id: 903, name: "Vending" } };
const alarms: Kind = { short: "ALM", word: "Alarm", tag: "alarm", profile: { id: 905, name: "Alarm lines" } };
const chargers: Kind = { short: "EVC", word: "Charger", tag: "charger", profile: { id: 906, name: "Charging points" } };
const reefers: Kind = { short: "RFR", word: "Kühlbox", tag: "reefer", profile: { id: 907, name: "Cold chain" } };
/** Service profiles in addition to the permanent ones, in order of their ids. */
export const furtherProfiles: readonly string[] = ["Alarm lines", "Charging points", "Cold chain"];

interface City {
  readonly name: string;
  readonly short: string;
  readonly region: string;
}

const cities: readonly City[] = [
  { name: "Hamburg", short: "HAM", region: "north" },
  { name: "Bremen", short: "BRE", region: "north" },
  { name: "København", short: "CPH", region: "north" },
  { name: "Oslo", short: "OSL", region: "north" },
  { name: "Berlin", short: "BER", region: "east" },
  { name: "Poznań", short: "POZ", region: "east" },
  { name: "Wien", short: "VIE", region: "east" },
  { name: "Köln", short: "CGN", region: "west" },
  { name: "Rotterdam", short: "RTM", region: "west" },
  { name: "Lille", short: "LIL", region: "west" },
  { name: "München", short: "MUC", region: "south" },
  { name: "Zürich", short: "ZRH", region: "south" },
  { name: "Lyon", short: "LYS", region: "south" },
  { name: "Milano", short: "MIL", region: "south" },
  { name: "València", short: "VLC", region: "iberia" },
  { name: "Porto", short: "OPO", region: "iberia" },
];

interface Customer {
  readonly tag: string;
  readonly kinds: readonly Kind[];
  readonly name: (kind: Kind, city: City, number: string) => string;
}

const customers: readonly Customer[] = [
  { tag: "harbour", kinds: [trackers, trackers, reefers], name: (kind, city, n) => `${city.short}-${kind.short}-${n}` },
  { tag: "alpine-water", kinds: [meters], name: (_kind, city, n) => `meter.${technicalName(city.name)}.${n}` },
  { tag: "vending-north", kinds: [vending], name: (_kind, city, n) => `Automat ${city.name} ${n}` },
  { tag: "elan", kinds: [chargers, trackers], name: (kind, city, n) => `Élan ${kind.word} ${city.name} ${n}` },
  { tag: "ostwind", kinds: [meters, alarms], name: (kind, city, n) => `${kind.word}_${city.short}_${n}` },
  {
    tag: "city-lights",
    kinds: [meters, alarms],
    name: (kind, city, n) => `cl-${technicalName(city.name)}-${kind.tag}-${n}`,
  },
];

const marks = ["pilot", "night", "leased", "service-due", "replaced"] as const;
const tariffs: readonly Named[] = [
  { id: 951, name: "Europe" },
  { id: 951, name: "Europe" },
  { id: 951, name: "Europe" },
  { id: 952, name: "Europe plus" },
  { id: 952, name: "Europe plus" },
  { id: 953, name: "World" },
  { id: 954, name: "Pilot" },
];

export function createRealisticFixtures(seed: number): Particulars {
  const customerOf = (slot: number): Customer => pick(customers, mix(seed, slot, 61));
  const cityOf = (slot: number): City => pick(cities, mix(seed, slot, 62));
  const kindOf = (slot: number): Kind => pick(customerOf(slot).kinds, mix(seed, slot, 63));
  const disabled = (slot: number): boolean => chance(seed, slot, 64) < 0.06;
  /** Most disabled endpoints have a suspended SIM; of the others one in eighty. */
  const suspended = (slot: number): boolean => chance(seed, slot, 65) < (disabled(slot) ? 0.6 : 0.0125);
  const simStatus = (slot: number): number => (suspended(slot) ? 2 : 1);
  return {
    disabled,
    simStatus,
    simStatusInList: (slot) => (hasSim(slot) ? simStatus(slot) : 0),
    name: (slot) => customerOf(slot).name(kindOf(slot), cityOf(slot), String(slot + 1).padStart(5, "0")),
    tags: (slot) => {
      const draw = chance(seed, slot, 66);
      // Endpoints without tags.
      if (draw < 0.04) return draw < 0.01 ? "" : null;
      const own = [cityOf(slot).region, kindOf(slot).tag, customerOf(slot).tag];
      return [...own, ...(draw > 0.8 ? [pick(marks, mix(seed, slot, 67))] : [])].join(",");
    },
    profile: (slot) => (chance(seed, slot, 68) < 0.02 ? meteredProfile : kindOf(slot).profile),
    tariff: (slot) => pick(tariffs, mix(seed, slot, 69)),
  };
}

/** A place name as part of a technical name. */
function technicalName(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("ń", "n").toLowerCase();
}
