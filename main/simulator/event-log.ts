/** Events: a seeded past and everything since, one number per column so that a million fit. Ids ascend with time. */
import { formatDate, type JsonObject, mix, pick } from "./values.ts";
import { at } from "./collection.ts";
import type { FleetCollection } from "./fleet.ts";
import type { Settings } from "./options.ts";
import { organisation } from "./accounts.ts";

// The kinds of events that this simulator creates, with the ids of the live service (docs/service-facts.md#events).

interface EventKind {
  readonly id: number;
  readonly description: string;
  /** 0 Info, 1 Warn, 2 Critical. */
  readonly severity: 0 | 1 | 2;
  /** 0 Network, 1 Policy Control, 2 API. */
  readonly source: 0 | 1 | 2;
  readonly text: string;
}

export const eventKinds = {
  smsAccepted: { id: 0, description: "Generic", severity: 0, source: 2, text: "MT SMS accepted for delivery." },
  location: { id: 1, description: "Update location", severity: 0, source: 0, text: "New location received from VLR." },
  gprsLocation: { id: 2, description: "Update GPRS location", severity: 0, source: 0, text: "New location from SGSN." },
  contextCreated: {
    id: 3,
    description: "Create PDP Context",
    severity: 0,
    source: 0,
    text: "New PDP Context activated.",
  },
  contextDeleted: {
    id: 5,
    description: "Delete PDP Context",
    severity: 0,
    source: 0,
    text: "PDP Context deactivated.",
  },
  blocked: { id: 11, description: "Endpoint blocked", severity: 2, source: 1, text: "Endpoint blocked by a limit." },
  secondFactor: { id: 14, description: "Multi-factor authentication", severity: 0, source: 2, text: "User signed in." },
  smsThreshold: {
    id: 20,
    description: "SMS quota threshold reached",
    severity: 1,
    source: 1,
    text: "SMS quota threshold reached.",
  },
  smsUsedUp: { id: 21, description: "SMS quota used up", severity: 2, source: 1, text: "SMS quota used up." },
  dataAssigned: { id: 56, description: "Data quota assigned", severity: 0, source: 2, text: "Data quota assigned." },
  dataDeleted: { id: 57, description: "Data quota deleted", severity: 0, source: 2, text: "Data quota deleted." },
  smsAssigned: { id: 58, description: "SMS quota assigned", severity: 0, source: 2, text: "SMS quota assigned." },
  smsDeleted: { id: 59, description: "SMS quota deleted", severity: 0, source: 2, text: "SMS quota deleted." },
} as const satisfies Readonly<Record<string, EventKind>>;
export type EventKindName = keyof typeof eventKinds;

const severityTexts = ["INFO", "WARN", "CRITICAL"] as const;
const sourceTexts = ["Network", "Policy Control", "API"] as const;

const firstEventId = 4_000_001;
/** The service stores events for 30 days. */
const historyMs = 30 * 86_400_000;
const mostSeeded = 2000;
const pastKinds: readonly EventKindName[] = [
  "location",
  "gprsLocation",
  "contextCreated",
  "contextDeleted",
  "contextCreated",
  "blocked",
];
/** Every tenth event of the past belongs to a user, not to an endpoint. */
const everyUser = 10;

export type EventScope =
  | { readonly of: "all" }
  | { readonly of: "endpoint"; readonly slot: number }
  | { readonly of: "user"; readonly id: number };

export class EventLog {
  readonly #kinds: EventKindName[] = [];
  readonly #slots: number[] = [];
  readonly #times: number[] = [];
  readonly #details = new Map<number, JsonObject>();
  readonly #userIds = new Map<number, number>();
  readonly #endpoints: FleetCollection;
  readonly #people: FleetCollection;

  constructor(
    { seed, history }: Pick<Settings, "seed" | "history">,
    startedAt: number,
    endpoints: FleetCollection,
    users: FleetCollection,
  ) {
    this.#endpoints = endpoints;
    this.#people = users;
    // The generated history replaces these.
    const seeded = history ? 0 : Math.min(mostSeeded, 2 * endpoints.records.size);
    for (let index = 0; index < seeded; index += 1) {
      const byUser = index % everyUser === 4;
      const time = startedAt - historyMs + Math.floor(((index + 1) * historyMs) / (seeded + 1));
      if (byUser) this.#userIds.set(index, users.records.idOf(mix(seed, index, 51) % users.records.size));
      this.add(byUser ? "secondFactor" : pick(pastKinds, mix(seed, index, 52)), byUser ? -1 : index >> 1, time);
    }
  }

  get count(): number {
    return this.#kinds.length;
  }

  add(kind: EventKindName, slot: number, time: number, detail?: JsonObject): void {
    if (detail !== undefined) this.#details.set(this.#kinds.length, detail);
    this.#kinds.push(kind);
    this.#slots.push(slot);
    this.#times.push(time);
  }

  idOf(index: number): number {
    return firstEventId + index;
  }

  /** Indexes in ascending order. */
  inScope(scope: EventScope): number[] {
    const all = Array.from({ length: this.count }, (_, index) => index);
    if (scope.of === "endpoint") return all.filter((index) => this.#slots[index] === scope.slot);
    return scope.of === "user" ? all.filter((index) => this.#userIds.get(index) === scope.id) : all;
  }

  record(index: number): JsonObject {
    const kind = eventKinds[this.#kinds[index] ?? "location"];
    const slot = this.#slots[index] ?? -1;
    const userId = this.#userIds.get(index);
    return {
      id: this.idOf(index),
      timestamp: formatDate(this.#times[index] ?? 0, "zulu"),
      alert: kind.severity === 2,
      description: kind.text,
      event_type: { id: kind.id, description: kind.description },
      // The live service uses both spellings of the name.
      event_source:
        index % 2 === 0
          ? { id: kind.source, description: sourceTexts[kind.source] }
          : { id: kind.source, name: sourceTexts[kind.source] },
      event_severity: { id: kind.severity, description: severityTexts[kind.severity] },
      organisation: { ...organisation },
      ...(slot < 0 ? {} : this.#endpointFields(slot)),
      ...(userId === undefined ? {} : { user: this.#userPart(userId) }),
      detail: this.#details.get(index) ?? {},
    };
  }

  #endpointFields(slot: number): JsonObject {
    const record = this.#endpoints.records.record(slot);
    const { id, name, tags, ip_address, imei } = record;
    const endpoint = { id, name, tags, ip_address, imei };
    const simId = at(record, "sim", "id");
    if (simId === undefined) return { endpoint };
    const sim = { id: simId, iccid: at(record, "sim", "iccid") };
    return { endpoint, sim, imsi: { imsi: at(record, "sim", "imsi") } };
  }

  #userPart(id: number): JsonObject {
    const slot = this.#people.records.slotOf(id);
    const record = slot === undefined ? {} : this.#people.records.record(slot);
    return { id, username: record["username"], name: record["name"] };
  }
}
