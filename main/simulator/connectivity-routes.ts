/** DNS configurations, API callbacks and data streams. None of these lists is paged. */
import { isIP } from "node:net";
import { isObject, type JsonObject, linkId, parseObject } from "./values.ts";
import {
  badRequestReply,
  emptyReply,
  type ErrorCode,
  errorReply,
  invalidReply,
  jsonReply,
  notFoundReply,
  type Reply,
} from "./reply.ts";
import { type Call, locationHeader, type Route, type Routes, type SimulatorState } from "./simulator-state.ts";
import { formatServiceDate } from "./sms-routes.ts";
import { organisation } from "./accounts.ts";
import { type Callback, type ServiceProfile, switchDefaults } from "./profiles.ts";

export const connectivityRoutes: Routes = {
  "GET dns": listRoute("dns.list", ({ connectivity }) => connectivity.dns.all().map((dns) => ({ ...dns }))),
  "POST dns": { operation: "dns.create", run: createDns },
  "DELETE dns/:": { operation: "dns.delete", run: deleteDns },
  "GET api_callback": listRoute("callback.list", (state) =>
    state.connectivity.callbacks.all().map((callback) => callbackRecord(state, callback)),
  ),
  "POST api_callback": { operation: "callback.create", run: createCallback },
  "GET api_callback/:": { operation: "callback.get", run: getCallback },
  "DELETE api_callback/:": { operation: "callback.delete", run: deleteCallback },
  "GET data_stream": listRoute("stream.list", (state) => state.connectivity.streams.all().map(({ record }) => record)),
  "POST data_stream": { operation: "stream.create", run: createStream },
};

function listRoute(operation: string, records: (state: SimulatorState) => readonly JsonObject[]): Route {
  return { operation, run: (state) => jsonReply(200, records(state)) };
}

type Fault = readonly [code: ErrorCode, message: string];

function createDns(state: SimulatorState, call: Call): Reply {
  const body = parseObject(call.body);
  if (body === undefined) return badRequestReply("The body is not a JSON object.");
  const { primary, secondary, ip_address_version: version } = body;
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries({ primary, secondary })) {
    if (value === undefined || value === null || value === "") faults.push([1402, `${name} is required.`]);
    else if (typeof value !== "string" || isIP(value) === 0) faults.push([1403, `${name} must be an IP address.`]);
  }
  const family = Number(version);
  if (version === undefined) faults.push([1402, "ip_address_version is required."]);
  else if (family !== 4 && family !== 6) faults.push([1404, "ip_address_version must be 4 or 6."]);
  if (faults.length > 0 || typeof primary !== "string" || typeof secondary !== "string") return invalidReply(faults);
  const dns = state.connectivity.dns.add((id) => ({ id, primary, secondary, ip_address_version: family }));
  return emptyReply(201, locationHeader(state, `/api/v1/dns/${dns.id}`));
}

function deleteDns(state: SimulatorState, call: Call): Reply {
  const id = call.ids[0] ?? -1;
  if (state.connectivity.dns.get(id) === undefined) return notFoundReply("The DNS configuration");
  if (state.connectivity.profiles.all().some((profile) => profile.dnsId === id)) {
    return errorReply(409, 1407, "The DNS configuration is used by a service profile.");
  }
  state.connectivity.dns.delete(id);
  return emptyReply(204);
}

function callbackRecord(state: SimulatorState, { id, url, purpose, createdAt }: Callback): JsonObject {
  return {
    id,
    organisation_id: String(organisation.id),
    url,
    created: formatServiceDate(state, createdAt, id),
    purpose,
  };
}

function createCallback(state: SimulatorState, call: Call): Reply {
  const body = parseObject(call.body);
  if (body === undefined) return badRequestReply("The body is not a JSON object.");
  const { url, purpose } = body;
  if (typeof url !== "string" || url === "") return invalidReply([[1402, "url is required."]]);
  if (!URL.canParse(url)) return invalidReply([[1403, "url must be an address."]]);
  const callback = newCallback(state, url, purpose);
  return emptyReply(201, locationHeader(state, `/api/v1/api_callback/${callback.id}`));
}

function newCallback(state: SimulatorState, url: string, purpose: unknown): Callback {
  const createdAt = state.time.now();
  return state.connectivity.callbacks.add((id) => ({
    id,
    url,
    purpose: typeof purpose === "string" ? purpose : "",
    createdAt,
  }));
}

function getCallback(state: SimulatorState, call: Call): Reply {
  const callback = state.connectivity.callbacks.get(call.ids[0] ?? -1);
  return callback === undefined ? notFoundReply("The callback") : jsonReply(200, callbackRecord(state, callback));
}

function deleteCallback(state: SimulatorState, call: Call): Reply {
  const id = call.ids[0] ?? -1;
  if (state.connectivity.profiles.all().some((profile) => profile.callbackId === id)) {
    return errorReply(409, 1407, "The callback is used by a service profile.");
  }
  return state.connectivity.callbacks.delete(id) ? emptyReply(200) : notFoundReply("The callback");
}

const streamTypes: Readonly<Record<number, string>> = { 1: "Usage Data", 2: "Events", 3: "Usage Data & Events" };
const restApi = 1;
const apiTypes = [1, 2, 3, 4, 6, 7, 8];

function createStream(state: SimulatorState, call: Call): Reply {
  const body = parseObject(call.body);
  if (body === undefined) return badRequestReply("The body is not a JSON object.");
  const type = linkId(body["data_stream_type"]);
  const api = linkId(body["api_type"]);
  const faults: Fault[] = [];
  if (typeof type !== "number") faults.push([1402, "data_stream_type is required."]);
  else if (streamTypes[type] === undefined) faults.push([1401, "data_stream_type is not known."]);
  if (typeof api !== "number") faults.push([1402, "api_type is required."]);
  else if (!apiTypes.includes(api)) faults.push([1401, "api_type is not known."]);
  else faults.push(...(api === restApi ? callbackFaults(state, body) : destinationFaults(body)));
  if (faults.length > 0) return invalidReply(faults);
  const inline = api === restApi ? inlineCallback(body) : undefined;
  const callback = inline === undefined ? undefined : newCallback(state, inline.url, inline.purpose);
  const created = callback === undefined ? body : { ...body, api_callback: { id: callback.id } };
  const stream = state.connectivity.streams.add((id) => ({ id, record: streamRecord(state, id, created) }));
  return emptyReply(201, locationHeader(state, `/api/v1/data_stream/${stream.id}`));
}

function callbackFaults(state: SimulatorState, body: JsonObject): Fault[] {
  if (inlineCallback(body) !== undefined) return [];
  const id = linkId(body["api_callback"]);
  if (typeof id !== "number") return [[1402, "api_callback with its id is required."]];
  return state.connectivity.callbacks.get(id) === undefined ? [[1401, "api_callback does not exist."]] : [];
}

/** A callback inside the request of the stream (docs/service-facts.md#api-callback). */
function inlineCallback(body: JsonObject): { readonly url: string; readonly purpose: unknown } | undefined {
  const callback = body["api_callback"];
  if (!isObject(callback) || "id" in callback) return undefined;
  const { url, purpose } = callback;
  return typeof url === "string" && URL.canParse(url) ? { url, purpose } : undefined;
}

function destinationFaults(body: JsonObject): Fault[] {
  const faults: Fault[] = [];
  if (typeof body["api_username"] !== "string") faults.push([1402, "api_username is required."]);
  const target = body["api_parameter"];
  if (typeof target !== "string") faults.push([1402, "api_parameter is required."]);
  else if (!/^[^/]+\/.+$/.test(target)) faults.push([1403, "api_parameter must be <region>/<name>."]);
  return faults;
}

/** The format of v1 lists: the callback as text, numbers as text. */
function streamRecord(state: SimulatorState, id: number, body: JsonObject): JsonObject {
  const callback = state.connectivity.callbacks.get(linkId(body["api_callback"]) ?? -1);
  const { api_type, data_stream_type } = body;
  return {
    id,
    last_traffic_log_id: "0",
    last_event_id: String(state.events.count),
    last_dispatched_timestamp: null,
    last_result_code: null,
    active: 1,
    running: 1,
    ...(callback === undefined ? {} : { api_callback: callback.url }),
    api_type: isObject(api_type) ? api_type : {},
    data_stream_type: isObject(data_stream_type) ? data_stream_type : {},
  };
}

// Service profiles: list, read, create, change, delete (docs/service-facts.md#service-profile).

export const profileRoutes: Routes = {
  // The number of endpoints is text in the list and a number in the detail.
  "GET service_profile": listRoute("profile.list", (state) =>
    state.connectivity.profiles.all().map((profile) => shortRecord(profile, String(usedCount(state, profile.id)))),
  ),
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
