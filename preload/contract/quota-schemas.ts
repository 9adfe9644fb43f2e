/** The words quotas are spoken of in: what a quota is, what was read of one, what can be done to it. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "./kit.ts";

export const quotaKindSchema = z.enum(["data", "sms"]);
export type QuotaKind = z.output<typeof quotaKindSchema>;

/**
 * What happens when a data quota is used up. The live service withdrew throttling at the end of 2024; one that is still set is shown.
 * `bitsPerSecond` is missing where the service does not say it. "unknown": another action than these, in the service's words.
 */
export const exhaustionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("block") }),
  z.object({ kind: z.literal("throttle"), bitsPerSecond: z.number().optional() }),
  z.object({ kind: z.literal("unknown"), words: z.string().optional() }),
]);
export type Exhaustion = z.output<typeof exhaustionSchema>;

/** A quota as it was read. Every field may be missing: not told, or not readable. SMS quotas have no action. */
export const quotaSchema = z.object({
  /** Left: megabytes or messages; may be slightly negative. */
  volume: z.number().optional(),
  expiresAt: timeSchema.optional(),
  /** As the service says; "unknown" for a status it has no known number for. */
  status: z.enum(["active", "exhausted", "expired", "unknown"]),
  onExhaustion: exhaustionSchema.optional(),
  /** Refilled every day at midnight UTC with the volume last added. */
  autoRefill: z.boolean().optional(),
  /** Per cent left at which the service raises an event, and the same as a volume. */
  thresholdPercent: z.number().optional(),
  thresholdVolume: z.number().optional(),
  lastAdded: z.number().optional(),
  statusChangedAt: timeSchema.optional(),
  /** Per cent left of the volume last added; missing where that is not known. */
  percent: z.number().optional(),
});

export type Quota = z.output<typeof quotaSchema>;

/** What there is: a quota, or that none is set. */
export const quotaStateSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("set"), quota: quotaSchema }),
]);
export type QuotaState = z.output<typeof quotaStateSchema>;

/**
 * What is known of one quota. `stand` and `asOf` are missing when it was never read with success; `problem` is why the last
 * question failed, where it did: then an older `stand` may be there as well.
 */
export const quotaReadingSchema = z.object({
  state: quotaStateSchema.optional(),
  asOf: timeSchema.optional(),
  problem: z.object({ code: z.string(), message: codedTextSchema, at: timeSchema }).optional(),
});
export type QuotaReading = z.output<typeof quotaReadingSchema>;

/** What can be sent as the action: throttling needs one of four rates in bits per second. */
export const exhaustionActionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("block") }),
  z.object({ kind: z.literal("throttle"), bitsPerSecond: z.number() }),
]);
export type ExhaustionAction = z.output<typeof exhaustionActionSchema>;

/**
 * The fields beside the volume. One that is left out stays as the endpoint has it. Where none is set yet, `expiresAt` must be given,
 * for SMS also `thresholdPercent`; the action is then to block, and nothing is refilled.
 */
const settings = {
  expiresAt: timeSchema.optional(),
  onExhaustion: exhaustionActionSchema.optional(),
  autoRefill: z.boolean().optional(),
  thresholdPercent: z.number().optional(),
};

/**
 * - "set": so much is left from now on.
 * - "add": so much more than there is; where none is set: skipped, or set to it (`whereNone`).
 * - "change": the other fields alone, the volume stays; an endpoint without a quota is skipped.
 * - "delete": none is set from then on, where the service offers it.
 * - "undo": made by `undo` alone: what there was before.
 * Numbers are checked by the core, so that a wrong one is answered with its field.
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

/** Whether a service profile makes a quota count, and what that means for this endpoint, as a whole sentence to show. */
export const enforcementSchema = z.object({
  enforced: z.enum(["yes", "no", "unknown"]),
  sentence: codedTextSchema,
  /** The endpoint is blocked by it as far as is known: enforced, and no quota is set, or it is used up or over. */
  blocks: z.boolean(),
});
export type Enforcement = z.output<typeof enforcementSchema>;
