/** Generates activity in a fleet: selected by hash, so that the same seed gives the same sequence. */
import type { EventKindName } from "./event-log.ts";
import { at } from "./field.ts";
import { formatDate } from "./dates.ts";
import { fixedShape, simPart } from "./endpoint-source.ts";
import { firstEndpointId, firstSimId, ipAddressOf } from "./identifiers.ts";
import { chance, mix, pick } from "./random.ts";
import { hasSim } from "./fixtures.ts";
import { simStatuses } from "./sim-statuses.ts";
import { organisation } from "./tokens.ts";
import type { SimulatorState } from "./simulator-state.ts";

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
export function pickSlot(state: SimulatorState, hash: number): number {
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
