/** SMS of the fleet's endpoints: threads, single messages, an overview from the local copy. */
import { z } from "zod";
import { deliverySchema, expectSchema, outcomeSchema, replySchema } from "./campaign-schemas.ts";
import { codedTextSchema, confirmSchema, operation, recordSchema, segmentsExactSchema, timeSchema } from "./kit.ts";

export const directionSchema = z.enum(["mt", "mo", "unknown"]);

/** A record of the service. */
export const smsSchema = z.object({
  id: z.string(),
  direction: directionSchema,
  delivery: deliverySchema,
  /** The service's own word for the status; missing when it gave none. */
  statusText: z.string().optional(),
  sourceAddress: z.string().optional(),
  payload: z.string().optional(),
  submittedAt: timeSchema.optional(),
  finalAt: timeSchema.optional(),
  record: recordSchema,
});
export type Sms = z.output<typeof smsSchema>;

/** What our own ledger says of a message: who sent it, and what came of the request and of the answer. */
export const ownedSchema = z.object({
  /** A single message is a campaign of one recipient. */
  campaignId: z.string(),
  /** Name of the campaign; missing for a single message. */
  campaign: z.string().optional(),
  row: z.number().int(),
  outcome: outcomeSchema,
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  expect: expectSchema.optional(),
  reply: replySchema.optional(),
  /** SMS id of the answer. */
  replyId: z.string().optional(),
});
export type Owned = z.output<typeof ownedSchema>;

/** One line of a thread: a record of the service, a message of ours that the service does not show (yet), or both. */
export const messageSchema = smsSchema.partial({ record: true }).extend({
  /** Stable within a thread. */
  key: z.string(),
  endpoint: z.string(),
  /** Name of the endpoint in the local copy. */
  name: z.string().optional(),
  segments: z.number().int().optional(),
  owned: ownedSchema.optional(),
  /** For an MO message: the SMS id of the command it answers. */
  answers: z.string().optional(),
});
export type Message = z.output<typeof messageSchema>;

const scope = { connection: z.string().optional(), endpoint: z.string().min(1) };

/** "not-sent": the answer was lost and the endpoint's own list proves that nothing was taken; "unknown": nothing proves either. */
export const recentOutcomeSchema = z.enum([...outcomeSchema.options, "not-sent"]);
export type RecentOutcome = z.output<typeof recentOutcomeSchema>;

export const sms = {
  operations: {
    /**
     * Sends one SMS, at most once. `outcome` "unknown": the answer was lost and the endpoint's own list did not settle it;
     * "accepted" with the code `matched-by-text`: it was lost, and the list has the message. Fails
     * `confirmation-needed` (details: field `evenIfSuppressed`, `entries`) before anything is sent where the endpoint is on the
     * standing list of those who must not be sent to, unless `evenIfSuppressed` says that it is meant; and (details: field `confirm`,
     * `count`) where the text takes more than 10 segments, or another number than `confirm`, unless `confirm` is their number. Fails
     * `text-too-long` above 255 segments.
     */
    send: operation(
      z.object({
        ...scope,
        from: z.string(),
        text: z.string(),
        expect: expectSchema.optional(),
        evenIfSuppressed: z.boolean().optional(),
        confirm: confirmSchema.optional(),
      }),
      z.object({
        outcome: z.enum(["accepted", "refused", "unknown"]),
        smsId: z.string().optional(),
        code: z.string().optional(),
        message: codedTextSchema.optional(),
        segments: z.number().int(),
        segmentsExact: segmentsExactSchema,
      }),
    ),
    /** Asks the service, and keeps the answer for `thread`. */
    list: operation(z.object(scope), z.object({ items: z.array(smsSchema), asOf: timeSchema })),
    /** The thread as this computer knows it, newest first, without asking anybody. `asOf` missing: never asked. */
    thread: operation(
      z.object(scope),
      z.object({
        items: z.array(messageSchema),
        asOf: timeSchema.optional(),
        /** Something of it may still change by itself: a message that is not final, unknown, or waits for its answer. */
        open: z.boolean(),
      }),
    ),
    /** Messages of all endpoints as this computer knows them, newest first. `search` looks at text, sender, endpoint and name. */
    recent: operation(
      z.object({
        connection: z.string().optional(),
        direction: directionSchema.optional(),
        delivery: z.array(deliverySchema).optional(),
        /** Only messages of ours whose request came to this. */
        outcome: z.array(recentOutcomeSchema).optional(),
        search: z.string().max(200).optional(),
        from: timeSchema.optional(),
        until: timeSchema.optional(),
        limit: z.number().int().min(1).max(500).default(100),
        cursor: z.string().optional(),
      }),
      z.object({
        items: z.array(messageSchema),
        nextCursor: z.string().optional(),
        /** Threads this computer has read at least once, and the oldest and newest reading. */
        threads: z.number().int(),
        oldest: timeSchema.optional(),
        newest: timeSchema.optional(),
      }),
    ),
    get: operation(z.object({ ...scope, id: z.string().min(1) }), smsSchema),
    /** Asks the service to cancel a buffered SMS and reads back what came of it. */
    cancel: operation(
      z.object({ ...scope, id: z.string().min(1) }),
      z.object({ cancelled: z.boolean(), delivery: deliverySchema, message: codedTextSchema }),
    ),
    /** Looks single messages of unknown outcome up now. */
    reconcile: operation(
      z.object(scope),
      z.object({ accepted: z.number().int(), notSent: z.number().int(), unknown: z.number().int() }),
    ),
    /** Sender numbers used over a connection, the last one first. */
    senders: operation(z.object({ connection: z.string().optional() }), z.object({ senders: z.array(z.string()) })),
    /** How a text goes over the air (GSM 03.38). */
    measure: operation(
      z.object({ text: z.string().max(50_000) }),
      z.object({
        encoding: z.enum(["gsm7", "ucs2"]),
        /** As a person counts them. */
        characters: z.number().int(),
        segments: z.number().int(),
        segmentsExact: segmentsExactSchema,
        /** Septets or UTF-16 units that the last segment holds, and how many more it takes. */
        units: z.number().int(),
        left: z.number().int(),
        /** Characters outside of the GSM alphabet, each once, in their order; `replacement` stands in the alphabet. */
        offenders: z.array(
          z.object({
            character: z.string(),
            name: z.string(),
            count: z.number().int(),
            /** Missing where nothing stands for it; empty where it can be left out. */
            replacement: z.string().optional(),
          }),
        ),
        /** The text with every replacement made; missing where there is none to make. */
        replaced: z.string().optional(),
      }),
    ),
  },
  topics: { "sms.changed": z.object({ connection: z.string(), endpoint: z.string() }) },
} as const;
