/** One record of the fleet and what hangs together with it: links in both directions, and reading it again at the service. */
import { z } from "zod";
import { collectionSchema, completenessSchema } from "./fleet.ts";
import { codedTextSchema, operation, recordSchema, timeSchema } from "./kit.ts";

const of = { connection: z.string().optional(), collection: collectionSchema, id: z.string() };

/**
 * Why a link says what it says. "told": by the records of the copy, or by the service when it was asked · "not-told": neither record
 * names the other · "never-read": nobody has read what would tell · "not-offered": the service has no such list.
 */
export const linkStateSchema = z.enum(["told", "not-told", "never-read", "not-offered"]);
export type LinkState = z.output<typeof linkStateSchema>;

/** What one record is linked with in one way: "Users", "Endpoints with the same service profile". */
export const recordLinkSchema = z.object({
  /** Stable name of the way. */
  relation: z.string(),
  /** The same in words, as a heading. */
  title: codedTextSchema,
  /** What the linked records are. */
  collection: collectionSchema,
  state: linkStateSchema,
  /** The first few of them, in the order of their ids. */
  items: z.array(z.object({ id: z.string(), name: z.string().optional() })),
  /** How many the copy knows; missing where that cannot be said. */
  total: z.number().int().optional(),
  /** The list that shows all of them, and the filter for it; missing where no filter of the service says it. */
  list: z.object({ collection: collectionSchema, filter: z.string() }).optional(),
  /** By what way the link is known, or why it is not. */
  note: codedTextSchema.optional(),
  /** When the service was asked, where the link does not stand in the copy's records. */
  readAt: timeSchema.optional(),
  /** How complete the copy of the linked collection is. */
  copy: completenessSchema,
});
export type RecordLink = z.output<typeof recordLinkSchema>;

export const records = {
  operations: {
    /** The links of a record, out of the local copy. Fails `not-in-cache`. */
    links: operation(z.object(of), z.object({ links: z.array(recordLinkSchema) })),
    /**
     * Reads one record at the service and keeps what it said, until the copy has a newer word. `record` is missing where the service
     * knows no such record; what the copy has of it stays.
     */
    readAgain: operation(z.object(of), z.object({ id: z.string(), record: recordSchema.optional(), asOf: timeSchema })),
    /**
     * Asks the service for the tariff plans of one organisation, or of every organisation of the copy, one after another, and keeps
     * the answers. `left` organisations were not asked, for `reason`.
     */
    readTariffPlans: operation(
      z.object({ connection: z.string().optional(), organisation: z.string().optional() }),
      z.object({
        requested: z.number().int(),
        left: z.number().int(),
        reason: codedTextSchema.optional(),
        /** Of the one organisation that was named. */
        plans: z.array(z.object({ id: z.string(), name: z.string().optional() })).optional(),
      }),
    ),
  },
  topics: {},
} as const;
