/** One record of the fleet and its related records: links in both directions, and reading it again from the service. */
import { z } from "zod";
import { collectionSchema, completenessSchema } from "./fleet.ts";
import { codedTextSchema, operation, recordSchema, timeSchema } from "../kit.ts";

const of = { connection: z.string().optional(), collection: collectionSchema, id: z.string() };

/**
 * The source of a link. "reported": from cached records, or from the service on request · "not-reported": neither record
 * refers to the other · "never-read": the records that could refer to it were never read · "not-offered": the service has no such list.
 */
export const linkStateSchema = z.enum(["reported", "not-reported", "never-read", "not-offered"]);
export type LinkState = z.output<typeof linkStateSchema>;

/** The records of one relation: "Users", "Endpoints with the same service profile". */
export const recordLinkSchema = z.object({
  /** Stable name of the relation. */
  relation: z.string(),
  /** Its heading. */
  title: codedTextSchema,
  /** Collection of the linked records. */
  collection: collectionSchema,
  state: linkStateSchema,
  /** The first few of them, in order of their ids. */
  items: z.array(z.object({ id: z.string(), name: z.string().optional() })),
  /** Their number in the cache; missing where it is unknown. */
  total: z.number().int().optional(),
  /** The list that contains all of them, with its filter; missing where no filter of the service selects them. */
  list: z.object({ collection: collectionSchema, filter: z.string() }).optional(),
  /** How the link was derived, or why it is unknown. */
  note: codedTextSchema.optional(),
  /** When it was read from the service, where cached records do not contain the link. */
  readAt: timeSchema.optional(),
  /** How complete the cache of the linked collection is. */
  cache: completenessSchema,
});
export type RecordLink = z.output<typeof recordLinkSchema>;

export const records = {
  operations: {
    /** The links of a record, from the cache. Fails `not-in-cache`. */
    links: operation(z.object(of), z.object({ links: z.array(recordLinkSchema) })),
    /**
     * Reads one record from the service and caches it until a sync has a newer version. `record` is missing where the record
     * does not exist; its cached version stays.
     */
    readAgain: operation(z.object(of), z.object({ id: z.string(), record: recordSchema.optional(), asOf: timeSchema })),
    /**
     * Reads the tariff plans of one organisation, or of every cached organisation, one after another, and caches
     * them. `left` organisations were not read, because of `reason`.
     */
    readTariffPlans: operation(
      z.object({ connection: z.string().optional(), organisation: z.string().optional() }),
      z.object({
        requested: z.number().int(),
        left: z.number().int(),
        reason: codedTextSchema.optional(),
        /** For the named organisation. */
        plans: z.array(z.object({ id: z.string(), name: z.string().optional() })).optional(),
      }),
    ),
  },
  topics: {},
} as const;
