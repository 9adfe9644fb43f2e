/** SMS of the fleet's endpoints: threads, single messages, a list from the cache. */
import { z } from "zod";
import { deliverySchema, expectSchema, outcomeSchema, replySchema } from "../campaigns/campaign-schemas.ts";
import {
  codedTextSchema,
  confirmSchema,
  operation,
  recordSchema,
  segmentsExactSchema,
  sequenceSchema,
  timeSchema,
} from "../kit.ts";

export const directionSchema = z.enum(["mt", "mo", "unknown"]);

/** A record of the service. */
export const smsSchema = z.object({
  id: z.string(),
  direction: directionSchema,
  delivery: deliverySchema,
  /** The service's text for the status; missing when it sent none. */
  statusText: z.string().optional(),
  sourceAddress: z.string().optional(),
  payload: z.string().optional(),
  submittedAt: timeSchema.optional(),
  finalAt: timeSchema.optional(),
  record: recordSchema,
});
export type Sms = z.output<typeof smsSchema>;

/** A message in our own ledger: its campaign, and the outcome of the request and the reply. */
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
  /** SMS id of the reply. */
  replyId: z.string().optional(),
});
export type Owned = z.output<typeof ownedSchema>;

/** One entry of a thread: a record of the service, a message of ours that the service does not list (yet), or both. */
export const messageSchema = smsSchema.partial({ record: true }).extend({
  /** Stable within a thread. */
  key: z.string(),
  endpoint: z.string(),
  /** Name of the endpoint in the cache. */
  name: z.string().optional(),
  segments: z.number().int().optional(),
  owned: ownedSchema.optional(),
  /** For an MO message: the SMS id of the command to which it replies. */
  answers: z.string().optional(),
});
export type Message = z.output<typeof messageSchema>;

const scope = { connection: z.string().optional(), endpoint: z.string().min(1) };

/** "not-sent": the response was lost and the endpoint's own list proves that it was not accepted; "unknown": no proof either way. */
export const recentOutcomeSchema = z.enum([...outcomeSchema.options, "not-sent"]);
export type RecentOutcome = z.output<typeof recentOutcomeSchema>;

export const sms = {
  operations: {
    /**
     * Sends one SMS, at most once. `outcome` "unknown": the response was lost and the endpoint's own list did not resolve it;
     * "accepted" with the code `matched-by-text`: it was lost, and the list has the message. Fails
     * `confirmation-needed` (details: field `evenIfSuppressed`, `entries`) before anything is sent where the endpoint is on the
     * suppression list, unless `evenIfSuppressed` confirms it; and (details: field `confirm`,
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
        sequence: sequenceSchema,
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
    /** Reads from the service, newest first, and caches the result for `thread`. */
    list: operation(z.object(scope), z.object({ items: z.array(smsSchema), asOf: timeSchema })),
    /** The cached thread, newest first, without a network request. `asOf` missing: never read. */
    thread: operation(
      z.object(scope),
      z.object({
        items: z.array(messageSchema),
        asOf: timeSchema.optional(),
        /** Some of it may still change: a message that is not final, unknown, or waits for its reply. */
        open: z.boolean(),
      }),
    ),
    /** Cached messages of all endpoints, newest first. `search` matches text, sender, endpoint and name. */
    recent: operation(
      z.object({
        connection: z.string().optional(),
        direction: directionSchema.optional(),
        delivery: z.array(deliverySchema).optional(),
        /** Only our messages with one of these outcomes. */
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
        /** Threads that were read at least once, and the oldest and newest reading. */
        threads: z.number().int(),
        oldest: timeSchema.optional(),
        newest: timeSchema.optional(),
      }),
    ),
    get: operation(z.object({ ...scope, id: z.string().min(1) }), smsSchema),
    /** Requests the cancellation of a buffered SMS and reads back its outcome. */
    cancel: operation(
      z.object({ ...scope, id: z.string().min(1) }),
      z.object({ cancelled: z.boolean(), delivery: deliverySchema, message: codedTextSchema }),
    ),
    /** Looks up single messages of unknown outcome now. */
    reconcile: operation(
      z.object(scope),
      z.object({ accepted: z.number().int(), notSent: z.number().int(), unknown: z.number().int() }),
    ),
    /** The default sender of a connection, if it has one, and the senders used over it, the last one first. */
    senders: operation(z.object({ connection: z.string().optional() }), z.object({ senders: z.array(z.string()) })),
    /** The encoding and segments of a text (GSM 03.38). */
    measure: operation(
      z.object({ text: z.string().max(50_000) }),
      z.object({
        encoding: z.enum(["gsm7", "ucs2"]),
        /** Number of graphemes. */
        characters: z.number().int(),
        segments: z.number().int(),
        segmentsExact: segmentsExactSchema,
        /** Septets or UTF-16 units in the last segment, and its remaining room. */
        units: z.number().int(),
        left: z.number().int(),
        /** Characters outside of the GSM alphabet, each once, in order; `replacement` is in the alphabet. */
        offenders: z.array(
          z.object({
            character: z.string(),
            name: z.string(),
            count: z.number().int(),
            /** Missing where there is no replacement; empty where it can be omitted. */
            replacement: z.string().optional(),
          }),
        ),
        /** The text with every replacement applied; missing where there is none. */
        replaced: z.string().optional(),
      }),
    ),
  },
  topics: { "sms.changed": z.object({ connection: z.string(), endpoint: z.string() }) },
} as const;
