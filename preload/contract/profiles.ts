/**
 * Service profiles: those the service lists, those seen in endpoint records, those created here, as one list that says of each where
 * it is known from; details, creation, the callback for received SMS, and who uses a profile. Ids are text.
 */
import { z } from "zod";
import { codedTextSchema, operation, recordSchema, timeSchema } from "./kit.ts";
import { copySchema, dnsUseSchema, provenanceSchema, endpointCountSchema, warningSchema } from "./network-schemas.ts";

const scope = { connection: z.string().optional() };

/** Where received SMS are delivered. "unknown" is never to be shown as "none". */
export const callbackAssignmentSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("uses"), callback: z.string(), url: z.string().optional() }),
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("unknown") }),
]);
export type CallbackAssignment = z.output<typeof callbackAssignmentSchema>;

/**
 * `lost`: the answer to a change was lost; doing it once more is safe. `earlier`: what the newest change made here replaced, where that
 * was known and the change still stands or may stand; `setCallback` with `undoOf` puts it back.
 */
export const callbackUseSchema = z.object({
  assignment: callbackAssignmentSchema,
  source: provenanceSchema.optional(),
  asOf: timeSchema.optional(),
  lost: z.object({ change: z.number().int(), requested: callbackAssignmentSchema, at: timeSchema }).optional(),
  earlier: z.object({ change: z.number().int(), assignment: callbackAssignmentSchema, at: timeSchema }).optional(),
});
export type CallbackUse = z.output<typeof callbackUseSchema>;

/** The switches that can be set at creation, by the service's own names (known from public sources). */
export const profileSwitchSchema = z.enum([
  "allowed_3g",
  "allowed_4g",
  "allowed_nb_iot",
  "apply_data_quota",
  "apply_sms_quota",
  "retail",
  "sms_p2p_int",
  "sms_p2p_ext",
  "nipdp",
]);
export type ProfileSwitch = z.output<typeof profileSwitchSchema>;
const switches = z.partialRecord(profileSwitchSchema, z.boolean());

export const profileSchema = z.object({
  id: z.string(),
  /** Missing where nobody told it. */
  name: z.string().optional(),
  description: z.string().optional(),
  /** Every source that knows of it, each once, the service first; `asOf` is when. */
  sources: z.array(z.object({ from: provenanceSchema, asOf: timeSchema.optional() })),
  /** Endpoints of the local copy that use it. */
  endpoints: endpointCountSchema,
  /** What the service itself counted. */
  usedCount: z.object({ count: z.number(), asOf: timeSchema }).optional(),
  /** As the service told them; one that is missing was not told. */
  switches,
  dns: dnsUseSchema,
  callback: callbackUseSchema,
  /** The newest update of its fields, where the answer was lost; sending it again is safe. */
  lostUpdate: z.object({ change: z.number().int(), at: timeSchema, fields: z.array(z.string()) }).optional(),
});
export type Profile = z.output<typeof profileSchema>;

const sentProfile = {
  change: z.number().int(),
  name: z.string(),
  description: z.string().optional(),
  dns: z.string().optional(),
  callback: z.string().optional(),
  /** When it was sent. */
  at: timeSchema,
  message: codedTextSchema,
};

/** A creation whose answer was lost and that reading has not settled yet. `refresh` looks again, where there is a list. */
export const unresolvedProfileSchema = z.object(sentProfile);
export type UnresolvedProfile = z.output<typeof unresolvedProfileSchema>;

/** One whose answer was lost, and that reading has settled since. */
export const resolvedProfileSchema = z.object({
  ...sentProfile,
  state: z.enum(["done", "not-applied"]),
  profile: z.string().optional(),
  resolvedAt: timeSchema,
});
export type ResolvedProfile = z.output<typeof resolvedProfileSchema>;

export const profileListSchema = z.object({
  /** The service's own list: "never" asked, "read", or "not-offered": then profiles are known from the other sources alone. */
  list: z.object({
    state: z.enum(["never", "read", "not-offered"]),
    asOf: timeSchema.optional(),
    /** Why the list does not show all that the service has. */
    gap: codedTextSchema.optional(),
  }),
  /** The copy of endpoints that the other rows and the counts come from. */
  copy: copySchema,
  items: z.array(profileSchema),
  /** Endpoints of the copy without a profile. */
  endpointsWithout: z.number().int(),
  unresolved: z.array(unresolvedProfileSchema),
  /** The newest, newest first. */
  resolved: z.array(resolvedProfileSchema),
});
export type ProfileList = z.output<typeof profileListSchema>;

export const profileDetailSchema = z.object({
  profile: profileSchema,
  /** The service's own detail: "never" asked, "read" (`record`, as of `asOf`), or "not-offered". */
  detail: z.object({ state: z.enum(["never", "read", "not-offered"]), asOf: timeSchema.optional() }),
  record: recordSchema.optional(),
});
export type ProfileDetail = z.output<typeof profileDetailSchema>;

const draft = {
  ...scope,
  name: z.string(),
  description: z.string().optional(),
  dns: z.string().optional(),
  callback: z.string().optional(),
  switches: switches.default({}),
};
const ofProfile = { ...scope, profile: z.string() };

export const profiles = {
  operations: {
    /** What is kept, by name; touches no network. */
    list: operation(z.object(scope), profileListSchema),
    /** Asks the service; where it has no list that is said, and no failure. A failure leaves what is kept as it is. */
    refresh: operation(z.object(scope), profileListSchema),
    /** What is kept of one; touches no network. Fails `profile-unknown` where no source knows it. */
    get: operation(z.object(ofProfile), profileDetailSchema),
    /** Asks the service for its detail, where it has one. Fails `profile-unknown` where the service does not know it. */
    read: operation(z.object(ofProfile), profileDetailSchema),
    /**
     * Checks the fields as `create` does and sends nothing. Fails `invalid-input` with `details.field` of "name", "description",
     * "dns", "callback". `same`: known profiles of this name.
     */
    check: operation(z.object(draft), z.object({ warnings: z.array(warningSchema), same: z.array(z.string()) })),
    /**
     * Creates a profile, with a DNS configuration and a callback where given. "exists": one of this name is known already;
     * "unsettled": one of this name was sent before, and what came of that is not known; nothing was sent then, unless `allowSame`.
     * "unknown": the answer was lost, and reading did not find it. Fails as `check` does, or as the service refuses.
     */
    create: operation(
      z.object({ ...draft, allowSame: z.boolean().default(false) }),
      z.object({
        outcome: z.enum(["created", "exists", "unsettled", "unknown"]),
        /** Missing when unknown, and where neither the answer nor a list tells it. */
        id: z.string().optional(),
        message: codedTextSchema,
        warnings: z.array(warningSchema),
      }),
    ),
    /**
     * Sets where received SMS are delivered: the id of an existing API callback, or without `callback` none. "unknown": the answer
     * was lost and reading did not tell. With `undoOf`, the change whose earlier callback is given: fails `moved`, and nothing is sent,
     * where it is not any more what that change made of it. Fails `invalid-input` ("profile", "callback"), `profile-unknown`, or as the service refuses.
     */
    setCallback: operation(
      z.object({ ...ofProfile, callback: z.string().optional(), undoOf: z.number().int().optional() }),
      z.object({
        outcome: z.enum(["set", "unchanged", "unknown"]),
        use: callbackUseSchema,
        /** What it was before, as far as was known. */
        before: callbackAssignmentSchema,
        message: codedTextSchema,
      }),
    ),
    /**
     * Changes the named fields and no others; an empty description removes it. "differs": the service accepted it, and reading again
     * shows other values. "unknown": the answer was lost and reading did not tell. `endpoints` use the profile. Fails `invalid-input`
     * ("profile", "name", "description"), `profile-unknown`, `not-offered`, or as the service refuses.
     */
    update: operation(
      z.object({
        ...ofProfile,
        name: z.string().optional(),
        description: z.string().optional(),
        switches: switches.default({}),
      }),
      z.object({
        outcome: z.enum(["updated", "unchanged", "differs", "unknown"]),
        endpoints: endpointCountSchema,
        message: codedTextSchema,
      }),
    ),
    /** Who uses it, from the local copy; touches no network. `filter` is a text for the list of endpoints. */
    users: operation(
      z.object(ofProfile),
      z.object({
        endpoints: endpointCountSchema,
        byStatus: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
        filter: z.string(),
        copy: copySchema,
        usedCount: z.object({ count: z.number(), asOf: timeSchema }).optional(),
      }),
    ),
  },
  topics: { "profiles.changed": z.object({ connection: z.string() }) },
} as const;
