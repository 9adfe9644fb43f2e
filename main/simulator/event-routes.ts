/** The five event lists. A foreign or unknown id gives an empty list, never 404 (docs/service-facts.md#errors). */
import { type EventScope, eventKinds, type EventKindName } from "./event-log.ts";
import {
  type JsonObject,
  type JsonValue,
  parseDate,
  luhnDigit,
  formatDate,
  firstEndpointId,
  firstSimId,
  ipAddressOf,
  chance,
  mix,
  pick,
} from "./values.ts";
import { planPage, at, idField, keyOf, orderBy, parseSort, referenceField, textField } from "./collection.ts";
import { type Reply, errorReply, jsonReply } from "./reply.ts";
import { type Call, type Routes, addressOf, type SimulatorState } from "./simulator-state.ts";
import { organisation } from "./accounts.ts";
import { isIP } from "node:net";
import { fixedShape, simPart, simStatuses } from "./fleet-source.ts";
import { hasSim } from "./fixtures.ts";

type Scope = (state: SimulatorState, id: number) => EventScope | undefined;

const scopes: Readonly<Record<string, Scope>> = {
  endpoint: (state, id) => slotScope(state.fleet.endpoint.records.slotOf(id)),
  sim: (state, id) => slotScope(state.fleet.sim.records.slotOf(id)),
  organisation: (_state, id) => (id === organisation.id ? { of: "all" } : undefined),
  user: (_state, id) => ({ of: "user", id }),
};

export const eventRoutes: Routes = {
  "GET event": { operation: "event.list", run: (state, call) => list(state, call, { of: "all" }) },
  "GET event/type": { operation: "lookup", run: () => jsonReply(200, Object.values(eventKinds).map(kindEntry)) },
  ...Object.fromEntries(
    Object.entries(scopes).map(([name, scope]) => [
      `GET ${name}/:/event`,
      {
        operation: `${name}.events`,
        run: (state: SimulatorState, call: Call): Reply => list(state, call, scope(state, call.ids[0] ?? -1)),
      },
    ]),
  ),
};

const limits = { byDefault: 100, maximum: 1000 };
/** Added to every id to exceed the range of a JavaScript number; odd, so that rounding shows. */
const bigOffset = 9_007_199_254_740_993n;

function list(state: SimulatorState, call: Call, scope: EventScope | undefined): Reply {
  const url = addressOf(state, call);
  const q = url.searchParams.get("q") ?? "";
  const sort = url.searchParams.get("sort") ?? "";
  const filter = eventFilter(q);
  if (!filter.ok) return errorReply(422, 1301, filter.message);
  const order = eventOrder(sort);
  if (!order.ok) return errorReply(400, 1302, order.message);
  const indexes = scope === undefined ? [] : state.events.inScope(scope);
  const plain = q === "" && (sort === "" || sort === "id");
  const record = (index: number): JsonObject => state.events.record(index);
  const matches = plain ? undefined : indexes.map(record).filter(filter.value).sort(order.value);
  const page = planPage(url, matches?.length ?? indexes.length, limits, state.settings.oddities);
  const end = page.offset + page.count;
  const items = matches?.slice(page.offset, end) ?? indexes.slice(page.offset, end).map(record);
  return jsonReply(200, state.settings.oddities.bigEventIds === true ? items.map(withBigId) : items, page.headers);
}

function slotScope(slot: number | undefined): EventScope | undefined {
  return slot === undefined ? undefined : { of: "endpoint", slot };
}

function kindEntry({ id, description }: (typeof eventKinds)[keyof typeof eventKinds]): JsonObject {
  return { id, description };
}

function withBigId(event: JsonObject): JsonObject {
  return { ...event, id: rawNumber(String(bigOffset + BigInt(Number(event["id"])))) };
}

/** A number written exactly as given; not yet in TypeScript's library. */
function rawNumber(digits: string): JsonValue {
  return (JSON as unknown as { rawJSON(text: string): JsonValue }).rawJSON(digits);
}

// Filters of event lists: terms, dates and addresses rather than the rules of the other collections.

type Test = (event: JsonObject) => boolean;
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const mostAlternatives = 6;
const reject = (message: string): { readonly ok: false; readonly message: string } => ({ ok: false, message });

/** The terms that match an event, lower-cased; numbers as text. */
const terms: Readonly<Record<string, (event: JsonObject) => string[]>> = {
  id: (event) => texts(event["id"]),
  tags: (event) => texts(at(event, "endpoint", "tags")).flatMap((tags) => tags.split(",").map((tag) => tag.trim())),
  severity: (event) => texts(at(event, "event_severity", "id")),
  source: (event) => texts(at(event, "event_source", "id")),
  type: (event) => texts(at(event, "event_type", "id")),
  endpoint: (event) => texts(at(event, "endpoint", "id"), at(event, "endpoint", "name")),
  organisation: (event) => texts(at(event, "organisation", "id"), at(event, "organisation", "name")),
  user: (event) => texts(at(event, "user", "id"), at(event, "user", "username"), at(event, "user", "name")),
  ip_address: (event) => texts(at(event, "endpoint", "ip_address")),
  imei: (event) => texts(at(event, "endpoint", "imei")),
  iccid: (event) => texts(at(event, "sim", "iccid")),
  iccid_with_luhn: (event) => texts(at(event, "sim", "iccid")).map((iccid) => iccid + luhnDigit(iccid)),
  imsi: (event) => texts(at(event, "imsi", "imsi")),
  // The live service supports these three; no generated event has them.
  network: () => [],
  rat: () => [],
  country: () => [],
  alert: (event) => (event["alert"] === true ? ["true", "1"] : ["false", "0"]),
};

/** A predicate for all pairs of `q` combined. */
function eventFilter(q: string): Read<Test> {
  const tests: Test[] = [];
  const range: { from?: number; until?: number } = {};
  for (const pair of q === "" ? [] : q.split(",")) {
    const colon = pair.indexOf(":");
    const name = pair.slice(0, Math.max(0, colon));
    const criterion = pair.slice(colon + 1).toLowerCase();
    if (colon < 1 || criterion === "") return reject(`"${pair}" is not a pair of field and criterion.`);
    if (name === "from" || name === "until") {
      const moment = parseDate(criterion.toUpperCase());
      if (moment === undefined) return reject(`"${criterion}" is not a date such as 2031-04-02T09:15:00Z.`);
      range[name] = moment;
      continue;
    }
    const test = termTest(name, criterion);
    if (!test.ok) return test;
    tests.push(test.value);
  }
  const { from, until } = range;
  if ((from === undefined) !== (until === undefined)) return reject("from and until are only taken together.");
  if (from !== undefined && until !== undefined) {
    tests.push((event) => {
      const time = Date.parse(String(keyOf(event["timestamp"])).toUpperCase());
      return time >= from && time <= until;
    });
  }
  return { ok: true, value: (event) => tests.every((test) => test(event)) };
}

function termTest(name: string, criterion: string): Read<Test> {
  if (name === "description") return { ok: true, value: textTest(criterion) };
  const read = Object.hasOwn(terms, name) ? terms[name] : undefined;
  if (read === undefined) return reject(`The field "${name}" cannot be filtered by.`);
  const alternatives = criterion.split("|");
  if (alternatives.length > mostAlternatives)
    return reject(`The field "${name}" takes up to ${mostAlternatives} values.`);
  if (name === "ip_address" && !alternatives.every((address) => isIP(address) !== 0))
    return reject(`"${criterion}" is not an IP address.`);
  return { ok: true, value: (event) => read(event).some((term) => alternatives.includes(term)) };
}

/** Every word must occur; a word may end in `*`. */
function textTest(criterion: string): Test {
  const patterns = criterion.split(/\s+/).filter((word) => word !== "");
  return (event) => {
    const tokens = texts(event["description"]).flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
    return patterns.every((word) =>
      word.endsWith("*") ? tokens.some((text) => text.startsWith(word.slice(0, -1))) : tokens.includes(word),
    );
  };
}

const sortFields = [
  ...["id", "timestamp", "alert"].map((name) => textField(name, "exact")),
  ...["organisation", "user", "endpoint"].map((name) => referenceField(name)),
  ...["source", "severity", "type"].map((name) => referenceField(name, undefined, [`event_${name}`])),
  ...["tags", "ip_address"].map((name) => textField(name, "exact", undefined, ["endpoint", name])),
  textField("iccid", "exact", undefined, ["sim", "iccid"]),
  textField("imsi", "exact", undefined, ["imsi", "imsi"]),
];
const byId = { field: idField(0), descending: false };

/** A comparator of events; ties are ordered by id. */
function eventOrder(sort: string): Read<(a: JsonObject, b: JsonObject) => number> {
  const keys = parseSort(sort, sortFields);
  return keys.ok ? { ok: true, value: orderBy([...keys.value, byId], (field) => field.key) } : keys;
}

function texts(...values: readonly (JsonValue | undefined)[]): string[] {
  return values.map(keyOf).flatMap((key) => (key === undefined ? [] : [String(key)]));
}

// Generates activity in a fleet: selected by hash, so that the same seed gives the same sequence.

const commands = ["STATUS", "STATUS", "STATUS", "PING", "LOCATE", "VERSION", "REBOOT", "SET INTERVAL 900"] as const;
const senders = ["4915199000111", "4915199000222", "12345"] as const;
const statusTexts = [
  "BATTERY LOW 11%",
  "POWER RESTORED",
  "POWER LOST, ON BATTERY",
  "DOOR OPEN 14:02",
  "TEMP HIGH 8.4C",
  "TILT ALARM",
  "RESTARTED, WATCHDOG",
  "COIN BOX FULL",
] as const;
/** Frequent kinds are listed more than once. */
const kinds: readonly EventKindName[] = [
  "location",
  "gprsLocation",
  "gprsLocation",
  "contextCreated",
  "contextCreated",
  "contextCreated",
  "contextDeleted",
  "contextDeleted",
];
const newTags = ["service-due", "pilot", "replaced", "night", "inspected"] as const;

/** Half of the activity concerns the same few devices, so that some threads and histories are long. */
function pickSlot(state: SimulatorState, hash: number): number {
  const count = state.settings.endpoints;
  const range = hash % 2 === 0 ? Math.min(count, 240) : count;
  const slot = (hash >>> 1) % Math.max(1, range);
  return hasSim(slot) ? slot : slot - 1;
}

/** A command from another system of the customer. */
export function addSms(state: SimulatorState, step: number, now: number): void {
  const { seed } = state.settings;
  const slot = pickSlot(state, mix(seed, step, 71));
  state.sms.accept(slot, pick(senders, mix(seed, step, 72)), pick(commands, mix(seed, step, 73)), now);
  state.events.add("smsAccepted", slot, now);
}

/** An unsolicited message of a device. */
export function addDeviceMessage(state: SimulatorState, step: number, now: number): void {
  const { seed } = state.settings;
  state.messages.add(pickSlot(state, mix(seed, step, 74)), pick(statusTexts, mix(seed, step, 75)), now);
}

export function addNetworkEvents(state: SimulatorState, step: number, now: number): void {
  const { seed } = state.settings;
  const slot = pickSlot(state, mix(seed, step, 76));
  const kind = chance(seed, step, 77) < 0.02 ? "blocked" : pick(kinds, mix(seed, step, 78));
  state.events.add(kind, slot, now);
}

/** Changes one endpoint: its address, its tags, its status, or its SIM. */
export function changeFleet(state: SimulatorState, step: number, now: number): void {
  const { seed, endpoints } = state.settings;
  if (endpoints < 50) return;
  const slot = pickSlot(state, mix(seed, step, 81));
  const { records } = state.fleet.endpoint;
  const id = firstEndpointId + slot;
  if (records.slotOf(id) === undefined) return;
  const record = records.record(slot);
  const lastUpdated = formatDate(now, fixedShape(state.settings));
  const set = (values: Parameters<typeof records.change>[0]["set"]): void => {
    records.change({ id, set: { ...values, last_updated: lastUpdated } });
  };
  const draw = chance(seed, step, 82);
  if (draw < 0.5) set({ ip_address: ipAddressOf((slot + mix(seed, step, 83)) % 4_000_000) });
  else if (draw < 0.75) set({ tags: withTag(record["tags"], pick(newTags, mix(seed, step, 84))) });
  else if (draw < 0.92) {
    const isOn = at(record, "status", "id") === 0;
    set({ status: isOn ? { id: 1, description: "Disabled" } : { id: 0, description: "Enabled" } });
  } else swapSim(state, slot, mix(seed, step, 85), lastUpdated);
}

/** A SIM from stock replaces the assigned one, which is suspended and unassigned. */
function swapSim(state: SimulatorState, slot: number, hash: number, lastUpdated: string): void {
  const { endpoint, sim } = state.fleet;
  const stockSlots = Math.floor(state.settings.endpoints / 50);
  const stock = 50 * (hash % stockSlots) + 49;
  const before = at(endpoint.records.record(slot), "sim", "id");
  if (typeof before !== "number" || at(sim.records.record(stock), "endpoint", "id") !== undefined) return;
  const part = simPart(state.settings.seed, stock, 1);
  const activated = { id: 1, description: simStatuses[1] };
  endpoint.records.change({ id: firstEndpointId + slot, set: { last_updated: lastUpdated }, unset: ["sim"] });
  endpoint.records.change({ id: firstEndpointId + slot, set: { sim: part } });
  sim.records.change({
    id: firstSimId + stock,
    set: { status: activated, customer_org: { ...organisation }, endpoint: { id: firstEndpointId + slot } },
  });
  sim.records.change({
    id: before,
    set: { status: { id: 2, description: simStatuses[2] } },
    unset: ["endpoint"],
  });
}

/** Toggles: an endpoint that has the tag loses it. */
function withTag(tags: unknown, tag: string): string {
  const existing = typeof tags === "string" && tags !== "" ? tags.split(",") : [];
  return (existing.includes(tag) ? existing.filter((one) => one !== tag) : [...existing, tag]).join(",");
}
