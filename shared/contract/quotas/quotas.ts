/**
 * Data and SMS quotas of endpoints: reading, setting, adding, deleting; the same for many at once, with an undo; the overview.
 *
 * Units: data in megabytes, SMS in messages; both may have a fraction and may be slightly negative when read. Times are epoch
 * milliseconds. Values that the service does not report are missing; a quota that is not set is "none"; one that was not read is "never".
 */
import { z } from "zod";
import { codedTextSchema, confirmSchema, nothingSchema, operation, timeSchema, connectionField } from "../kit.ts";
import { quotaChangeStateSchema, quotaCountsSchema, quotaRowSchema, quotaRowStateSchema } from "./quota-changes.ts";
import {
  quotaGroupSchema,
  quotaHistoryPointSchema,
  quotaItemSchema,
  quotaOverviewQuery,
  quotaRefreshSchema,
  quotaUsageDaySchema,
} from "./quota-overview.ts";
import {
  enforcementSchema,
  quotaKindSchema,
  quotaOperationSchema,
  quotaReadingSchema,
  quotaStateSchema,
} from "./quota-schemas.ts";

const ofEndpoint = { ...connectionField, endpoint: z.string().min(1) };
const change = { kind: quotaKindSchema, operation: quotaOperationSchema };
const optionalEndpoint = { ...connectionField, endpoint: z.string().min(1).optional() };
/** The last days, up to now; readings are retained for 90 days. */
const period = { kind: quotaKindSchema, days: z.number().int().min(1).max(90).default(30) };
const byChange = z.object({ change: z.number().int() });
/** Confirmations: the remaining volume is 0 or no quota is set afterwards; the expiry is in the past. */
const confirmed = { confirmZero: z.boolean().default(false), confirmPast: z.boolean().default(false) };
/** Sends even if the outcome of an earlier change of the same quota is unknown. */
const allowed = { allowUnresolved: z.boolean().default(false) };

/** The endpoints. `ids` are endpoint ids, each processed once; `filter` is a text in the grammar of the endpoints' list. */
export const quotaSourceSchema = z.union([
  z.strictObject({ ids: z.array(z.string().min(1)).min(1).max(1_000_000) }),
  z.strictObject({ filter: z.string() }),
  z.strictObject({ audience: z.number().int() }),
  z.strictObject({ view: z.number().int() }),
]);
export type QuotaSource = z.output<typeof quotaSourceSchema>;

/** The cached quotas of one endpoint; `name` and `profile` from the cache or the service. */
export const endpointQuotasSchema = z.object({
  endpoint: z.string(),
  name: z.string().optional(),
  profile: z.object({ id: z.string(), name: z.string().optional(), asOf: timeSchema.optional() }).optional(),
  data: quotaReadingSchema.extend({ enforcement: enforcementSchema }),
  sms: quotaReadingSchema.extend({ enforcement: enforcementSchema }),
});
export type EndpointQuotas = z.output<typeof endpointQuotasSchema>;

/**
 * The outcome of a change for one endpoint. A rejection by the service is a failure with its code and message.
 * - "set", "deleted": the service accepted it; `reading` is the current value, where it could be read again.
 * - "differs": the service accepted it, and a read returned another quota than `requested`.
 * - "unchanged": no change was needed; nothing was sent.
 * - "moved": the quota differs from the one that the caller saw. Nothing was sent. Show `seen` and `current`; to continue, call again with
 *   `current` as `seen`. `usageOnly`: only the remaining volume has decreased, as by usage of the device.
 * - "unsettled": the outcome of an earlier change of this quota, which `unresolved` names, is unknown; nothing was sent, unless
 *   `allowUnresolved`. Another read resolves it.
 * - "unknown": the response was lost, and a read did not resolve it. Nothing is repeated automatically.
 */
export const quotaAnswerSchema = z.object({
  outcome: z.enum(["set", "deleted", "differs", "unchanged", "moved", "unsettled", "unknown"]),
  reading: quotaReadingSchema.optional(),
  seen: quotaStateSchema.optional(),
  current: quotaStateSchema.optional(),
  requested: quotaStateSchema.optional(),
  usageOnly: z.boolean().optional(),
  /** The earlier change, when it was sent, and from when on a read can resolve it; missing where it never can. */
  unresolved: z
    .object({
      change: z.number().int(),
      title: codedTextSchema,
      sentAt: timeSchema.optional(),
      resolvableFrom: timeSchema.optional(),
    })
    .optional(),
  /** Its number, for `undo`; missing where nothing was sent. */
  change: z.number().int().optional(),
  message: codedTextSchema,
  warnings: z.array(codedTextSchema),
});
export type QuotaAnswer = z.output<typeof quotaAnswerSchema>;

export const quotaChangeSchema = z.object({
  change: z.number().int(),
  connection: z.string(),
  kind: quotaKindSchema,
  operation: quotaOperationSchema,
  /** The operation and its endpoints, for display: "Add 50 MB", "12 selected endpoints". */
  title: codedTextSchema,
  targets: codedTextSchema,
  state: quotaChangeStateSchema,
  /** Why it was interrupted. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  counts: quotaCountsSchema,
  total: z.number().int(),
  /** Endpoints with a quota, or without one, when they were read. */
  had: z.object({ quota: z.number().int(), none: z.number().int() }),
  /** Endpoints whose remaining volume will be 0. */
  toZero: z.number().int(),
  warnings: z.array(codedTextSchema),
  /** The change that this one undoes; the last undo of this change, whether it is still running, and how many are restored. */
  undoOf: z.number().int().optional(),
  undone: z.object({ by: z.number().int(), back: z.number().int(), isRunning: z.boolean() }).optional(),
  /** Created for one endpoint, by `change`. */
  single: z.boolean(),
  createdAt: timeSchema,
  startedAt: timeSchema.optional(),
  endedAt: timeSchema.optional(),
});
export type QuotaChange = z.output<typeof quotaChangeSchema>;

export const quotas = {
  operations: {
    /** The cached quotas of an endpoint; without a network request. */
    get: operation(z.object(ofEndpoint), endpointQuotasSchema),
    /**
     * Reads from the service and caches the result. A failed read leaves the older value and sets `problem`; the call fails only
     * when every read failed. Fails `endpoint-unknown` where the endpoint does not exist.
     */
    read: operation(
      z.object({ ...ofEndpoint, kinds: z.array(quotaKindSchema).min(1).default(["data", "sms"]) }),
      endpointQuotasSchema,
    ),
    /**
     * Validates every field as `change` does, sends nothing: the result and warnings, including those about the service
     * profile where `endpoint` is named. Fails `invalid-input` with `details.field` ("volume", "expiresAt" and so on).
     */
    check: operation(
      z.object({ ...optionalEndpoint, ...change, seen: quotaStateSchema.optional() }),
      z.object({
        after: quotaStateSchema.optional(),
        needsConfirmZero: z.boolean(),
        needsConfirmPast: z.boolean(),
        warnings: z.array(codedTextSchema),
      }),
    ),
    /**
     * Reads, compares with `seen` (if set), and writes. Fails `invalid-input`; `confirmation-needed` with `details.field` where
     * the remaining volume would be 0 (or no quota set, unless the profile is known not to enforce it) without `confirmZero`, or where it would
     * have expired without `confirmPast`; `not-offered` where the service cannot delete; `endpoint-unknown`; or as it rejects.
     */
    change: operation(
      z.object({
        ...ofEndpoint,
        ...change,
        seen: quotaStateSchema.optional(),
        ...confirmed,
        ...allowed,
      }),
      quotaAnswerSchema,
    ),

    /**
     * Plans a change of many: starts to read the current values in the background (state "reading", then "planned") and returns
     * at once. Nothing is sent. Fails `invalid-input`, `confirmation-needed`, `filter-invalid`, `audience-unknown`, `view-unknown`,
     * `no-endpoints` without endpoints.
     */
    plan: operation(
      z.object({
        ...connectionField,
        ...change,
        source: quotaSourceSchema,
        ...confirmed,
        ...allowed,
      }),
      quotaChangeSchema,
    ),
    /**
     * Starts to write in the background. Each endpoint is read again before it is written; one whose quota was changed elsewhere
     * becomes "moved" (usage alone does not count, see `acceptUsage`). Above 100 endpoints `confirm` must be the number of rows that
     * are sent; if set, it always must be that number. With `allowUnresolved` the "unsettled" rows are sent too. Fails `confirmation-needed`,
     * `quota-change-state`, `no-endpoints` where no row is planned.
     */
    start: operation(
      byChange.extend({
        confirm: confirmSchema.optional(),
        /** A decrease by usage alone does not count as a change elsewhere. False: any difference does. */
        acceptUsage: z.boolean().default(true),
        ...allowed,
      }),
      quotaChangeSchema,
    ),
    /** Resumes an interrupted read or write in the background. Unknown rows are resolved first. */
    resume: operation(byChange, quotaChangeSchema),
    /** Stops every read and write of a change; requests in flight complete, and each change can be resumed. Returns the stopped ones. */
    stopAll: operation(nothingSchema, z.object({ stopped: z.array(quotaChangeSchema) })),
    /** Stops reading or writing; requests in flight complete, and the change can be resumed. */
    interrupt: operation(byChange, quotaChangeSchema),
    /** Ends reading or writing; requests in flight complete, the rest is never sent. */
    cancel: operation(byChange, quotaChangeSchema),
    /** Reads unknown rows again: each becomes set, "not-applied", or "moved". */
    resolve: operation(byChange, quotaChangeSchema),
    /**
     * Processes the named rows again, and no others. Without "moved" in `which` none of those is included; with it they are
     * changed from their current value; unreadable ones are read first ("reading", later "planned"). `confirm` as above.
     */
    retry: operation(
      byChange.extend({
        states: z.array(z.enum(["not-applied", "unknown", "unreadable", "moved", "unsettled"])).min(1),
        ...allowed,
        confirm: confirmSchema.optional(),
      }),
      quotaChangeSchema,
    ),
    /**
     * Restores, as a change of its own, the value of every "set" row before: quotas are set again, where none was set it is
     * deleted. One that was changed elsewhere since is skipped unless `overwriteMoved`. `start: false` only plans. Fails `nothing-to-undo`.
     */
    undo: operation(
      byChange.extend({
        overwriteMoved: z.boolean().default(false),
        start: z.boolean().default(true),
        ...allowed,
        confirm: confirmSchema.optional(),
      }),
      quotaChangeSchema,
    ),
    state: operation(byChange, quotaChangeSchema),
    /** Rows in the requested order, after row `after`. */
    rows: operation(
      byChange.extend({
        states: z.array(quotaRowStateSchema).optional(),
        /** Only endpoints that had a quota, or none. */
        had: z.enum(["quota", "none"]).optional(),
        limit: z.number().int().min(1).max(1000).default(100),
        after: z.number().int().optional(),
      }),
      z.object({ items: z.array(quotaRowSchema), next: z.number().int().optional() }),
    ),
    /** Changes of this computer, newest first; `endpoint`: only those that include it; `active`: one page of those being read or sent, then of interrupted ones. */
    changes: operation(
      z.object({
        ...connectionField,
        endpoint: z.string().optional(),
        active: z.boolean().default(false),
        limit: z.number().int().min(1).max(200).default(50),
        before: z.number().int().optional(),
      }),
      z.object({ changes: z.array(quotaChangeSchema), next: z.number().int().optional() }),
    ),

    /** Counts of the cache; without a network request. */
    overview: operation(
      z.object(quotaOverviewQuery),
      z.object({
        groups: z.record(quotaGroupSchema, z.number().int()),
        /**
         * Quotas by remaining per cent, in ten steps: each from `from` (inclusive) to `to` (exclusive; 100 inclusive). Separately: nothing
         * left, more than the last volume, and unknown.
         */
        histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
        outside: z.object({ empty: z.number().int(), over: z.number().int(), unknown: z.number().int() }),
        /** Times of the oldest and the newest reading; missing when there are none. */
        oldest: timeSchema.optional(),
        newest: timeSchema.optional(),
      }),
    ),
    /** One page of a group, keyset-paged. Unknown values come last in both directions. Fails `cursor-invalid`. */
    list: operation(
      z.object({
        ...quotaOverviewQuery,
        group: quotaGroupSchema.default("checked"),
        sort: z.enum(["endpoint", "volume", "percent", "expiresAt", "asOf"]).default("endpoint"),
        descending: z.boolean().default(false),
        limit: z.number().int().min(1).max(1000).default(100),
        cursor: z.string().optional(),
      }),
      z.object({ items: z.array(quotaItemSchema), nextCursor: z.string().optional() }),
    ),
    /**
     * The readings of one quota, oldest first; without a network request. An unchanged volume has one reading a day, and days before the
     * last seven have only their last one.
     */
    history: operation(
      z.object({ ...ofEndpoint, ...period }),
      z.object({ readings: z.array(quotaHistoryPointSchema) }),
    ),
    /** The sums of each day with readings, oldest first; without a network request. Days without readings are missing: unknown, not 0. */
    usage: operation(z.object({ ...connectionField, ...period }), z.object({ days: z.array(quotaUsageDaySchema) })),
    /**
     * Reads the quotas of many from the service, in the background, with the lowest priority. Without a source: the whole fleet
     * cache. `olderThanMinutes` excludes those read since. Returns at once. Fails as `plan` does for its source, and
     * `refresh-running` while one runs for this connection.
     */
    refresh: operation(
      z.object({
        ...connectionField,
        kinds: z.array(quotaKindSchema).min(1).default(["data", "sms"]),
        source: quotaSourceSchema.optional(),
        olderThanMinutes: z.number().min(0).optional(),
      }),
      quotaRefreshSchema,
    ),
    /** The running refresh, or the last one of this process; empty without one. */
    refreshState: operation(z.object(connectionField), z.object({ refresh: quotaRefreshSchema.optional() })),
    cancelRefresh: operation(z.object(connectionField), nothingSchema),
  },
  topics: {
    /** The quota cache has changed: of one endpoint, or of many. */
    "quotas.changed": z.object({ connection: z.string(), endpoint: z.string().optional() }),
    /** The state or the rows of a quota change have changed. */
    "quotas.changeMoved": z.object({ connection: z.string(), change: z.number().int() }),
    /** Progress; throttled. */
    "quotas.progress": z.object({
      connection: z.string(),
      work: z.enum(["reading", "writing", "refresh"]),
      /** Number of the change or of the refresh. */
      id: z.number().int(),
      done: z.number().int(),
      total: z.number().int().optional(),
    }),
  },
} as const;
