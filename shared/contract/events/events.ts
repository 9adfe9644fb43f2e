/** Events: read from the service into a cache, and queried from that cache, so that queries work without a network. */
import { z } from "zod";
import {
  coverageSchema,
  eventSchema,
  eventScopeSchema,
  eventWordSchema,
  severitySchema,
  spanSchema,
} from "./event-schemas.ts";
import { diffEntrySchema, queryReadingSchema } from "../fleet/fleet.ts";
import { codedTextSchema, nothingSchema, operation, recordSchema, timeSchema } from "../kit.ts";
import { messageSchema } from "../messages/sms.ts";

const scope = { connection: z.string().optional(), scope: eventScopeSchema };

/** A query of the cache; missing fields do not restrict. */
const question = {
  ...scope,
  severity: z.array(severitySchema).max(10).optional(),
  /** Keys of types and sources. */
  type: z.array(z.string()).max(200).optional(),
  source: z.array(z.string()).max(50).optional(),
  alert: z.boolean().optional(),
  /** Id of an endpoint. */
  endpoint: z.string().optional(),
  /** Anywhere in description, type, names and identifiers, ignoring case. */
  search: z.string().max(200).optional(),
  /** The specification's grammar, as sent to the service; its `from` and `until` narrow those below. */
  filter: z.string().default(""),
  /** Both default to the last 30 days, which is how long the service stores events. `until` is exclusive. */
  from: timeSchema.optional(),
  until: timeSchema.optional(),
};

/** One field that events can be filtered or sorted by. */
export const eventFieldSchema = z.object({
  name: z.string(),
  /** The service's match rule; missing: the field is only for sorting. */
  match: z.enum(["exact", "term", "text", "address", "range"]).optional(),
  hint: z.string(),
  sortable: z.boolean(),
  choices: z.array(eventWordSchema).optional(),
});
export type EventField = z.output<typeof eventFieldSchema>;

export const timelineBucketSchema = spanSchema.extend({
  counts: z.record(severitySchema, z.number().int()),
  /** "partly" and "unread": events that were not counted are unknown. */
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

/** State of a follower: "polling" is normal; "failing" retries, "ended" does not, `message` says why. */
export const followStateSchema = z.object({
  lease: z.string(),
  /** Call `follow` with the lease before this time to renew it. */
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
     * Reads events from the service into the cache, newest first, page by page. Without `from` and `until` at most `limit` of the
     * newest. Only a reading without a filter completes a span. Fails `not-offered`, `filter-invalid`, `invalid-input`.
     */
    load: operation(
      z.object({
        ...scope,
        filter: z.string().default(""),
        from: timeSchema.optional(),
        until: timeSchema.optional(),
        /** Events in total at most. */
        limit: z.number().int().min(1).max(100_000).default(1000),
      }),
      z.object({
        read: z.number().int(),
        /** Of these, new in the cache. */
        added: z.number().int(),
        /** The whole request was read; else `reason` says what is missing. */
        complete: z.boolean(),
        reason: codedTextSchema.optional(),
        promised: z.number().int().optional(),
        asOf: timeSchema,
        coverage: coverageSchema,
      }),
    ),
    /** One page from the service, in any of its orders; without `sort` the newest first where it can. Its events are cached; it completes no span. */
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
        /** Missing: unknown. */
        hasNext: z.boolean().optional(),
        asOf: timeSchema,
        /** How the response differs from the request. */
        warnings: z.array(codedTextSchema),
      }),
    ),
    /** From the cache, keyset-paged. */
    list: operation(
      z.object({
        ...question,
        order: z.enum(["newest", "oldest"]).default("newest"),
        limit: z.number().int().min(1).max(1000).default(100),
        cursor: z.string().optional(),
      }),
      z.object({ items: z.array(eventSchema), nextCursor: z.string().optional(), coverage: coverageSchema }),
    ),
    /** Number of cached events of each kind; most frequent first. */
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
      z.object({ buckets: z.array(timelineBucketSchema), coverage: coverageSchema }),
    ),
    /** Events added to the cache after `after` (a mark of an earlier result; missing: only the mark is returned), in order of arrival. */
    arrivals: operation(
      z.object({
        ...question,
        after: z.number().int().optional(),
        limit: z.number().int().min(1).max(1000).default(200),
      }),
      z.object({ items: z.array(eventSchema), mark: z.number().int(), more: z.boolean() }),
    ),
    /** From the cache, with the record as received. Fails `event-unknown`. */
    get: operation(
      z.object({ connection: z.string().optional(), key: z.string().min(1) }),
      eventSchema.extend({ record: recordSchema }),
    ),
    /** Starts to poll for new events of a scope, or renews a lease. Ends automatically when the lease is not renewed. */
    follow: operation(z.object({ ...scope, lease: z.string().optional() }), followStateSchema),
    unfollow: operation(z.object({ lease: z.string() }), nothingSchema),
    /** Exports cached events to a file that the operator selects. JSON lines contain the record as received next to its parsed fields. */
    exportAs: operation(
      z.object({ ...question, format: z.enum(["csv", "jsonl"]) }),
      z.object({
        outcome: z.enum(["written", "cancelled"]),
        rows: z.number().int(),
        file: z.string().optional(),
        coverage: coverageSchema,
      }),
    ),
    /** The fields of the specification's table, in display order. */
    fields: operation(z.object({}), z.object({ fields: z.array(eventFieldSchema) })),
    /** Parses a filter input; an invalid input is returned with its position, not as a failure. */
    readQuery: operation(z.object({ filter: z.string().default("") }), queryReadingSchema),
    /** An endpoint's events, messages and changes between syncs in one list, newest first, from the caches. */
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
          /** Missing: the messages were never read. */
          sms: z.object({ asOf: timeSchema, complete: z.boolean() }).optional(),
          /** First and last of the syncs between which changes are included. Missing: never synced. */
          changes: z.object({ from: timeSchema, until: timeSchema }).optional(),
        }),
      }),
    ),
  },
  topics: {
    /** New events were added to the cache; `arrivals` or `list` return them. */
    "events.added": z.object({ connection: z.string(), scope: eventScopeSchema, count: z.number().int() }),
    "events.followChanged": z.object({ connection: z.string(), scope: eventScopeSchema, lease: z.string() }),
  },
} as const;
