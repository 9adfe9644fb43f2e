/**
 * Service profiles: those the service lists, those in endpoint records, those created here, as one list with the source of
 * each; details, creation, the callback for received SMS, and the endpoints of a profile. Ids are text.
 */
import { z } from "zod";
import { codedTextSchema, operation, recordSchema, timeSchema, connectionField } from "../kit.ts";
import {
  cacheSchema,
  dnsUseSchema,
  endpointCountSchema,
  listReading,
  provenanceSchema,
  resolutionFields,
  unknownChangeFields,
  usedCountSchema,
  warningSchema,
} from "./network-schemas.ts";

/** The callback for received SMS. "unknown" must never be displayed as "none". */
export const callbackAssignmentSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("uses"), callback: z.string(), url: z.string().optional() }),
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("unknown") }),
]);
export type CallbackAssignment = z.output<typeof callbackAssignmentSchema>;

/**
 * `lost`: the response to a change was lost; repeating it is safe. `earlier`: the state before the newest change made here, where it
 * is known and the change is, or may be, in effect; `setCallback` with `undoOf` restores it.
 */
export const callbackUseSchema = z.object({
  assignment: callbackAssignmentSchema,
  source: provenanceSchema.optional(),
  asOf: timeSchema.optional(),
  lost: z.object({ change: z.number().int(), requested: callbackAssignmentSchema, at: timeSchema }).optional(),
  earlier: z.object({ change: z.number().int(), assignment: callbackAssignmentSchema, at: timeSchema }).optional(),
});
export type CallbackUse = z.output<typeof callbackUseSchema>;

/** The switches that can be set at creation, by the service's own names (docs/service-facts.md#service-profile). */
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
  /** Missing where no source has it. */
  name: z.string().optional(),
  description: z.string().optional(),
  /** Every source of the profile, each once, the service first; `asOf` is its time. */
  sources: z.array(z.object({ from: provenanceSchema, asOf: timeSchema.optional() })),
  /** Endpoints in the cache that use it. */
  endpoints: endpointCountSchema,
  usedCount: usedCountSchema.optional(),
  /** As reported by the service; a missing one is unknown. */
  switches,
  dns: dnsUseSchema,
  callback: callbackUseSchema,
  /** The newest update of its fields whose response was lost; repeating it is safe. */
  lostUpdate: z.object({ change: z.number().int(), at: timeSchema, fields: z.array(z.string()) }).optional(),
});
export type Profile = z.output<typeof profileSchema>;

const creationFields = {
  ...unknownChangeFields,
  name: z.string(),
  description: z.string().optional(),
  dns: z.string().optional(),
  callback: z.string().optional(),
};

export const profileListSchema = z.object({
  /** The service's own list: "never" requested, "read", or "not-offered": then profiles come from the other sources only. */
  list: z.object(listReading),
  /** The endpoint cache of the other rows and the counts. */
  cache: cacheSchema,
  items: z.array(profileSchema),
  /** Cached endpoints without a profile. */
  endpointsWithout: z.number().int(),
  /** Creations; a service without a list cannot resolve them. */
  unresolved: z.array(z.object(creationFields)),
  resolved: z.array(z.object({ ...creationFields, profile: z.string().optional(), ...resolutionFields })),
});
export type ProfileList = z.output<typeof profileListSchema>;

export const profileDetailSchema = z.object({
  profile: profileSchema,
  /** The service's own detail: "never" requested, "read" (`record`, as of `asOf`), or "not-offered". */
  detail: z.object(listReading).omit({ gap: true }),
  record: recordSchema.optional(),
});
export type ProfileDetail = z.output<typeof profileDetailSchema>;

const draft = {
  ...connectionField,
  name: z.string(),
  description: z.string().optional(),
  dns: z.string().optional(),
  callback: z.string().optional(),
  switches: switches.default({}),
};
const ofProfile = { ...connectionField, profile: z.string() };

export const profiles = {
  operations: {
    /** The cached list, by name; without a network request. */
    list: operation(z.object(connectionField), profileListSchema),
    /** Reads the list from the service; a service without the list is not a failure. A failure leaves the cache unchanged. */
    refresh: operation(z.object(connectionField), profileListSchema),
    /** One cached profile; without a network request. Fails `profile-unknown` where no source has it. */
    get: operation(z.object(ofProfile), profileDetailSchema),
    /** Reads the detail from the service, where it offers one. Fails `profile-unknown` where it does not exist. */
    read: operation(z.object(ofProfile), profileDetailSchema),
    /**
     * Validates the fields as `create` does and sends nothing. Fails `invalid-input` with `details.field` of "name", "description",
     * "dns", "callback". `same`: known profiles with this name.
     */
    check: operation(z.object(draft), z.object({ warnings: z.array(warningSchema), same: z.array(z.string()) })),
    /**
     * Creates a profile, with a DNS configuration and a callback where set. "exists": a profile with this name is already known;
     * "unsettled": this name was sent before, with an unknown outcome; nothing was sent then, unless `allowSame`.
     * "unknown": the response was lost, and a reading did not contain it. Fails as `check` does, or as the service rejects.
     */
    create: operation(
      z.object({ ...draft, allowSame: z.boolean().default(false) }),
      z.object({
        outcome: z.enum(["created", "exists", "unsettled", "unknown"]),
        /** Missing when neither the response nor a list contains it. */
        id: z.string().optional(),
        message: codedTextSchema,
        warnings: z.array(warningSchema),
      }),
    ),
    /**
     * Sets the callback for received SMS: the id of an existing API callback, or none without `callback`. "unknown": the response
     * was lost and a reading did not resolve it. With `undoOf`, the change whose earlier callback is set: fails `moved`, and nothing is sent,
     * where the state differs from that change's result. Fails `invalid-input` ("profile", "callback"), `profile-unknown`, or as the service rejects.
     */
    setCallback: operation(
      z.object({ ...ofProfile, callback: z.string().optional(), undoOf: z.number().int().optional() }),
      z.object({
        outcome: z.enum(["set", "unchanged", "unknown"]),
        use: callbackUseSchema,
        /** The former state, as far as known. */
        before: callbackAssignmentSchema,
        message: codedTextSchema,
      }),
    ),
    /**
     * Changes the named fields only; an empty description removes it. "differs": the service accepted it, and a reading
     * returned other values. "unknown": the response was lost and a reading did not resolve it. `endpoints` use the profile. Fails `invalid-input`
     * ("profile", "name", "description"), `profile-unknown`, `not-offered`, or as the service rejects.
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
    /** The endpoints that use it, from the cache; without a network request. `filter` is a filter for the list of endpoints. */
    users: operation(
      z.object(ofProfile),
      z.object({
        endpoints: endpointCountSchema,
        byStatus: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
        filter: z.string(),
        cache: cacheSchema,
        usedCount: usedCountSchema.optional(),
      }),
    ),
  },
  topics: { "profiles.changed": z.object({ connection: z.string() }) },
} as const;
