/**
 * DNS configurations: reading, creating, deleting; which service profile uses which, as far as is known; whom a change reaches; one
 * step back. Ids are text. What was read is kept with the moment, so that `list`, `radius` and `changes` work without a network.
 */
import { z } from "zod";
import { codedTextSchema, operation, timeSchema } from "./kit.ts";
import {
  dnsAssignmentSchema,
  dnsUseSchema,
  impactSchema,
  touchedProfileSchema,
  warningSchema,
} from "./network-schemas.ts";

const scope = { connection: z.string().optional() };

export const dnsConfigurationSchema = z.object({
  id: z.string(),
  /** Missing where the service gave none that can be read. */
  primary: z.string().optional(),
  secondary: z.string().optional(),
  version: z.union([z.literal(4), z.literal(6)]).optional(),
  /** Profiles that are known to use it. */
  users: z.array(touchedProfileSchema),
});
export type DnsConfiguration = z.output<typeof dnsConfigurationSchema>;

const sentDns = {
  change: z.number().int(),
  kind: z.enum(["create", "delete"]),
  dns: z.string().optional(),
  primary: z.string().optional(),
  secondary: z.string().optional(),
  /** When it was sent. */
  at: timeSchema,
  message: codedTextSchema,
};

/** A creation or deletion whose answer was lost and that reading has not settled yet. `refresh` looks again. */
export const unresolvedDnsSchema = z.object(sentDns);
export type UnresolvedDns = z.output<typeof unresolvedDnsSchema>;

/** One whose answer was lost, and that reading has settled since. */
export const resolvedDnsSchema = z.object({
  ...sentDns,
  state: z.enum(["done", "not-applied"]),
  resolvedAt: timeSchema,
});
export type ResolvedDns = z.output<typeof resolvedDnsSchema>;

export const dnsListSchema = z.object({
  /** "never": nobody asked; "not-offered": the service has no such list. */
  state: z.enum(["never", "read", "not-offered"]),
  asOf: timeSchema.optional(),
  /** Why the list does not show all that the service has. */
  gap: codedTextSchema.optional(),
  items: z.array(dnsConfigurationSchema),
  /** Profiles of which it is not known what they use; false: there may be more than we know of. */
  unknownProfiles: z.number().int(),
  hasAllProfiles: z.boolean(),
  unresolved: z.array(unresolvedDnsSchema),
  /** The newest, newest first. */
  resolved: z.array(resolvedDnsSchema),
});
export type DnsList = z.output<typeof dnsListSchema>;

/**
 * What was done to the DNS of one service profile, or said of it. "created": the profile was created with it; "told": a person said
 * it, nothing was sent. State "unknown": the answer was lost; "not-applied": lost, and reading told that it had not happened.
 */
export const dnsChangeSchema = z.object({
  change: z.number().int(),
  kind: z.enum(["attached", "detached", "undone", "created", "told"]),
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
  /** Whether `undo` would put back what was before: the newest change of its profile, and it is known what was before. */
  undoable: z.boolean(),
});
export type DnsChange = z.output<typeof dnsChangeSchema>;

/**
 * What came of attaching, detaching or undoing. A refusal of the service is a failure with its code and words.
 * - "done" · "unchanged": the service told that it is so already, nothing was sent
 * - "moved": only of `undo`: it is not any more what the change had made of it; nothing was sent, `use` is what it is now
 * - "unknown": the answer was lost and reading did not tell what came of it; doing it once more is safe
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
const ofProfile = { ...scope, profile: z.string() };

export const dns = {
  operations: {
    /** What is kept; touches no network. By id. */
    list: operation(z.object(scope), dnsListSchema),
    /** Asks the service, keeps what it says and settles what was unsettled. A failure leaves what is kept as it is. */
    refresh: operation(z.object(scope), dnsListSchema),
    /**
     * Checks both addresses as `create` does and sends nothing. Fails `invalid-input` with `details.field` "primary" or "secondary".
     * `same`: configurations of the kept list that have these two addresses already.
     */
    check: operation(
      z.object({ ...scope, ...addresses }),
      z.object({
        version: z.union([z.literal(4), z.literal(6)]),
        warnings: z.array(warningSchema),
        same: z.array(z.string()),
      }),
    ),
    /**
     * Reads the list, creates, and reads again where the answer does not tell the new id. "exists": one with these addresses in this
     * order is there already; "unsettled": these were sent before, and what came of that is not known; nothing was sent then, unless
     * `allowSame`. "unknown": the answer was lost, and reading did not find it (yet). Fails `invalid-input` as `check` does, or as the service refuses.
     */
    create: operation(
      z.object({ ...scope, ...addresses, allowSame: z.boolean().default(false) }),
      z.object({
        outcome: z.enum(["created", "exists", "unsettled", "unknown"]),
        /** Missing when unknown, and where several new ones have these addresses. */
        id: z.string().optional(),
        message: codedTextSchema,
        warnings: z.array(warningSchema),
      }),
    ),
    /** Whom a change would reach; touches no network. `delete` of a configuration; `attach`, `detach`, `undo` at a profile. */
    impact: operation(
      z.union([
        z.strictObject({ ...scope, action: z.literal("delete"), dns: z.string() }),
        z.strictObject({ ...scope, action: z.enum(["attach", "detach", "undo"]), profile: z.string() }),
      ]),
      impactSchema,
    ),
    /**
     * "in-use": the service refused because a profile uses it; `radius` and `message` say which are known to. "unknown": the answer
     * was lost, and it is still in the list. Fails `dns-unknown` where the service does not know it, or as the service refuses.
     */
    remove: operation(
      z.object({ ...scope, dns: z.string() }),
      z.object({
        outcome: z.enum(["deleted", "in-use", "unknown"]),
        message: codedTextSchema,
        impact: impactSchema.optional(),
      }),
    ),
    /** Fails `invalid-input` ("profile", "dns"), `profile-unknown`, `dns-unknown`, or as the service refuses. */
    attach: operation(z.object({ ...ofProfile, dns: z.string() }), dnsAnswerSchema),
    detach: operation(z.object(ofProfile), dnsAnswerSchema),
    /** Keeps what a person knows that a profile uses, where the service does not tell; sends nothing. Without `dns`: none. */
    recordAssignment: operation(z.object({ ...ofProfile, dns: z.string().optional() }), dnsAnswerSchema),
    /**
     * Puts back what the newest change of a profile made here replaced; asks the service first whether it moved since, where it
     * tells. With `change`: the one the caller saw, so that a newer one makes it "moved". Fails `nothing-to-undo`, `earlier-unknown` where it is not known what was before, `dns-gone` where that was deleted.
     */
    undo: operation(z.object({ ...ofProfile, change: z.number().int().optional() }), dnsAnswerSchema),
    /** Changes made here, newest first; touches no network. */
    changes: operation(
      z.object({
        ...scope,
        profile: z.string().optional(),
        limit: z.number().int().min(1).max(200).default(50),
        before: z.number().int().optional(),
      }),
      z.object({ changes: z.array(dnsChangeSchema), next: z.number().int().optional() }),
    ),
  },
  topics: { "dns.changed": z.object({ connection: z.string() }) },
} as const;
