/** The overview of cached quotas: its groups, its rows, and the refresh from the service. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "../kit.ts";
import { quotaKindSchema, quotaReadingSchema } from "./quota-schemas.ts";

/**
 * The groups of the overview; an endpoint may be in several. "empty": nothing left, or exhausted according to the service; "below": a
 * known percentage below the limit; "none": no quota is set; "expiring": ends within the given days; "expired"; "blocked": enforced by
 * its profile, and without a valid quota; "unreadable": the last read failed and nothing older is cached; "never": in
 * the fleet cache, and not read yet; "asked": every endpoint that was read.
 */
export const quotaGroupSchema = z.enum([
  "checked",
  "empty",
  "below",
  "none",
  "expiring",
  "expired",
  "blocked",
  "unreadable",
  "never",
]);
export type QuotaGroup = z.output<typeof quotaGroupSchema>;

/** Limits of the groups, and which endpoints are included; `search` is part of a name or an id. */
export const quotaOverviewQuery = {
  connection: z.string().optional(),
  kind: quotaKindSchema,
  belowPercent: z.number().min(0).max(100).default(20),
  expiringDays: z.number().int().min(1).max(3650).default(14),
  search: z.string().max(200).optional(),
  /** Id of a service profile. */
  profile: z.string().optional(),
  audience: z.number().int().optional(),
};

export const quotaItemSchema = quotaReadingSchema.extend({
  endpoint: z.string(),
  name: z.string().optional(),
  profile: z.object({ id: z.string(), name: z.string().optional() }).optional(),
  enforced: z.enum(["yes", "no", "unknown"]),
});
export type QuotaItem = z.output<typeof quotaItemSchema>;

/** A reading of one quota. `volume`: remaining megabytes or messages; missing where no quota was set. */
export const quotaHistoryPointSchema = z.object({ at: timeSchema, volume: z.number().optional() });
export type QuotaHistoryPoint = z.output<typeof quotaHistoryPointSchema>;

/** Sums over all endpoints of one day, in megabytes or messages. */
export const quotaUsageDaySchema = z.object({
  /** Start of the day (UTC). */
  day: timeSchema,
  /** Remaining volume at the end of the day, of every quota as last read until then. */
  balance: z.number(),
  /** Decrease since the reading before, as far as no volume was added in between. */
  used: z.number(),
  /** Endpoints that were read on this day. */
  endpoints: z.number().int(),
});
export type QuotaUsageDay = z.output<typeof quotaUsageDaySchema>;

export const quotaRefreshSchema = z.object({
  refresh: z.number().int(),
  connection: z.string(),
  kinds: z.array(quotaKindSchema),
  targets: codedTextSchema,
  state: z.enum(["running", "done", "cancelled", "failed"]),
  /** Endpoints read so far, and their total, which is missing until it is counted. */
  done: z.number().int(),
  total: z.number().int().optional(),
  /** Endpoints with at least one failed read. */
  failed: z.number().int(),
  /** Reasons, most frequent first; at most five. `count` is of reads: an endpoint has two quotas. */
  failures: z.array(z.object({ code: z.string(), message: codedTextSchema, count: z.number().int() })),
  /** For a failed refresh. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  startedAt: timeSchema,
  endedAt: timeSchema.optional(),
});
export type QuotaRefresh = z.output<typeof quotaRefreshSchema>;
