/**
 * Data and SMS quotas of endpoints: reading, setting, adding, deleting; the same for many at once, with an undo; the overview.
 *
 * Units: data in megabytes, SMS in messages; both may have a fraction and may be slightly negative when read. Times are epoch
 * milliseconds. What the service does not tell is missing here; what it does not have is "none"; what nobody asked is "never".
 */
import { z } from "zod";
import { codedTextSchema, confirmSchema, nothingSchema, operation, timeSchema } from "./kit.ts";
import { quotaChangeStateSchema, quotaCountsSchema, quotaRowSchema, quotaRowStateSchema } from "./quota-changes.ts";
import { quotaGroupSchema, quotaItemSchema, quotaLook, quotaRefreshSchema } from "./quota-overview.ts";
import {
  enforcementSchema,
  quotaKindSchema,
  quotaOperationSchema,
  quotaReadingSchema,
  quotaStateSchema,
} from "./quota-schemas.ts";

const scope = { connection: z.string().optional() };
const ofEndpoint = { ...scope, endpoint: z.string().min(1) };
const what = { kind: quotaKindSchema, operation: quotaOperationSchema };
const optionalEndpoint = { ...scope, endpoint: z.string().min(1).optional() };
const byChange = z.object({ change: z.number().int() });
/** Said by a person: nothing is left or none is set, the expiry has passed, and all the same it is meant. */
const confirmed = { confirmZero: z.boolean().default(false), confirmPast: z.boolean().default(false) };
/** Sends also where it is not known what came of an earlier change of the same quota. */
const allowed = { allowUnresolved: z.boolean().default(false) };

/** Who is meant. `ids` are endpoint ids, each worked once; `filter` is a text in the grammar of the endpoints' list. */
export const quotaSourceSchema = z.union([
  z.strictObject({ ids: z.array(z.string().min(1)).min(1).max(1_000_000) }),
  z.strictObject({ filter: z.string() }),
  z.strictObject({ audience: z.number().int() }),
  z.strictObject({ view: z.number().int() }),
]);
export type QuotaSource = z.output<typeof quotaSourceSchema>;

/** What is known of one endpoint; `name` and `profile` as the local copy or the service has them. */
export const endpointQuotasSchema = z.object({
  endpoint: z.string(),
  name: z.string().optional(),
  profile: z.object({ id: z.string(), name: z.string().optional(), asOf: timeSchema.optional() }).optional(),
  data: quotaReadingSchema.extend({ enforcement: enforcementSchema }),
  sms: quotaReadingSchema.extend({ enforcement: enforcementSchema }),
});
export type EndpointQuotas = z.output<typeof endpointQuotasSchema>;

/**
 * What came of a change of one endpoint. A refusal of the service is a failure with its code and words.
 * - "set", "deleted": the service accepted it; `reading` is what it says now, where it could be read again.
 * - "differs": the service accepted it, and reading again shows another quota than `requested`.
 * - "unchanged": it was so already; nothing was sent.
 * - "moved": it is not any more what the caller saw. Nothing was sent. Show `seen` and `current`; to go on, call again with
 *   `current` as `seen`. `usageOnly`: only less is left than before, as by use of the device.
 * - "unsettled": it is not known what came of an earlier change of this quota, which `unsettled` names; nothing was sent, unless
 *   `allowUnsettled`. Reading again settles it.
 * - "unknown": the answer was lost, and reading again did not tell what came of it. Nothing is repeated by itself.
 */
export const quotaAnswerSchema = z.object({
  outcome: z.enum(["set", "deleted", "differs", "unchanged", "moved", "unsettled", "unknown"]),
  reading: quotaReadingSchema.optional(),
  seen: quotaStateSchema.optional(),
  current: quotaStateSchema.optional(),
  requested: quotaStateSchema.optional(),
  usageOnly: z.boolean().optional(),
  /** The earlier change, when it was sent, and from when on reading can tell what came of it; missing where it never can. */
  unresolved: z
    .object({
      change: z.number().int(),
      title: codedTextSchema,
      sentAt: timeSchema.optional(),
      resolvableFrom: timeSchema.optional(),
    })
    .optional(),
  /** Number among the past changes, for `undo`; missing where nothing was sent. */
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
  /** What it does and to whom, as a person reads it: "Add 50 MB", "12 chosen endpoints". */
  title: codedTextSchema,
  targets: codedTextSchema,
  state: quotaChangeStateSchema,
  /** Why it was interrupted. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  counts: quotaCountsSchema,
  total: z.number().int(),
  /** Endpoints that had a quota, or none, when they were read. */
  had: z.object({ quota: z.number().int(), none: z.number().int() }),
  /** Endpoints that will be left with nothing. */
  toZero: z.number().int(),
  warnings: z.array(codedTextSchema),
  /** The change this one takes back; the one that took this one back last, whether it is still at it, and how many are back. */
  undoOf: z.number().int().optional(),
  undone: z.object({ by: z.number().int(), back: z.number().int(), isRunning: z.boolean() }).optional(),
  /** Made for one endpoint, by `change`. */
  single: z.boolean(),
  createdAt: timeSchema,
  startedAt: timeSchema.optional(),
  endedAt: timeSchema.optional(),
});
export type QuotaChange = z.output<typeof quotaChangeSchema>;

export const quotas = {
  operations: {
    /** What is kept of an endpoint; touches no network. */
    get: operation(z.object(ofEndpoint), endpointQuotasSchema),
    /**
     * Asks the service and keeps what it says. A question that fails leaves the older reading and says so in `problem`; only
     * when every question failed the call fails. Fails `endpoint-unknown` where the service does not know the endpoint.
     */
    read: operation(
      z.object({ ...ofEndpoint, kinds: z.array(quotaKindSchema).min(1).default(["data", "sms"]) }),
      endpointQuotasSchema,
    ),
    /**
     * Checks every field as `change` does, sends nothing: what it would come to and what a person should know first, of the service
     * profile too where `endpoint` is named. Fails `invalid-input` with `details.field` ("volume", "expiresAt" and so on).
     */
    check: operation(
      z.object({ ...optionalEndpoint, ...what, seen: quotaStateSchema.optional() }),
      z.object({
        after: quotaStateSchema.optional(),
        needsConfirmZero: z.boolean(),
        needsConfirmPast: z.boolean(),
        warnings: z.array(codedTextSchema),
      }),
    ),
    /**
     * Reads, compares with `seen` (where given), and writes. Fails `invalid-input`; `confirmation-needed` with `details.field` where
     * nothing would be left (or no quota, unless the profile is known not to enforce it) without `confirmZero`, or where it would
     * have expired without `confirmPast`; `not-offered` where the service cannot delete; `endpoint-unknown`; or as it refuses.
     */
    change: operation(
      z.object({
        ...ofEndpoint,
        ...what,
        seen: quotaStateSchema.optional(),
        ...confirmed,
        ...allowed,
      }),
      quotaAnswerSchema,
    ),

    /**
     * Plans a change of many: begins to read the old values in the background (state "reading", then "planned") and answers at
     * once. Nothing is sent. Fails `invalid-input`, `confirmation-needed`, `filter-invalid`, `audience-unknown`, `view-unknown`,
     * `nobody` where nobody is meant.
     */
    plan: operation(
      z.object({
        ...scope,
        ...what,
        source: quotaSourceSchema,
        ...confirmed,
        ...allowed,
      }),
      quotaChangeSchema,
    ),
    /**
     * Begins to write in the background. Each endpoint is read again before it is written; one that is not as it was read
     * becomes "moved" (by use alone it does not, see `acceptUsage`). Above 100 endpoints `confirm` must be the number of rows that
     * are sent; given, it must be that number always. With `allowUnsettled` the rows that were set aside as "unsettled" are sent too. Fails `confirmation-needed`, `quota-change-state`, `nobody` where no row is planned.
     */
    start: operation(
      byChange.extend({
        confirm: confirmSchema.optional(),
        /** What use alone took away since counts as not moved. False: any difference does. */
        acceptUsage: z.boolean().default(true),
        ...allowed,
      }),
      quotaChangeSchema,
    ),
    /** Goes on, in the background, where it was interrupted: with reading or with writing. Unknown rows are settled first. */
    resume: operation(byChange, quotaChangeSchema),
    /** Stops everything that reads or writes for a change; what is in flight settles, and each can be resumed. Answers which. */
    stopAll: operation(nothingSchema, z.object({ stopped: z.array(quotaChangeSchema) })),
    /** Ends reading or writing; what is in flight settles, what was not sent never is. */
    cancel: operation(byChange, quotaChangeSchema),
    /** Reads unknown rows again: each turns out to be set, not set ("refused", `not-applied`), or "moved". */
    resolve: operation(byChange, quotaChangeSchema),
    /**
     * Works the named rows once more, and no others. Without "moved" in `which` none of those is touched; with it they are
     * changed from the value they have now; unreadable ones are read first ("reading", later "planned"). `confirm` as above.
     */
    retry: operation(
      byChange.extend({
        which: z.array(z.enum(["refused", "unknown", "unreadable", "moved", "unsettled"])).min(1),
        ...allowed,
        confirm: confirmSchema.optional(),
      }),
      quotaChangeSchema,
    ),
    /**
     * Puts back, as a change of its own, what every "set" row had before: quotas are set again, where none was set it is
     * deleted. One that moved since is left alone unless `overwriteMoved`. `start: false` only plans. Fails `nothing-to-undo`.
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
    /** Rows in the order in which they were given, behind row `after`. */
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
    /** Changes of this computer, newest first; `endpoint`: only those that have a row of it. */
    changes: operation(
      z.object({
        ...scope,
        endpoint: z.string().optional(),
        limit: z.number().int().min(1).max(200).default(50),
        before: z.number().int().optional(),
      }),
      z.object({ changes: z.array(quotaChangeSchema), next: z.number().int().optional() }),
    ),

    /** Counts over what is kept; touches no network. */
    overview: operation(
      z.object(quotaLook),
      z.object({
        groups: z.record(quotaGroupSchema, z.number().int()),
        /**
         * Quotas by per cent left, in ten steps: each from `from` (with it) to `to` (without it; 100 with it). Beside it: nothing
         * left, more than the last volume, and not known.
         */
        histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
        outside: z.object({ empty: z.number().int(), over: z.number().int(), unknown: z.number().int() }),
        /** When the oldest and the newest of the readings were taken; missing when there are none. */
        oldest: timeSchema.optional(),
        newest: timeSchema.optional(),
      }),
    ),
    /** One page of a group, keyset-paged. A value that is not known comes last, whichever way round. Fails `cursor-invalid`. */
    list: operation(
      z.object({
        ...quotaLook,
        group: quotaGroupSchema.default("asked"),
        sort: z.enum(["endpoint", "volume", "percent", "expiresAt", "asOf"]).default("endpoint"),
        descending: z.boolean().default(false),
        limit: z.number().int().min(1).max(1000).default(100),
        cursor: z.string().optional(),
      }),
      z.object({ items: z.array(quotaItemSchema), nextCursor: z.string().optional() }),
    ),
    /**
     * Asks the service for the quotas of many, in the background, behind everything else. Without a source: the whole local
     * copy. `olderThanMinutes` leaves out what was asked since. Answers at once. Fails as `plan` does for its source, and
     * `refresh-running` while one runs for this connection.
     */
    refresh: operation(
      z.object({
        ...scope,
        kinds: z.array(quotaKindSchema).min(1).default(["data", "sms"]),
        source: quotaSourceSchema.optional(),
        olderThanMinutes: z.number().min(0).optional(),
      }),
      quotaRefreshSchema,
    ),
    /** The refresh that runs, or the last one of this process; nothing when there was none. */
    refreshState: operation(z.object(scope), z.object({ refresh: quotaRefreshSchema.optional() })),
    cancelRefresh: operation(z.object(scope), nothingSchema),
  },
  topics: {
    /** What is kept of quotas has changed: of one endpoint, or of many. */
    "quotas.changed": z.object({ connection: z.string(), endpoint: z.string().optional() }),
    /** A change of quotas has another state or other rows. */
    "quotas.changeMoved": z.object({ connection: z.string(), change: z.number().int() }),
    /** How far it has come; coalesced. */
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
