/** The words of the network page: which DNS configuration a profile uses as far as is known, whom a change reaches. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "./kit.ts";

/**
 * Where something is known from: told by the service, seen in the local copy of endpoints, done here ("known from this computer"),
 * or said by a person.
 */
export const provenanceSchema = z.enum(["service", "endpoints", "this-computer", "person"]);
export type Provenance = z.output<typeof provenanceSchema>;

/** What a service profile uses. "unknown" is never to be shown as "none": the live service does not tell it. */
export const dnsAssignmentSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("uses"), dns: z.string() }),
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("unknown") }),
]);
export type DnsAssignment = z.output<typeof dnsAssignmentSchema>;

/**
 * The same with where it is known from and since when. `lost`: the answer to a change was lost; `stand` is then "unknown" until it is
 * read, told or done again, which is safe: the same change twice is the same as once.
 */
export const dnsUseSchema = z.object({
  assignment: dnsAssignmentSchema,
  source: provenanceSchema.optional(),
  asOf: timeSchema.optional(),
  lost: z.object({ change: z.number().int(), requested: dnsAssignmentSchema, at: timeSchema }).optional(),
});
export type DnsUse = z.output<typeof dnsUseSchema>;

/** How complete the local copy of endpoints is that counts are taken from. */
export const copySchema = z.object({
  state: z.enum(["never", "complete", "partial", "not-offered"]),
  asOf: timeSchema.optional(),
  unique: z.number().int().optional(),
  promised: z.number().int().optional(),
});
export type Copy = z.output<typeof copySchema>;

/**
 * A number of endpoints: "exact" as of the copy, "at-least" from an incomplete one, "unknown" (and no count) where there is none.
 * `sentence` says it for a person: "at least 3 endpoints".
 */
export const endpointCountSchema = z.object({
  exactness: z.enum(["exact", "at-least", "unknown"]),
  count: z.number().int().optional(),
  sentence: codedTextSchema,
});
export type EndpointCount = z.output<typeof endpointCountSchema>;

/** A service profile that a change touches, or that uses a configuration. */
export const touchedProfileSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  use: dnsUseSchema,
  endpoints: endpointCountSchema,
  /** What the service itself counted, when it was last asked. */
  usedCount: z.object({ count: z.number(), asOf: timeSchema }).optional(),
});
export type TouchedProfile = z.output<typeof touchedProfileSchema>;

/**
 * Whom a change reaches. `profiles` are those known to be touched (for the deletion of a configuration: those known to use it).
 * `unknownProfiles`: so many more of which it is not known what they use. `allProfilesKnown` false: there may be profiles that
 * neither the service nor the local copy told us of.
 */
export const impactSchema = z.object({
  profiles: z.array(touchedProfileSchema),
  unknownProfiles: z.number().int(),
  hasAllProfiles: z.boolean(),
  /** All endpoints of `profiles`. */
  endpoints: endpointCountSchema,
  copy: copySchema,
  /** Sums it up. */
  sentence: codedTextSchema,
  /** What happens, and what does not, to devices that are connected now. */
  note: codedTextSchema,
});
export type Impact = z.output<typeof impactSchema>;

/** A field and a text about it; never keeps anything from being sent. */
export const warningSchema = z.object({ field: z.string(), code: z.string(), message: codedTextSchema });
export type Warning = z.output<typeof warningSchema>;
