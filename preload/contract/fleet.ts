/** The fleet's six collections: browsing the local copy, looking live, synchronising, comparing snapshots. */
import { z } from "zod";
import { operation, recordSchema, timeSchema } from "./kit.ts";
import { pageRequestSchema } from "./page.ts";

export const collectionSchema = z.enum(["endpoint", "sim", "imsi", "organisation", "user", "tariff_plan"]);
export type Collection = z.output<typeof collectionSchema>;

const scope = { connection: z.string().optional(), collection: collectionSchema };

/** How complete the local copy of a collection is; `state` "never" means no sync has finished. */
export const completenessSchema = z.object({
  state: z.enum(["never", "complete", "partial", "not-offered"]),
  snapshot: z.number().int().optional(),
  asOf: timeSchema.optional(),
  /** Total the service promised; missing when it did not say. */
  promised: z.number().int().optional(),
  unique: z.number().int().optional(),
  duplicates: z.number().int().optional(),
  gaps: z.number().int().optional(),
  reason: z.string().optional(),
});
export type Completeness = z.output<typeof completenessSchema>;

export const syncReportSchema = completenessSchema.extend({
  collection: collectionSchema,
  added: z.number().int(),
  changed: z.number().int(),
  gone: z.number().int(),
  requests: z.number().int(),
  resumed: z.boolean(),
});
export type SyncReport = z.output<typeof syncReportSchema>;

export const fieldChangeSchema = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export const diffEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(["added", "gone", "changed"]),
  snapshot: z.number().int(),
  at: timeSchema,
  changes: z.array(fieldChangeSchema),
});

export const fleet = {
  operations: {
    /** One page of the cache, keyset-paged. */
    list: operation(
      pageRequestSchema.extend(scope),
      z.object({
        items: z.array(z.object({ id: z.string(), record: recordSchema })),
        nextCursor: z.string().optional(),
        completeness: completenessSchema,
      }),
    ),
    count: operation(z.object({ ...scope, filter: z.string().default("") }), z.object({ total: z.number().int() })),
    /** The same question put to the service; walks pages until `limit` is reached. */
    listLive: operation(
      pageRequestSchema.omit({ cursor: true }).extend(scope),
      z.object({
        items: z.array(z.object({ id: z.string(), record: recordSchema })),
        total: z.number().int().optional(),
        complete: z.boolean(),
        asOf: timeSchema,
      }),
    ),
    get: operation(
      z.object({ ...scope, id: z.string() }),
      z.object({
        id: z.string(),
        record: recordSchema,
        firstSeen: timeSchema,
        lastSeen: timeSchema,
        changedAt: timeSchema,
      }),
    ),
    completeness: operation(z.object(scope), completenessSchema),
    sync: operation(
      z.object({ connection: z.string().optional(), collections: z.array(collectionSchema).optional() }),
      z.object({ reports: z.array(syncReportSchema) }),
    ),
    /** What changed after a snapshot number or a moment, up to the newest snapshot. */
    diff: operation(
      z.object({
        ...scope,
        since: z.union([z.object({ snapshot: z.number().int() }), z.object({ at: timeSchema })]).optional(),
        limit: z.number().int().min(1).max(10_000).default(1000),
        cursor: z.string().optional(),
      }),
      z.object({
        entries: z.array(diffEntrySchema),
        counts: z.object({ added: z.number().int(), gone: z.number().int(), changed: z.number().int() }),
        from: z.object({ snapshot: z.number().int(), at: timeSchema }),
        until: z.object({ snapshot: z.number().int(), at: timeSchema }),
        nextCursor: z.string().optional(),
      }),
    ),
  },
  topics: {
    "fleet.changed": z.object({ connection: z.string(), collection: collectionSchema }),
    "fleet.syncProgress": z.object({
      connection: z.string(),
      collection: collectionSchema,
      done: z.number().int(),
      total: z.number().int().optional(),
    }),
  },
} as const;
