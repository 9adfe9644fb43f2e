/**
 * Data and SMS quotas of endpoints (docs/service-facts.md#quotas). Some endpoints are seeded with quotas; they have no effect until
 * a service profile applies them: then an endpoint without an SMS quota, or with a used-up or expired one, cannot be sent to.
 */
import { type JsonObject, type JsonValue, linkId, parseDate, mix } from "./values.ts";
import type { ErrorCode } from "./reply.ts";

export type QuotaKind = "data" | "sms";
export type QuotaStatus = 1 | 2 | 3;

export interface Quota {
  /** Megabytes or messages left. */
  readonly volume: number;
  readonly expiresAt: number;
  /** 1 block, 2 throttle. */
  readonly action: number;
  /** Bits per second while throttled. */
  readonly peakThroughput?: number;
  readonly autoRefill: boolean;
  readonly thresholdPercentage: number;
  readonly lastVolumeAdded: number;
  readonly changedAt: number;
}

export type QuotaFault = readonly [code: ErrorCode, message: string];

export class Quotas {
  readonly #seed: number;
  readonly #startedAt: number;
  /** An undefined value means deleted. */
  readonly #set: Readonly<Record<QuotaKind, Map<number, Quota | undefined>>> = { data: new Map(), sms: new Map() };

  constructor(seed: number, startedAt: number) {
    this.#seed = seed;
    this.#startedAt = startedAt;
  }

  get(kind: QuotaKind, slot: number): Quota | undefined {
    const own = this.#set[kind];
    return own.has(slot) ? own.get(slot) : this.#seeded(kind, slot);
  }

  set(kind: QuotaKind, slot: number, quota: Quota): void {
    this.#set[kind].set(slot, quota);
  }

  /** False when there was none. */
  delete(kind: QuotaKind, slot: number): boolean {
    const existed = this.get(kind, slot) !== undefined;
    this.#set[kind].set(slot, undefined);
    return existed;
  }

  /** Takes one message from the SMS quota of an endpoint. */
  spendSms(slot: number, now: number): "refused" | "taken" | "threshold" | "used-up" {
    const quota = this.get("sms", slot);
    if (quota === undefined || statusOf(quota, now) !== 1) return "refused";
    const volume = quota.volume - 1;
    this.set("sms", slot, { ...quota, volume, changedAt: volume <= 0 ? now : quota.changedAt });
    if (volume <= 0) return "used-up";
    const threshold = thresholdVolume(quota);
    return quota.volume > threshold && volume <= threshold ? "threshold" : "taken";
  }

  #seeded(kind: QuotaKind, slot: number): Quota | undefined {
    const hash = mix(this.#seed, slot, kind === "data" ? 41 : 42);
    if (hash % (kind === "data" ? 3 : 5) !== 0) return undefined;
    const added = kind === "data" ? 50 : 100;
    return {
      volume: kind === "data" ? ((hash >>> 4) % 1000) / 20 : (hash >>> 4) % 100,
      expiresAt: this.#startedAt + (30 + ((hash >>> 8) % 300)) * 86_400_000,
      action: 1,
      autoRefill: (hash >>> 12) % 4 === 0,
      thresholdPercentage: 20,
      lastVolumeAdded: added,
      changedAt: this.#startedAt,
    };
  }
}

/** 1 ACTIVE, 2 EXHAUSTED, 3 EXPIRED. */
export function statusOf(quota: Quota, now: number): QuotaStatus {
  if (quota.expiresAt <= now) return 3;
  return quota.volume <= 0 ? 2 : 1;
}

export function thresholdVolume(quota: Quota): number {
  return (quota.lastVolumeAdded * quota.thresholdPercentage) / 100;
}

/** The quota in a request body: the volume is set, not added. */
export function readQuota(kind: QuotaKind, body: JsonObject, now: number): Quota | QuotaFault {
  const volume = numeric(body["volume"]);
  if (volume === undefined) return [1402, "volume is required and must be a number."];
  if (volume < 0) return [1404, "volume must not be negative."];
  const expiresAt = typeof body["expiry_date"] === "string" ? parseDate(body["expiry_date"]) : undefined;
  if (expiresAt === undefined) return [1403, "expiry_date must look like YYYY-MM-DD HH:MM:SS."];
  if (numeric(linkId(body["status"])) === undefined) return [1402, "status is required."];
  const action = linkId(body["action_on_exhaustion"]);
  if (kind === "data" && typeof action !== "number") return [1402, "action_on_exhaustion is required."];
  const threshold = numeric(body["threshold_percentage"]) ?? 20;
  if (threshold < 0 || threshold > 100) return [1404, "threshold_percentage must be from 0 to 100."];
  return {
    volume,
    expiresAt,
    action: action ?? 1,
    peakThroughput: rateOf(body["action_on_exhaustion"]),
    autoRefill: body["auto_refill"] === true || body["auto_refill"] === 1,
    thresholdPercentage: threshold,
    lastVolumeAdded: volume,
    changedAt: now,
  };
}

function rateOf(action: JsonValue | undefined): number | undefined {
  return typeof action === "object" && action !== null && !Array.isArray(action)
    ? numeric((action as JsonObject)["peak_throughput"])
    : undefined;
}

function numeric(value: JsonValue | undefined): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
