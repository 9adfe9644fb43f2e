/** Data and SMS quota of an endpoint: read, set, delete. */
import type { EventKindName } from "./event-log.ts";
import { parseObject, type JsonObject, formatDate } from "./values.ts";
import { type Quota, type QuotaKind, readQuota, statusOf, thresholdVolume } from "./quotas.ts";
import { badRequestReply, emptyReply, errorReply, invalidReply, jsonReply, type Reply } from "./reply.ts";
import type { Call, Routes, SimulatorState } from "./simulator-state.ts";

export const quotaRoutes: Routes = { ...routesOf("data"), ...routesOf("sms") };

function routesOf(kind: QuotaKind): Routes {
  const path = `endpoint/:/quota/${kind}`;
  return {
    [`GET ${path}`]: { operation: "quota.get", run: (state, call) => read(state, call, kind) },
    [`POST ${path}`]: { operation: "quota.set", run: (state, call) => set(state, call, kind) },
    [`DELETE ${path}`]: { operation: "quota.delete", run: (state, call) => remove(state, call, kind) },
  };
}

const statusTexts = { 1: "ACTIVE", 2: "EXHAUSTED", 3: "EXPIRED" } as const;
const assigned: Readonly<Record<QuotaKind, EventKindName>> = { data: "dataAssigned", sms: "smsAssigned" };
const deleted: Readonly<Record<QuotaKind, EventKindName>> = { data: "dataDeleted", sms: "smsDeleted" };

function read(state: SimulatorState, call: Call, kind: QuotaKind): Reply {
  const slot = slotOf(state, call);
  if (slot === undefined) return unknownEndpoint();
  const quota = state.quotas.get(kind, slot);
  return quota === undefined ? noQuota(state) : jsonReply(200, quotaRecord(quota, kind, state.time.now()));
}

function set(state: SimulatorState, call: Call, kind: QuotaKind): Reply {
  const slot = slotOf(state, call);
  if (slot === undefined) return unknownEndpoint();
  const body = parseObject(call.body);
  if (body === undefined) return badRequestReply("The body is not a JSON object.");
  const form = state.settings.accept.smsAutoRefill;
  if (kind === "sms" && form !== "both" && typeof body["auto_refill"] !== form)
    return invalidReply([[1403, `auto_refill must be a ${form}.`]]);
  const now = state.time.now();
  const quota = readQuota(kind, body, now);
  // The quota operations answer 422 with a message only (docs/service-facts.md#errors), or with the full body.
  if (!("volume" in quota)) return kind === "data" ? jsonReply(422, { message: quota[1] }) : invalidReply([quota]);
  state.quotas.set(kind, slot, quota);
  state.events.add(assigned[kind], slot, now, {
    quota: {
      volume: quota.volume,
      expiryDate: formatDate(quota.expiresAt, "sql"),
      lastVolumeAdded: quota.lastVolumeAdded,
      autoRefill: quota.autoRefill,
      thresholdPercentage: quota.thresholdPercentage,
    },
  });
  return emptyReply(201);
}

function remove(state: SimulatorState, call: Call, kind: QuotaKind): Reply {
  const slot = slotOf(state, call);
  if (slot === undefined || !state.quotas.delete(kind, slot)) return emptyReply(404);
  state.events.add(deleted[kind], slot, state.time.now());
  return emptyReply(204);
}

function quotaRecord(quota: Quota, kind: QuotaKind, now: number): JsonObject {
  const status = statusOf(quota, now);
  const description = quota.action === 2 ? "Throttle" : "Block";
  const rate =
    quota.action === 2 && quota.peakThroughput !== undefined ? { peak_throughput: quota.peakThroughput } : {};
  return {
    volume: quota.volume,
    expiry_date: formatDate(quota.expiresAt, kind === "data" ? "sql" : "zulu"),
    status: { id: status, description: statusTexts[status] },
    ...(kind === "data" ? { action_on_exhaustion: { id: quota.action, description, ...rate } } : {}),
    auto_refill: kind === "data" ? Number(quota.autoRefill) : quota.autoRefill,
    threshold_percentage: quota.thresholdPercentage,
    threshold_volume: thresholdVolume(quota),
    last_volume_added: quota.lastVolumeAdded,
    last_status_change_date: formatDate(quota.changedAt, "sql"),
  };
}

function noQuota(state: SimulatorState): Reply {
  const form = state.settings.oddities.noQuota ?? "404";
  if (form === "404") return errorReply(404, 1201, "No quota is set.");
  return jsonReply(200, form === "null" ? null : {});
}

function slotOf(state: SimulatorState, call: Call): number | undefined {
  return state.fleet.endpoint.records.slotOf(call.ids[0] ?? -1);
}

const unknownEndpoint = (): Reply => errorReply(404, 1401, "The endpoint does not exist.");
