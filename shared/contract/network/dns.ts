/**
 * DNS configurations: reading, creating, deleting; which service profile uses which, as far as known; the impact of a change; undo.
 * Ids are text. Results are cached with their time, so that `list`, `impact` and `changes` work without a network.
 */
import { z } from "zod";
import { codedTextSchema, operation, timeSchema, connectionField } from "../kit.ts";
import {
  dnsAssignmentSchema,
  dnsUseSchema,
  impactSchema,
  listReading,
  affectedProfileSchema,
  resolutionFields,
  unknownChangeFields,
  warningSchema,
} from "./network-schemas.ts";

export const dnsConfigurationSchema = z.object({
  id: z.string(),
  /** Missing where the service's value cannot be read. */
  primary: z.string().optional(),
  secondary: z.string().optional(),
  version: z.union([z.literal(4), z.literal(6)]).optional(),
  /** Profiles that are known to use it. */
  users: z.array(affectedProfileSchema),
});
export type DnsConfiguration = z.output<typeof dnsConfigurationSchema>;

const changeFields = {
  ...unknownChangeFields,
  kind: z.enum(["create", "delete"]),
  dns: z.string().optional(),
  primary: z.string().optional(),
  secondary: z.string().optional(),
};

export const dnsListSchema = z.object({
  ...listReading,
  items: z.array(dnsConfigurationSchema),
  /** Profiles whose DNS configuration is unknown; `hasAllProfiles` false: there may be further profiles. */
  unknownProfiles: z.number().int(),
  hasAllProfiles: z.boolean(),
  unresolved: z.array(z.object(changeFields)),
  resolved: z.array(z.object({ ...changeFields, ...resolutionFields })),
});
export type DnsList = z.output<typeof dnsListSchema>;

/**
 * A change of a service profile's DNS made or recorded here. "created": the profile was created with it; "recorded": reported by the operator,
 * nothing was sent. State "unknown": the response was lost; "not-applied": lost, and a reading proved that it did not happen.
 */
export const dnsChangeSchema = z.object({
  change: z.number().int(),
  kind: z.enum(["attached", "detached", "undone", "created", "recorded"]),
  profile: z.string(),
  profileName: z.string().optional(),
  before: dnsAssignmentSchema,
  after: dnsAssignmentSchema,
  state: z.enum(["done", "unknown", "refused", "not-applied"]),
  /** Code and text of a rejection. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  at: timeSchema,
  undoOf: z.number().int().optional(),
  undoneBy: z.number().int().optional(),
  /** Whether `undo` can restore the previous state: the newest change of its profile, with a known previous state. */
  undoable: z.boolean(),
});
export type DnsChange = z.output<typeof dnsChangeSchema>;

/**
 * The outcome of attaching, detaching or undoing. A rejection by the service is a failure with its code and message.
 * - "done" · "unchanged": the service already reports this state, nothing was sent
 * - "moved": only of `undo`: the state differs from the result of the change; nothing was sent, `use` is the current state
 * - "unknown": the response was lost and a reading did not resolve it; repeating is safe
 */
export const dnsAnswerSchema = z.object({
  outcome: z.enum(["done", "unchanged", "moved", "unknown"]),
  use: dnsUseSchema,
  /** Missing where nothing was sent. */
  change: dnsChangeSchema.optional(),
  message: codedTextSchema,
});
export type DnsAnswer = z.output<typeof dnsAnswerSchema>;

const addresses = { primary: z.string(), secondary: z.string() };
const ofProfile = { ...connectionField, profile: z.string() };

export const dns = {
  operations: {
    /** The cached list, by id; without a network request. */
    list: operation(z.object(connectionField), dnsListSchema),
    /** Reads the list from the service, caches it and resolves unknown outcomes. A failure leaves the cache unchanged. */
    refresh: operation(z.object(connectionField), dnsListSchema),
    /**
     * Validates both addresses as `create` does and sends nothing. Fails `invalid-input` with `details.field` "primary" or "secondary".
     * `same`: cached configurations that already have these two addresses.
     */
    check: operation(
      z.object({ ...connectionField, ...addresses }),
      z.object({
        version: z.union([z.literal(4), z.literal(6)]),
        warnings: z.array(warningSchema),
        same: z.array(z.string()),
      }),
    ),
    /**
     * Reads the list, creates, and reads again where the response has no id. "exists": a configuration with these addresses in this
     * order already exists; "unsettled": they were sent before, with an unknown outcome; nothing was sent then, unless
     * `allowSame`. "unknown": the response was lost, and it was not in the list (yet). Fails `invalid-input` as `check` does, or as the service
     * rejects.
     */
    create: operation(
      z.object({ ...connectionField, ...addresses, allowSame: z.boolean().default(false) }),
      z.object({
        outcome: z.enum(["created", "exists", "unsettled", "unknown"]),
        /** Missing when unknown, and where several new ones have these addresses. */
        id: z.string().optional(),
        message: codedTextSchema,
        warnings: z.array(warningSchema),
      }),
    ),
    /** The impact of a change; without a network request. `delete` of a configuration; `attach`, `detach`, `undo` at a profile. */
    impact: operation(
      z.union([
        z.strictObject({ ...connectionField, action: z.literal("delete"), dns: z.string() }),
        z.strictObject({ ...connectionField, action: z.enum(["attach", "detach", "undo"]), profile: z.string() }),
      ]),
      impactSchema,
    ),
    /**
     * "in-use": rejected because a profile uses it; `impact` and `message` name the known ones. "unknown": the response
     * was lost, and it is still in the list. Fails `dns-unknown` where it does not exist, or as the service rejects.
     */
    remove: operation(
      z.object({ ...connectionField, dns: z.string() }),
      z.object({
        outcome: z.enum(["deleted", "in-use", "unknown"]),
        message: codedTextSchema,
        impact: impactSchema.optional(),
      }),
    ),
    /** Fails `invalid-input` ("profile", "dns"), `profile-unknown`, `dns-unknown`, or as the service rejects. */
    attach: operation(z.object({ ...ofProfile, dns: z.string() }), dnsAnswerSchema),
    detach: operation(z.object(ofProfile), dnsAnswerSchema),
    /** Records which configuration a profile uses, where the service does not report it; sends nothing. Without `dns`: none. */
    recordAssignment: operation(z.object({ ...ofProfile, dns: z.string().optional() }), dnsAnswerSchema),
    /**
     * Restores the state before the newest change of a profile made here; checks for changes elsewhere first, where the service reports
     * the state. With `change`: the one the caller saw, so that a newer one gives "moved". Fails `nothing-to-undo`, `earlier-unknown` where the
     * previous state is unknown, `dns-gone` where its configuration was deleted.
     */
    undo: operation(z.object({ ...ofProfile, change: z.number().int().optional() }), dnsAnswerSchema),
    /** Changes made here, newest first; without a network request. */
    changes: operation(
      z.object({
        ...connectionField,
        profile: z.string().optional(),
        limit: z.number().int().min(1).max(200).default(50),
        before: z.number().int().optional(),
      }),
      z.object({ changes: z.array(dnsChangeSchema), next: z.number().int().optional() }),
    ),
  },
  topics: { "dns.changed": z.object({ connection: z.string() }) },
} as const;
