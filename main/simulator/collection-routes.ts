/** Lists of the six collections: filter, sort, page (docs/service-facts.md#lists). */
import { type CollectionName, collectionNames } from "./fleet.ts";
import type { JsonObject } from "./values.ts";
import { planPage, parseFilter, parseSort } from "./collection.ts";
import { type Reply, errorReply, jsonReply, notFoundReply } from "./reply.ts";
import { type Call, type Routes, addressOf, type SimulatorState } from "./simulator-state.ts";

export const collectionRoutes: Routes = {
  ...Object.fromEntries(
    collectionNames.map((name) => [
      `GET ${name}`,
      { operation: `${name}.list`, run: (state: SimulatorState, call: Call): Reply => list(state, call, name) },
    ]),
  ),
  "GET endpoint/:": { operation: "endpoint.get", run: (state, call) => detail(state, call, "endpoint") },
  "GET sim/:": { operation: "sim.get", run: (state, call) => detail(state, call, "sim") },
  "GET user/:": { operation: "user.get", run: (state, call) => detail(state, call, "user") },
  "GET organisation/:/tariff_plan": { operation: "organisation.plans", run: plansOf },
};

function list(state: SimulatorState, call: Call, name: CollectionName): Reply {
  const { records, selector, limits } = state.fleet[name];
  const { accept, oddities } = state.settings;
  const url = addressOf(state, call);
  const q = url.searchParams.get("q") ?? "";
  const sort = url.searchParams.get("sort") ?? "";
  const conditions = parseFilter(q, records.source.fields, accept.filterNames);
  if (!conditions.ok) return errorReply(422, 1301, conditions.message);
  const keys = parseSort(sort, records.source.fields);
  if (!keys.ok) return errorReply(422, 1302, keys.message);
  const plain = q === "" && (sort === "" || sort === "id");
  const selected = plain ? undefined : selector.select(conditions.value, keys.value, q, sort);
  const page = planPage(url, selected?.length ?? records.size, limits, oddities);
  const slots = selected?.subarray(page.offset, page.offset + page.count) ?? records.range(page.offset, page.count);
  const items = Array.from(slots, (slot) => records.record(slot));
  return jsonReply(200, oddities.textIds === true ? items.map(withTextId) : items, page.headers);
}

function detail(state: SimulatorState, call: Call, name: CollectionName): Reply {
  const { records } = state.fleet[name];
  const slot = records.slotOf(call.ids[0] ?? -1);
  return slot === undefined ? notFoundReply(`The ${name}`) : jsonReply(200, records.record(slot));
}

/** No record contains the tariff plans of an organisation; only this path of the live service returns them (docs/service-facts.md#organisation). */
function plansOf(state: SimulatorState, call: Call): Reply {
  const { organisation, tariff_plan: plans } = state.fleet;
  const slot = organisation.records.slotOf(call.ids[0] ?? -1);
  if (slot === undefined) return notFoundReply("The organisation");
  return jsonReply(200, [plans.records.record(slot % plans.records.size)]);
}

function withTextId(record: JsonObject): JsonObject {
  return { ...record, id: JSON.stringify(record["id"]) };
}

// Sign-in with every kind of credentials.

export const accountRoutes: Routes = {
  "POST authenticate": { operation: "authenticate", run: (state, call) => state.accounts.authenticate(call.body) },
};

const entries = (...descriptions: readonly string[]): { readonly id: number; readonly description: string }[] =>
  descriptions.map((description, id) => ({ id, description }));

/** Fixed lists, and the account's own organisation. */
export const lookupRoutes: Routes = {
  "GET endpoint/status": { operation: "lookup", run: () => jsonReply(200, entries("Enabled", "Disabled", "Deleted")) },
  "GET sim/status": {
    operation: "lookup",
    run: () => jsonReply(200, entries("Issued", "Activated", "Suspended", "Deleted", "Factory Test")),
  },
  "GET user/status": {
    operation: "lookup",
    run: () => jsonReply(200, entries("Activation Pending", "Active", "Suspended", "Deleted")),
  },
  "GET organisation/my": {
    operation: "organisation.my",
    run: (state) => jsonReply(200, state.fleet.organisation.records.record(0)),
  },
};
