/** Parses a quota record of the service (docs/service-facts.md#quotas). Never rejects a field. */
import { definedFields } from "#shared/defined-fields.ts";
import type { Exhaustion, Quota, QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readBoolean, readNumber, readText, type JsonRecord } from "../../core/api/json.ts";

/** The API layer returns undefined where no quota is set. */
export function parseQuotaState(kind: QuotaKind, record: JsonRecord | undefined): QuotaState {
  return record === undefined ? { state: "none" } : { state: "set", quota: readQuota(kind, record) };
}

function readQuota(kind: QuotaKind, record: JsonRecord): Quota {
  const volume = readNumber(record["volume"]);
  const lastAdded = readNumber(record["last_volume_added"]);
  return definedFields<Quota>({
    volume,
    expiresAt: parseServiceDate(record["expiry_date"]),
    status: readStatus(record["status"]),
    onExhaustion: kind === "data" ? readAction(record) : undefined,
    autoRefill: readBoolean(record["auto_refill"]),
    thresholdPercent: readNumber(record["threshold_percentage"]),
    thresholdVolume: readNumber(record["threshold_volume"]),
    lastAdded,
    statusChangedAt: parseServiceDate(record["last_status_change_date"]),
    percent: percentOf(volume, lastAdded),
  });
}

/**
 * Percentage left of the volume last added, to two decimal places; undefined where unknown. A volume of 0 is 0 % of any
 * volume.
 */
export function percentOf(volume: number | undefined, lastAdded: number | undefined): number | undefined {
  if (volume === undefined) return undefined;
  if (lastAdded === undefined || lastAdded <= 0) return volume <= 0 ? 0 : undefined;
  return Math.round((volume / lastAdded) * 10_000) / 100;
}

const statuses = ["active", "exhausted", "expired"] as const;

/** 1 ACTIVE, 2 EXHAUSTED, 3 EXPIRED; the description is used where the id is missing. */
function readStatus(value: unknown): Quota["status"] {
  const [id, description] = isRecord(value) ? [value["id"], value["description"]] : [value, value];
  const number = readNumber(id);
  if (number !== undefined) return statuses[number - 1] ?? "unknown";
  const text = readText(description)?.toLowerCase();
  return statuses.find((status) => status === text) ?? "unknown";
}

/** 1 Block, 2 Throttle. The rate is inside the action or next to it, and the id has either of two names. */
function readAction(record: JsonRecord): Exhaustion | undefined {
  const action = isRecord(record["action_on_exhaustion"]) ? record["action_on_exhaustion"] : {};
  const id = readNumber(action["id"]) ?? readNumber(action["action_on_quota_exhaustion_id"]);
  const own = id ?? readNumber(record["action_on_exhaustion"]) ?? readNumber(record["action_on_quota_exhaustion_id"]);
  const description = readText(action["description"]);
  const bitsPerSecond = readNumber(action["peak_throughput"]) ?? readNumber(record["peak_throughput"]);
  if (own === 1 || (own === undefined && /^block$/i.test(description ?? ""))) return { kind: "block" };
  if (own === 2 || (own === undefined && /^throttle$/i.test(description ?? ""))) {
    return { kind: "throttle", bitsPerSecond };
  }
  if (own === undefined && description === undefined) return undefined;
  return { kind: "unknown", words: description ?? String(own) };
}
