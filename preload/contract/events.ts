/** Events: read from the service into a kept copy, and everything else from that copy, so that it works without a network. */
import { z } from "zod";
import {
  coverageSchema,
  eventSchema,
  eventScopeSchema,
  eventWordSchema,
  severitySchema,
  spanSchema,
} from "./event-schemas.ts";
import { conditionSchema, diffEntrySchema, grammarProblemSchema, sortKeySchema } from "./fleet.ts";
import { codedTextSchema, nothingSchema, operation, recordSchema, timeSchema } from "./kit.ts";
import { messageSchema } from "./sms.ts";

const scope = { connection: z.string().optional(), scope: eventScopeSchema };

/** A question to the kept copy; what is left out does not restrict. */
const question = {
  ...scope,
  severity: z.array(severitySchema).max(10).optional(),
  /** Keys of types and sources. */
  type: z.array(z.string()).max(200).optional(),
  source: z.array(z.string()).max(50).optional(),
  alert: z.boolean().optional(),
  /** Id of an endpoint. */
  endpoint: z.string().optional(),
  /** Anywhere in description, type, names and identifiers, in whatever case. */
  search: z.string().max(200).optional(),
  /** The specification's grammar, as the service takes it; `from` and `until` in it narrow those below. */
  filter: z.string().default(""),
  /** Both default to the last 30 days, which is what the service keeps. `until` is not included. */
  from: timeSchema.optional(),
  until: timeSchema.optional(),
};

/** One field that events can be filtered or sorted by. */
export const eventFieldSchema = z.object({
  name: z.string(),
  /** How the service compares; missing: the field can only be sorted by. */
  match: z.enum(["exact", "term", "text", "address", "range"]).optional(),
  hint: z.string(),
  sortable: z.boolean(),
  choices: z.array(eventWordSchema).optional(),
});
export type EventField = z.output<typeof eventFieldSchema>;

export const timelineBucketSchema = spanSchema.extend({
  counts: z.record(severitySchema, z.number().int()),
  /** "partly" and "unread": what is not counted is unknown. */
  read: z.enum(["read", "partly", "unread"]),
});
export type TimelineBucket = z.output<typeof timelineBucketSchema>;

/** One line of an endpoint's combined history. */
const line = { key: z.string(), at: timeSchema };
export const historyItemSchema = z.discriminatedUnion("source", [
  z.object({ source: z.literal("event"), ...line, event: eventSchema }),
  z.object({ source: z.literal("sms"), ...line, message: messageSchema }),
  z.object({ source: z.literal("change"), ...line, change: diffEntrySchema }),
]);
export type HistoryItem = z.output<typeof historyItemSchema>;
export const historySourceSchema = z.enum(["event", "sms", "change"]);
export type HistorySource = z.output<typeof historySourceSchema>;

/** What a follower does: "polling" is well; "failing" tries again, "ended" does not, `message` says why. */
export const followStateSchema = z.object({
  lease: z.string(),
  /** Call `follow` with the lease before this moment, or it ends. */
  expiresAt: timeSchema,
  state: z.enum(["polling", "failing", "ended"]),
  /** Failure of the last reading. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  /** End of the last reading that succeeded. */
  asOf: timeSchema.optional(),
  nextAt: timeSchema.optional(),
});
export type FollowState = z.output<typeof followStateSchema>;

export const events = {
  operations: {
    /**
     * Reads events from the service into the copy, newest first, page by page. Without `from` and `until` at most `limit` of the
     * newest. Only a reading without a filter makes a span known. Fails `not-offered`, `filter-invalid`, `invalid-input`.
     */
    load: operation(
      z.object({
        ...scope,
        filter: z.string().default(""),
        from: timeSchema.optional(),
        until: timeSchema.optional(),
        /** Events in all at most. */
        limit: z.number().int().min(1).max(100_000).default(1000),
      }),
      z.object({
        read: z.number().int(),
        /** Of these, not in the copy before. */
        added: z.number().int(),
        /** All that was asked for was read; else `reason` says what is missing. */
        complete: z.boolean(),
        reason: codedTextSchema.optional(),
        promised: z.number().int().optional(),
        asOf: timeSchema,
        coverage: coverageSchema,
      }),
    ),
    /** One page as the service gives it, in any of its orders; without `sort` the newest first where it can. Its events are kept; it makes no span known. */
    livePage: operation(
      z.object({
        ...scope,
        filter: z.string().default(""),
        sort: z.string().default(""),
        page: z.number().int().default(1),
        perPage: z.number().int().max(1000).default(100),
      }),
      z.object({
        items: z.array(eventSchema),
        page: z.number().int(),
        totalPages: z.number().int().optional(),
        total: z.number().int().optional(),
        /** Missing: the service does not say. */
        hasNext: z.boolean().optional(),
        asOf: timeSchema,
        /** How the answer differs from what was requested. */
        warnings: z.array(codedTextSchema),
      }),
    ),
    /** From the copy, keyset-paged. */
    list: operation(
      z.object({
        ...question,
        order: z.enum(["newest", "oldest"]).default("newest"),
        limit: z.number().int().min(1).max(1000).default(100),
        cursor: z.string().optional(),
      }),
      z.object({ items: z.array(eventSchema), nextCursor: z.string().optional(), coverage: coverageSchema }),
    ),
    /** How many of the copy's events there are of each kind; most frequent first. */
    facets: operation(
      z.object(question),
      z.object({
        total: z.number().int(),
        severities: z.array(z.object({ severity: severitySchema, count: z.number().int() })),
        types: z.array(eventWordSchema.extend({ count: z.number().int() })),
        sources: z.array(eventWordSchema.extend({ count: z.number().int() })),
        coverage: coverageSchema,
      }),
    ),
    /** Counts over time. The last bucket may be shorter. */
    timeline: operation(
      z.object({ ...question, buckets: z.number().int().min(1).max(500).default(60) }),
      z.object({ bucketMs: z.number().int(), buckets: z.array(timelineBucketSchema), coverage: coverageSchema }),
    ),
    /** What came into the copy after `after` (a mark of an earlier answer; missing: only the mark is told), in the order of coming. */
    arrivals: operation(
      z.object({
        ...question,
        after: z.number().int().optional(),
        limit: z.number().int().min(1).max(1000).default(200),
      }),
      z.object({ items: z.array(eventSchema), mark: z.number().int(), more: z.boolean() }),
    ),
    /** From the copy, with the record as it was received. Fails `event-unknown`. */
    get: operation(
      z.object({ connection: z.string().optional(), key: z.string().min(1) }),
      eventSchema.extend({ record: recordSchema }),
    ),
    /** What was read of each scope so far, and what the copy keeps. */
    cacheStatus: operation(
      z.object({ connection: z.string().optional() }),
      z.object({
        scopes: z.array(z.object({ scope: eventScopeSchema, events: z.number().int(), coverage: coverageSchema })),
        /** Older events leave the copy, and the oldest beyond so many. */
        limits: z.object({ days: z.number().int(), events: z.number().int() }),
      }),
    ),
    /** Begins to read what is new of a scope, or renews a lease. Ends by itself when the lease is not renewed. */
    follow: operation(z.object({ ...scope, lease: z.string().optional() }), followStateSchema),
    unfollow: operation(z.object({ lease: z.string() }), nothingSchema),
    /** Events of the copy into a file that a person chooses. JSON lines hold the record as received beside what was read of it. */
    exportAs: operation(
      z.object({ ...question, format: z.enum(["csv", "jsonl"]) }),
      z.object({
        outcome: z.enum(["written", "cancelled"]),
        rows: z.number().int(),
        file: z.string().optional(),
        coverage: coverageSchema,
      }),
    ),
    /** The fields of the specification's table, in the order in which they are offered. */
    fields: operation(z.object({}), z.object({ fields: z.array(eventFieldSchema) })),
    /** Reads filter and sort texts; a text that cannot be read is told with its place, not as a failure. */
    readQuery: operation(
      z.object({ filter: z.string().default(""), sort: z.string().default("") }),
      z.object({
        conditions: z.array(conditionSchema),
        sort: z.array(sortKeySchema),
        filterProblem: grammarProblemSchema.optional(),
        sortProblem: grammarProblemSchema.optional(),
      }),
    ),
    /** An endpoint's events, messages and changes between syncs in one list, newest first, from the local copies. */
    history: operation(
      z.object({
        connection: z.string().optional(),
        endpoint: z.string().min(1).max(128),
        sources: z.array(historySourceSchema).min(1).optional(),
        from: timeSchema.optional(),
        until: timeSchema.optional(),
        limit: z.number().int().min(1).max(500).default(100),
        cursor: z.string().optional(),
      }),
      z.object({
        items: z.array(historyItemSchema),
        nextCursor: z.string().optional(),
        coverage: z.object({
          events: coverageSchema,
          /** Missing: the service was never asked for the messages. */
          sms: z.object({ asOf: timeSchema, complete: z.boolean() }).optional(),
          /** First and last of the syncs that changes are told between. Missing: never synchronised. */
          changes: z.object({ from: timeSchema, until: timeSchema }).optional(),
        }),
      }),
    ),
  },
  topics: {
    /** New events came into the copy; `arrivals` or `list` tell which. */
    "events.added": z.object({ connection: z.string(), scope: eventScopeSchema, count: z.number().int() }),
    "events.followChanged": z.object({ connection: z.string(), scope: eventScopeSchema, lease: z.string() }),
  },
} as const;
