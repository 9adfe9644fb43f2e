/** The fleet's six collections: listing from the cache, live look-ups, sync, comparing snapshots. */
import { collections } from "../../records/schema.ts";
import { z } from "zod";
import { codedTextSchema, operation, recordSchema, timeSchema } from "../kit.ts";

export type { Collection } from "../../records/schema.ts";
export const collectionSchema = z.enum(collections);

const scope = { connection: z.string().optional(), collection: collectionSchema };

/** How complete the cache of a collection is; `state` "never" means no sync has finished. */
export const completenessSchema = z.object({
  state: z.enum(["never", "complete", "partial", "not-offered"]),
  snapshot: z.number().int().optional(),
  asOf: timeSchema.optional(),
  /** Total of the service; missing when it sent none. */
  promised: z.number().int().optional(),
  unique: z.number().int().optional(),
  duplicates: z.number().int().optional(),
  gaps: z.number().int().optional(),
  reason: codedTextSchema.optional(),
});
export type Completeness = z.output<typeof completenessSchema>;

export const syncReportSchema = completenessSchema.extend({
  collection: collectionSchema,
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  requests: z.number().int(),
  resumed: z.boolean(),
});
export type SyncReport = z.output<typeof syncReportSchema>;

/** `field` is a path with dots, `sim.iccid`; a side without the field is undefined. */
export const fieldChangeSchema = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.output<typeof fieldChangeSchema>;
export const diffEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(["added", "removed", "changed"]),
  snapshot: z.number().int(),
  at: timeSchema,
  changes: z.array(fieldChangeSchema),
});

/** A value and its label. */
const choiceSchema = z.object({ value: z.string(), label: z.string() });

/** One field of a collection for a filter bar. */
export const fieldSchema = z.object({
  /** Name in filters and sorts; also the key in a record, where the record has one with that name. */
  name: z.string(),
  /** The service's match rule, or "criterion" for one that the service does not have; missing: the field is only for sorting. */
  match: z.enum(["exact", "wildcard", "starts-with", "exact-or-starts-with", "age", "criterion"]).optional(),
  /** A whole sentence: which values of this field match. */
  hint: z.string(),
  sortable: z.boolean(),
  /** The only values, where the service has an enumeration. */
  choices: z.array(choiceSchema).optional(),
});
export type Field = z.output<typeof fieldSchema>;

/** One pair of a filter. `value` has no comma and no blank at its ends. */
const conditionSchema = z.object({ field: z.string(), value: z.string() });
export type Condition = z.output<typeof conditionSchema>;

/** Why an input is invalid. `position` counts characters from 1. */
const grammarProblemSchema = z.object({
  position: z.number().int(),
  text: codedTextSchema,
});
export type GrammarProblem = z.output<typeof grammarProblemSchema>;

/** A parsed filter input: no conditions and the problem if it is invalid. */
export const queryReadingSchema = z.object({
  conditions: z.array(conditionSchema),
  filterProblem: grammarProblemSchema.optional(),
});

/** A saved list of endpoints, by id, in the original order. */
export const audienceSchema = z.object({
  id: z.number().int(),
  connection: z.string(),
  name: z.string(),
  size: z.number().int(),
  createdAt: timeSchema,
});
export type Audience = z.output<typeof audienceSchema>;

/** Restricts a list of endpoints to the members of a saved audience. */
const within = { audience: z.number().int().optional() };
/** Rows that a filter by last contact neither includes nor excludes, because their events were not all read. */
const unknown = z.number().int().optional();

/** `filter` and `sort` are texts in the specification's own grammar (`q` and `sort`); `cursor` comes from the previous page. */
const pageRequestSchema = z.object({
  filter: z.string().default(""),
  sort: z.string().default(""),
  limit: z.number().int().min(1).max(1000).default(100),
  cursor: z.string().optional(),
});

export const fleet = {
  operations: {
    /**
     * One page of the cache, keyset-paged. `skip` skips rows after the cursor (or from the start), for a jump;
     * `fromEnd` returns the last rows of the whole list, in the list's order.
     */
    list: operation(
      pageRequestSchema.extend({
        ...scope,
        ...within,
        skip: z.number().int().min(0).default(0),
        fromEnd: z.boolean().default(false),
      }),
      z.object({
        items: z.array(z.object({ id: z.string(), record: recordSchema })),
        nextCursor: z.string().optional(),
        completeness: completenessSchema,
      }),
    ),
    /** `ids` restricts to a selection. */
    count: operation(
      z.object({ ...scope, ...within, filter: z.string().default(""), ids: z.array(z.string()).optional() }),
      z.object({ total: z.number().int(), unknown }),
    ),
    /** The fields of a collection, in display order. */
    fields: operation(z.object({ collection: collectionSchema }), z.object({ fields: z.array(fieldSchema) })),
    /** Parses a filter input; an invalid input is returned with its position, not as a failure. */
    readQuery: operation(
      z.object({ collection: collectionSchema, filter: z.string().default("") }),
      queryReadingSchema,
    ),
    /** Number of cached rows for each value of a field, most frequent first; `other` counts the rest. */
    facet: operation(
      z.object({
        ...scope,
        field: z.string(),
        filter: z.string().default(""),
        limit: z.number().int().min(1).max(100).default(20),
      }),
      z.object({ values: z.array(choiceSchema.extend({ count: z.number().int() })), other: z.number().int(), unknown }),
    ),
    /**
     * Writes cached rows as CSV to a file that the operator selects in main's own dialog; `cancelled` when none was selected.
     * `columns` are dotted paths into the record; `ids` restricts to a selection.
     */
    exportCsv: operation(
      z.object({
        ...scope,
        ...within,
        filter: z.string().default(""),
        sort: z.string().default(""),
        columns: z.array(z.object({ path: z.string(), title: z.string() })).min(1),
        ids: z.array(z.string()).optional(),
      }),
      z.object({
        outcome: z.enum(["written", "cancelled"]),
        rows: z.number().int(),
        unknown,
        file: z.string().optional(),
      }),
    ),
    /** Sends one query to the cache and to the service and compares the first rows and the totals. */
    selfCheck: operation(
      z.object({
        ...scope,
        filter: z.string().default(""),
        sort: z.string().default(""),
        limit: z.number().int().min(1).max(1000).default(200),
      }),
      z.object({
        agrees: z.boolean(),
        compared: z.number().int(),
        cacheTotal: z.number().int(),
        serviceTotal: z.number().int().optional(),
        onlyInCache: z.array(z.string()),
        onlyInService: z.array(z.string()),
        /** First position (from 1) at which both have a row, and the rows differ. */
        orderDiffersAt: z.number().int().optional(),
        /** Time of the cache; later changes at the service explain differences. */
        asOf: timeSchema.optional(),
        checkedAt: timeSchema,
      }),
    ),
    /** Running syncs of this process. */
    syncs: operation(
      z.object({ connection: z.string().optional() }),
      z.object({
        syncs: z.array(
          z.object({
            connection: z.string(),
            collection: collectionSchema,
            done: z.number().int(),
            total: z.number().int().optional(),
            startedAt: timeSchema,
          }),
        ),
      }),
    ),
    /** Ends running syncs of a connection; rows read so far stay and the next sync resumes from there. */
    cancelSync: operation(
      z.object({ connection: z.string().optional(), collection: collectionSchema.optional() }),
      z.object({ cancelled: z.number().int() }),
    ),
    /** Every change of one record between snapshots, newest first. */
    history: operation(
      z.object({ ...scope, id: z.string(), limit: z.number().int().min(1).max(1000).default(100) }),
      z.object({ entries: z.array(diffEntrySchema) }),
    ),
    /** The numbered snapshots of a collection, newest first: the valid values of "since". */
    snapshots: operation(
      z.object({ ...scope, limit: z.number().int().min(1).max(1000).default(50) }),
      z.object({ snapshots: z.array(z.object({ snapshot: z.number().int(), at: timeSchema })) }),
    ),
    audiences: operation(
      z.object({ connection: z.string().optional() }),
      z.object({ audiences: z.array(audienceSchema) }),
    ),
    /** Saves a list of endpoint ids, each once. Fails `name-taken`. */
    saveAudience: operation(
      z.object({
        connection: z.string().optional(),
        name: z.string().trim().min(1).max(120),
        ids: z.array(z.string()).min(1),
      }),
      audienceSchema,
    ),
    audienceMembers: operation(z.object({ audience: z.number().int() }), z.object({ ids: z.array(z.string()) })),
    removeAudience: operation(z.object({ audience: z.number().int() }), z.object({})),
    /** Sends the query to the service: pages up to `limit`; with `page` that page alone, `perPage` unchanged. Unknown sort keys are passed on. */
    listLive: operation(
      pageRequestSchema
        .omit({ cursor: true })
        .extend({ ...scope, page: z.number().int().optional(), perPage: z.number().int().optional() }),
      z.object({
        items: z.array(z.object({ id: z.string(), record: recordSchema })),
        total: z.number().int().optional(),
        complete: z.boolean(),
        asOf: timeSchema,
        /** For one page: its paging headers, and the number of skipped records without an id. */
        page: z.number().int().optional(),
        perPage: z.number().int().optional(),
        totalPages: z.number().int().optional(),
        hasNext: z.boolean().optional(),
        withoutId: z.number().int().optional(),
        /** Indications that the response is not the requested data, as texts. */
        warnings: z.array(codedTextSchema),
      }),
    ),
    /** The newest version of a record. `readAt`: it was read from the service then, after the sync; alone: the cache lacks it. */
    get: operation(
      z.object({ ...scope, id: z.string() }),
      z.object({
        id: z.string(),
        record: recordSchema,
        firstSeen: timeSchema.optional(),
        lastSeen: timeSchema.optional(),
        changedAt: timeSchema.optional(),
        readAt: timeSchema.optional(),
      }),
    ),
    completeness: operation(z.object(scope), completenessSchema),
    sync: operation(
      z.object({ connection: z.string().optional(), collections: z.array(collectionSchema).optional() }),
      z.object({ reports: z.array(syncReportSchema) }),
    ),
    /** The changes after a snapshot number or a time, up to the newest snapshot. */
    diff: operation(
      z.object({
        ...scope,
        since: z.union([z.object({ snapshot: z.number().int() }), z.object({ at: timeSchema })]).optional(),
        limit: z.number().int().min(1).max(10_000).default(1000),
        cursor: z.string().optional(),
      }),
      z.object({
        entries: z.array(diffEntrySchema),
        counts: z.object({ added: z.number().int(), removed: z.number().int(), changed: z.number().int() }),
        from: z.object({ snapshot: z.number().int(), at: timeSchema }),
        until: z.object({ snapshot: z.number().int(), at: timeSchema }),
        nextCursor: z.string().optional(),
      }),
    ),
  },
  topics: {
    "fleet.audiencesChanged": z.object({ connection: z.string() }),
    /** A sync of this collection has ended, with any result. */
    "fleet.syncEnded": z.object({
      connection: z.string(),
      collection: collectionSchema,
      outcome: z.enum(["complete", "partial", "not-offered", "cancelled", "failed"]),
      message: codedTextSchema.optional(),
    }),
    "fleet.changed": z.object({ connection: z.string(), collection: collectionSchema }),
    "fleet.syncProgress": z.object({
      connection: z.string(),
      collection: collectionSchema,
      done: z.number().int(),
      total: z.number().int().optional(),
    }),
  },
} as const;
