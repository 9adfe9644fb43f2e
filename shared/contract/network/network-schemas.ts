/** The types of the network features: the DNS configuration of a profile as far as known, the impact of a change. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "../kit.ts";

/**
 * The source of a fact: reported by the service, in cached endpoint records, changed here ("known from this computer"),
 * or recorded by the operator.
 */
export const provenanceSchema = z.enum(["service", "endpoints", "this-computer", "person"]);
export type Provenance = z.output<typeof provenanceSchema>;

/** The reading of a list of the service. "never": not requested yet; "not-offered": the service has no such list. */
export const listReading = {
  state: z.enum(["never", "read", "not-offered"]),
  asOf: timeSchema.optional(),
  /** Why the list may be incomplete. */
  gap: codedTextSchema.optional(),
} as const;

/** A change whose response was lost. As `unresolved`, its outcome is not resolved yet, and a refresh checks again. */
export const unknownChangeFields = {
  change: z.number().int(),
  /** When it was sent. */
  at: timeSchema,
  message: codedTextSchema,
} as const;

/** Of a change that was resolved later. A list has the newest of them as `resolved`, newest first. */
export const resolutionFields = { state: z.enum(["done", "not-applied"]), resolvedAt: timeSchema } as const;

/** The DNS configuration of a service profile. "unknown" must never be displayed as "none": the live service does not report it. */
export const dnsAssignmentSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("uses"), dns: z.string() }),
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("unknown") }),
]);
export type DnsAssignment = z.output<typeof dnsAssignmentSchema>;

/**
 * The same with its source and time. `lost`: the response to a change was lost; `assignment` is then "unknown" until it is
 * read, recorded or changed again, which is safe: the operation is idempotent.
 */
export const dnsUseSchema = z.object({
  assignment: dnsAssignmentSchema,
  source: provenanceSchema.optional(),
  asOf: timeSchema.optional(),
  lost: z.object({ change: z.number().int(), requested: dnsAssignmentSchema, at: timeSchema }).optional(),
});
export type DnsUse = z.output<typeof dnsUseSchema>;

/** How complete the endpoint cache is on which counts are based. */
export const cacheSchema = z.object({
  state: z.enum(["never", "complete", "partial", "not-offered"]),
  asOf: timeSchema.optional(),
  unique: z.number().int().optional(),
  promised: z.number().int().optional(),
});
export type CacheState = z.output<typeof cacheSchema>;

/**
 * A number of endpoints: "exact" as of the cache, "at-least" for an incomplete cache, "unknown" (without a count) where there is none.
 * `sentence` is its text: "at least 3 endpoints".
 */
export const endpointCountSchema = z.object({
  exactness: z.enum(["exact", "at-least", "unknown"]),
  count: z.number().int().optional(),
  sentence: codedTextSchema,
});
export type EndpointCount = z.output<typeof endpointCountSchema>;

/** The service's own count of endpoints, when it was last read. */
export const usedCountSchema = z.object({ count: z.number(), asOf: timeSchema });

/** A service profile that a change affects, or that uses a configuration. */
export const affectedProfileSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  use: dnsUseSchema,
  endpoints: endpointCountSchema,
  usedCount: usedCountSchema.optional(),
});
export type AffectedProfile = z.output<typeof affectedProfileSchema>;

/**
 * The impact of a change. `profiles` are those known to be affected (for the deletion of a configuration: those known to use it).
 * `unknownProfiles`: how many more have an unknown configuration. `hasAllProfiles` false: there may be profiles that
 * neither the service nor the cache has reported.
 */
export const impactSchema = z.object({
  profiles: z.array(affectedProfileSchema),
  unknownProfiles: z.number().int(),
  hasAllProfiles: z.boolean(),
  /** All endpoints of `profiles`. */
  endpoints: endpointCountSchema,
  cache: cacheSchema,
  /** The summary. */
  sentence: codedTextSchema,
  /** The effect on connected devices, and its limits. */
  note: codedTextSchema,
});
export type Impact = z.output<typeof impactSchema>;

/** A field and a text about it; never prevents a request. */
export const warningSchema = z.object({ field: z.string(), code: z.string(), message: codedTextSchema });
export type Warning = z.output<typeof warningSchema>;
