/** The five event lists. A foreign or unknown id gives an empty list, never 404 (docs/service-facts.md#errors). */
import type { EventScope } from "./event-log.ts";
import { eventFilter, eventOrder } from "./event-query.ts";
import { eventKinds } from "./event-types.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { planPage } from "./paging.ts";
import { errorReply, jsonReply, type Reply } from "./reply.ts";
import { addressOf, type Call, type Routes } from "./route.ts";
import { organisation } from "./tokens.ts";
import type { World } from "./world.ts";

type Scope = (world: World, id: number) => EventScope | undefined;

const scopes: Readonly<Record<string, Scope>> = {
  endpoint: (world, id) => slotScope(world.fleet.endpoint.records.slotOf(id)),
  sim: (world, id) => slotScope(world.fleet.sim.records.slotOf(id)),
  organisation: (_world, id) => (id === organisation.id ? { of: "all" } : undefined),
  user: (_world, id) => ({ of: "user", id }),
};

export const eventRoutes: Routes = {
  "GET event": { operation: "event.list", run: (world, call) => list(world, call, { of: "all" }) },
  "GET event/type": { operation: "lookup", run: () => jsonReply(200, Object.values(eventKinds).map(kindEntry)) },
  ...Object.fromEntries(
    Object.entries(scopes).map(([name, scope]) => [
      `GET ${name}/:/event`,
      {
        operation: `${name}.events`,
        run: (world: World, call: Call): Reply => list(world, call, scope(world, call.ids[0] ?? -1)),
      },
    ]),
  ),
};

const limits = { byDefault: 100, maximum: 1000 };
/** Added to every id when they are to be too long for a JavaScript number; odd, so that rounding shows. */
const bigOffset = 9_007_199_254_740_993n;

function list(world: World, call: Call, scope: EventScope | undefined): Reply {
  const url = addressOf(world, call);
  const q = url.searchParams.get("q") ?? "";
  const sort = url.searchParams.get("sort") ?? "";
  const filter = eventFilter(q);
  if (!filter.ok) return errorReply(422, 1301, filter.message);
  const order = eventOrder(sort);
  if (!order.ok) return errorReply(400, 1302, order.message);
  const indexes = scope === undefined ? [] : world.events.inScope(scope);
  const plain = q === "" && (sort === "" || sort === "id");
  const record = (index: number): JsonObject => world.events.record(index);
  const chosen = plain ? undefined : indexes.map(record).filter(filter.value).sort(order.value);
  const page = planPage(url, chosen?.length ?? indexes.length, limits, world.settings.oddities);
  const end = page.offset + page.count;
  const items = chosen?.slice(page.offset, end) ?? indexes.slice(page.offset, end).map(record);
  return jsonReply(200, world.settings.oddities.bigEventIds === true ? items.map(withBigId) : items, page.headers);
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

/** A number written exactly as given; not yet known to TypeScript's library. */
function rawNumber(digits: string): JsonValue {
  return (JSON as unknown as { rawJSON(text: string): JsonValue }).rawJSON(digits);
}
