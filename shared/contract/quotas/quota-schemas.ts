/** The types of quotas: a quota, its cached reading, and the operations on it. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "../kit.ts";

export const quotaKindSchema = z.enum(["data", "sms"]);
export type QuotaKind = z.output<typeof quotaKindSchema>;

/**
 * The action when a data quota is used up. The live service withdrew throttling at the end of 2024; an existing setting is displayed.
 * `bitsPerSecond` is missing where the service does not report it. "unknown": any other action, in the service's words.
 */
export const exhaustionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("block") }),
  z.object({ kind: z.literal("throttle"), bitsPerSecond: z.number().optional() }),
  z.object({ kind: z.literal("unknown"), words: z.string().optional() }),
]);
export type Exhaustion = z.output<typeof exhaustionSchema>;

/** A quota as read. Every field may be missing: not reported, or not readable. SMS quotas have no action. */
export const quotaSchema = z.object({
  /** Remaining megabytes or messages; may be slightly negative. */
  volume: z.number().optional(),
  expiresAt: timeSchema.optional(),
  /** As reported by the service; "unknown" for an unknown status id. */
  status: z.enum(["active", "exhausted", "expired", "unknown"]),
  onExhaustion: exhaustionSchema.optional(),
  /** Refilled every day at midnight UTC with the volume last added. */
  autoRefill: z.boolean().optional(),
  /** Remaining per cent at which the service creates an event, and the same as a volume. */
  thresholdPercent: z.number().optional(),
  thresholdVolume: z.number().optional(),
  lastAdded: z.number().optional(),
  statusChangedAt: timeSchema.optional(),
  /** Remaining per cent of the volume last added; missing where that is unknown. */
  percent: z.number().optional(),
});

export type Quota = z.output<typeof quotaSchema>;

/** A quota, or none. */
export const quotaStateSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("set"), quota: quotaSchema }),
]);
export type QuotaState = z.output<typeof quotaStateSchema>;

/**
 * The cached state of one quota. `state` and `asOf` are missing when it was never read successfully; `problem` is the failure of the last
 * read: an older value may be present as well.
 */
export const quotaReadingSchema = z.object({
  state: quotaStateSchema.optional(),
  asOf: timeSchema.optional(),
  problem: z.object({ code: z.string(), message: codedTextSchema, at: timeSchema }).optional(),
});
export type QuotaReading = z.output<typeof quotaReadingSchema>;

/** The supported actions: throttling needs one of four rates in bits per second. */
export const exhaustionActionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("block") }),
  z.object({ kind: z.literal("throttle"), bitsPerSecond: z.number() }),
]);
export type ExhaustionAction = z.output<typeof exhaustionActionSchema>;

/**
 * The fields other than the volume. A missing one stays unchanged. Where no quota is set yet, `expiresAt` is required,
 * for SMS also `thresholdPercent`; the action is then to block, without refill.
 */
const settings = {
  expiresAt: timeSchema.optional(),
  onExhaustion: exhaustionActionSchema.optional(),
  autoRefill: z.boolean().optional(),
  thresholdPercent: z.number().optional(),
};

/**
 * - "set": sets the remaining volume.
 * - "add": adds to the remaining volume; without a quota: skipped, or set to the volume (`whereNone`).
 * - "change": changes the other fields, the volume stays; an endpoint without a quota is skipped.
 * - "delete": removes the quota, where the service offers it.
 * - "undo": created by `undo` only: restores the former quota.
 * Numbers are validated by the core, so that an invalid one is reported with its field.
 */
export const quotaOperationSchema = z.discriminatedUnion("op", [
  z.object({ op: z.literal("set"), volume: z.number(), ...settings }),
  z.object({
    op: z.literal("add"),
    volume: z.number(),
    whereNone: z.enum(["skip", "set"]).default("skip"),
    ...settings,
  }),
  z.object({ op: z.literal("change"), ...settings }),
  z.object({ op: z.literal("delete") }),
  z.object({ op: z.literal("undo"), of: z.number().int(), overwriteMoved: z.boolean() }),
]);
export type QuotaOperation = z.output<typeof quotaOperationSchema>;

/** Whether a service profile enforces a quota, and the effect on this endpoint, as a whole sentence. */
export const enforcementSchema = z.object({
  enforced: z.enum(["yes", "no", "unknown"]),
  sentence: codedTextSchema,
  /** The endpoint is blocked by it as far as known: enforced, and no quota is set, or it is used up or expired. */
  blocks: z.boolean(),
});
export type Enforcement = z.output<typeof enforcementSchema>;
