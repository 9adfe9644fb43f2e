/** Service profiles: list, read, create, change, delete (docs/service-facts.md#service-profile). */
import { isObject, type JsonObject, linkId, parseObject } from "./json.ts";
import { type ServiceProfile, switchDefaults } from "./profiles.ts";
import {
  badRequestReply,
  emptyReply,
  errorReply,
  invalidReply,
  jsonReply,
  notFoundReply,
  type Reply,
} from "./reply.ts";
import { type Call, locationHeader, type Routes } from "./route.ts";
import { formatServiceDate } from "./sms-record.ts";
import type { SimulatorState } from "./simulator-state.ts";

export const profileRoutes: Routes = {
  "GET service_profile": {
    operation: "profile.list",
    // The number of endpoints is text in the list and a number in the detail.
    run: (state) =>
      jsonReply(
        200,
        state.connectivity.profiles.all().map((profile) => shortRecord(profile, String(usedCount(state, profile.id)))),
      ),
  },
  "GET service_profile/:": { operation: "profile.get", run: detail },
  "POST service_profile": { operation: "profile.create", run: create },
  "PATCH service_profile/:": { operation: "profile.update", run: update },
  "DELETE service_profile/:": { operation: "profile.delete", run: remove },
};

/** No response of the live service contains the DNS configuration of a profile, so none does here. */
function shortRecord(profile: ServiceProfile, used: string | number): JsonObject {
  return {
    id: profile.id,
    name: profile.name,
    description: profile.description,
    used_count: used,
    ...profile.switches,
  };
}

function detail(state: SimulatorState, call: Call): Reply {
  const profile = state.connectivity.profiles.get(call.ids[0] ?? -1);
  if (profile === undefined) return notFoundReply("The service profile");
  const callback = state.connectivity.callbacks.get(profile.callbackId ?? -1);
  return jsonReply(200, {
    ...shortRecord(profile, usedCount(state, profile.id)),
    ...(callback === undefined
      ? {}
      : {
          api_callback: {
            id: callback.id,
            url: callback.url,
            purpose: callback.purpose,
            created: formatServiceDate(state, callback.createdAt, 0),
          },
        }),
    esme_interface_type: { id: 2, description: "RestApi" },
    breakout_region: { id: 4, name: "eu-west-1", ip_address: "192.0.2.4" },
    service: [{ id: 1, description: "SMS MT", traffic_limit: [] }],
  });
}

function create(state: SimulatorState, call: Call): Reply {
  const body = parseObject(call.body);
  if (body === undefined) return badRequestReply("The body is not a JSON object.");
  const { name } = body;
  if (typeof name !== "string" || name === "") return invalidReply([[1402, "name is required."]]);
  const blank = { id: 0, name, description: "", switches: switchDefaults, dnsId: undefined, callbackId: undefined };
  const draft = applied(state, blank, body);
  if (draft === undefined) return invalidReply([[1401, "A linked object does not exist."]]);
  const profile = state.connectivity.profiles.add((id) => ({ ...draft, id }));
  return emptyReply(201, locationHeader(state, `/api/v1/service_profile/${profile.id}`));
}

/** 201 with a small body that echoes the links, as recorded from the live service. */
function update(state: SimulatorState, call: Call): Reply {
  const profile = state.connectivity.profiles.get(call.ids[0] ?? -1);
  if (profile === undefined) return notFoundReply("The service profile");
  const body = parseObject(call.body);
  if (body === undefined) return badRequestReply("The body is not a JSON object.");
  const draft = applied(state, profile, body);
  if (draft === undefined) return invalidReply([[1401, "A linked object does not exist."]]);
  state.connectivity.profiles.set(draft);
  const dns = isObject(body["dns"]) ? { dns: body["dns"] } : {};
  return jsonReply(201, { ...dns, service_profile_id: String(profile.id) });
}

function remove(state: SimulatorState, call: Call): Reply {
  const id = call.ids[0] ?? -1;
  if (state.connectivity.profiles.get(id) === undefined) return notFoundReply("The service profile");
  if (usedCount(state, id) > 0) return errorReply(409, 1407, "The service profile is used by endpoints.");
  state.connectivity.profiles.delete(id);
  return emptyReply(204);
}

/** The profile with a body applied; `{"id": null}` unlinks; undefined when a linked object does not exist. */
function applied(state: SimulatorState, profile: ServiceProfile, body: JsonObject): ServiceProfile | undefined {
  const { name, description } = body;
  const dnsId = linkId(body["dns"]);
  const callbackId = linkId(body["api_callback"]);
  if (typeof dnsId === "number" && state.connectivity.dns.get(dnsId) === undefined) return undefined;
  if (typeof callbackId === "number" && state.connectivity.callbacks.get(callbackId) === undefined) return undefined;
  const switches = Object.keys(switchDefaults).map((key) => {
    const value = body[key];
    return [key, typeof value === "boolean" ? value : value === 0 || value === 1 ? value === 1 : profile.switches[key]];
  });
  return {
    id: profile.id,
    name: typeof name === "string" ? name : profile.name,
    description: typeof description === "string" ? description : profile.description,
    switches: Object.fromEntries(switches) as ServiceProfile["switches"],
    dnsId: dnsId === null ? undefined : (dnsId ?? profile.dnsId),
    callbackId: callbackId === null ? undefined : (callbackId ?? profile.callbackId),
  };
}

function usedCount(state: SimulatorState, id: number): number {
  const { records, selector } = state.fleet.endpoint;
  const field = records.field("service_profile");
  const criterion = String(id);
  return selector.select([{ field, name: "service_profile", criterion }], [], `service_profile:${criterion}`, "")
    .length;
}
