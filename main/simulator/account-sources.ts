/** The seeded organisations, users and tariff plans: few, with the irregular types of the live service (docs/service-facts.md#organisation). */
import { idField, type RecordSource } from "./collection.ts";
import { formatDate } from "./dates.ts";
import { fixedShape } from "./endpoint-source.ts";
import { at, type Field, field, keyOf } from "./field.ts";
import type { JsonObject } from "./json.ts";
import type { Settings } from "./options.ts";
import { mix, pick } from "./random.ts";
import { tariffProfiles } from "./fixtures.ts";
import { organisation } from "./tokens.ts";

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

export function organisationSource(settings: Settings): RecordSource {
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
    text("name", "wildcard"),
    text("ext_reference", "wildcard"),
    text("created", "wildcard"),
  ];
  return { name: "organisation", count: 40, firstId: organisation.id, fields, make };
}

export function userSource(settings: Settings): RecordSource {
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
    text("username", "wildcard"),
    text("name", "wildcard"),
    liveOnly(field("status", "exact", (record) => keyOf(at(record, "status", "id")))),
    liveOnly(field("organisation", "exact", (record) => keyOf(at(record, "organisation", "id")))),
    liveOnly(text("created", "wildcard")),
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

export function tariffPlanSource(): RecordSource {
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
    text("notes", "wildcard"),
    text("name", "wildcard"),
    text("description", "wildcard"),
  ];
  return { name: "tariff_plan", count: 12, firstId: firstTariffPlanId, fields, make };
}

function text(name: string, match: Field["match"]): Field {
  return field(name, match, (record) => keyOf(record[name]));
}

/** A field that the specification does not list for this collection. */
function liveOnly(standard: Field): Field {
  return { ...standard, spec: [] };
}
