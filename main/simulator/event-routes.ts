/** The five event lists. A foreign or unknown id gives an empty list, never 404 (docs/service-facts.md#errors). */
import type { EventScope } from "./event-log.ts";
import { eventFilter, eventOrder } from "./event-query.ts";
import { eventKinds } from "./event-types.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { planPage } from "./paging.ts";
import { errorReply, jsonReply, type Reply } from "./reply.ts";
import { addressOf, type Call, type Routes } from "./route.ts";
import { organisation } from "./tokens.ts";
import type { SimulatorState } from "./simulator-state.ts";

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
