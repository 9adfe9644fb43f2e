/** Campaigns: one SMS command to many endpoints, with an outcome for every recipient. */
import { z } from "zod";
import {
  audienceSchema,
  bindingSchema,
  campaignSortSchema,
  campaignStateSchema,
  campaignStatusSchema,
  countsSchema,
  deliverySchema,
  exclusionSchema,
  expectSchema,
  identifierSchema,
  outcomeSchema,
  rateSchema,
  recipientSchema,
  replySchema,
  wavePlanSchema,
  waveStatusSchema,
  scheduleSchema,
  stopRuleSchema,
  watchHoursSchema,
} from "./campaign-schemas.ts";
import {
  codedTextSchema,
  confirmSchema,
  nothingSchema,
  operation,
  readsFileSchema,
  segmentsExactSchema,
  sequenceSchema,
  timeSchema,
  writesFileSchema,
} from "../kit.ts";
import { defaultMaxSegments } from "../limits.ts";

/** The outcome of a cancellation request for one SMS. */
export const recallResultSchema = z.object({
  endpoint: z.string(),
  /** Name of the endpoint in the cache. */
  name: z.string().optional(),
  smsId: z.string(),
  /** False without a request: the final status was already available, or the SMS has no id. */
  requested: z.boolean(),
  cancelled: z.boolean(),
  delivery: deliverySchema,
  message: codedTextSchema,
});
export type RecallResult = z.output<typeof recallResultSchema>;

const byId = z.object({ campaignId: z.string().min(1) });
const speed = { rate: rateSchema.optional(), concurrency: z.number().int().min(1).max(512).optional() };
/** The verdict on an evidence file. */
export const evidenceVerdictSchema = z.object({
  valid: z.boolean(),
  /** Number of valid lines; all of them when `valid`. */
  entries: z.number().int(),
  /** Hash of the last line, to compare with the one noted at export; only when `valid`. */
  head: z.string().optional(),
  problem: codedTextSchema.optional(),
  /** Line of the problem, counted from 1. */
  line: z.number().int().optional(),
  /** From the header, missing where it cannot be read; `counts` only once the footer was verified. */
  about: z
    .object({ campaign: z.string(), connection: z.string(), exportedAt: z.string(), counts: countsSchema.optional() })
    .optional(),
});
export type EvidenceVerdict = z.output<typeof evidenceVerdictSchema>;

/** Recipients whose text takes more segments are excluded as `text-too-long`; concatenation supports at most 255. */
export const maxSegmentsSchema = z.number().int().min(1).max(255).default(defaultMaxSegments);

/** Everything that planning freezes. */
export const planSchema = z.object({
  connection: z.string().optional(),
  name: z.string().min(1).max(120),
  from: z.string(),
  text: z.string(),
  maxSegments: maxSegmentsSchema,
  bindings: z.record(z.string(), bindingSchema).default({}),
  audience: audienceSchema,
  /** Absolute path of a list of identifiers to suppress, in addition to the suppression list of the connection. */
  suppressFile: readsFileSchema.optional(),
  ...speed,
  schedule: scheduleSchema.optional(),
  stopRule: stopRuleSchema.partial().default({}),
  rollout: wavePlanSchema.optional(),
  expect: expectSchema.optional(),
  watchHours: watchHoursSchema,
  /** How a recipient is handled whose message is proven not sent: sent again within the run, or left to the operator. */
  whenNotListed: z.enum(["send", "ask"]).default("send"),
});
export type PlanInput = z.input<typeof planSchema>;

/** Each filter is a list of alternatives; `search` matches endpoint, name, input value and reply. */
export const recipientFilterSchema = z.object({
  outcome: z.array(outcomeSchema).optional(),
  delivery: z.array(deliverySchema).optional(),
  reply: z.array(replySchema).optional(),
  wave: z.number().int().optional(),
  reason: z.string().optional(),
  search: z.string().max(200).optional(),
});
export type RecipientFilter = z.output<typeof recipientFilterSchema>;

/** Which campaigns are listed, and in which order. `search`: part of the name. */
export const campaignListSchema = z.object({
  state: z.array(campaignStateSchema).optional(),
  search: z.string().max(200).optional(),
  sort: campaignSortSchema.optional(),
  descending: z.boolean().optional(),
  limit: z.number().int().min(1).max(1000).optional(),
  cursor: z.string().optional(),
  skip: z.number().int().min(0).optional(),
  fromEnd: z.boolean().optional(),
});

export const campaigns = {
  operations: {
    /** Freezes audience, order, text and options. Nothing is sent. */
    plan: operation(
      planSchema,
      z.object({
        campaignId: z.string(),
        planned: z.number().int(),
        excludedByReason: z.record(z.string(), z.number().int()),
        /** The first 1,000; `recipients` gives all of them. */
        excluded: z.array(exclusionSchema),
        segments: z.number().int(),
        segmentsExact: segmentsExactSchema,
        /** Field of the endpoint by which the first list was resolved, and its column. */
        by: identifierSchema.optional(),
        column: z.string().optional(),
        /** A remark about the audience before sending, such as an incomplete cache. */
        note: z.string().optional(),
      }),
    ),
    /**
     * Starts or resumes in the background; resolves once the campaign has left its former state. Fails `no-recipients` where it was never
     * started and no recipients are left to be sent to. Above 100 recipients `confirm` must be the number of recipients of the plan that are
     * not excluded, whatever is already sent; a confirmed campaign starts again without it. Fails
     * `confirmation-needed` (details: field `confirm`, `count`, `segments` and `longest`) without it, and with any other number.
     */
    start: operation(
      byId.extend({
        ...speed,
        takeOver: z.boolean().default(false),
        confirm: confirmSchema.optional(),
        sequence: sequenceSchema,
      }),
      campaignStatusSchema,
    ),
    /** `abort`: its requests in flight are aborted, which leaves their outcomes unknown. */
    pause: operation(byId.extend({ abort: z.boolean().default(false) }), campaignStatusSchema),
    cancel: operation(byId, campaignStatusSchema),
    /** Changes rate or concurrency of a campaign, running or not. Rate 0 removes the limit. */
    setSpeed: operation(
      byId.extend({ rate: z.number().min(0).optional(), concurrency: speed.concurrency }),
      campaignStatusSchema,
    ),
    /** Waves of a campaign in their order; empty when it has only one. */
    waves: operation(byId, z.object({ waves: z.array(waveStatusSchema) })),
    /**
     * Opens the next wave whatever the state of its gate. Does not start a campaign that is paused for another reason. `after`
     * is the wave that the caller saw as open: fails `ring-moved` where its gate, or another click, has already opened the next one.
     */
    openWave: operation(byId.extend({ after: z.number().int().min(0).optional() }), campaignStatusSchema),
    /**
     * “Stop all sending”: aborts all requests in flight, and pauses every campaign that runs or would send later automatically (scheduled,
     * waiting). Returns the stopped campaigns, and the number of aborted single messages.
     */
    stopAll: operation(z.object({}), z.object({ stopped: z.array(campaignStatusSchema), messages: z.number().int() })),
    /**
     * Cancels the buffered messages of an ended or paused campaign; one result per message, published as they arrive. `requested`: messages
     * without a final status; `cancelled`: the number of these that were cancelled.
     */
    recall: operation(
      byId,
      z.object({ requested: z.number().int(), cancelled: z.number().int(), results: z.array(recallResultSchema) }),
    ),
    /** Looks up every unknown recipient now; `wait`: repeats whenever a look-up is due, until the rest waits for the operator. */
    reconcile: operation(
      byId.extend({ wait: z.boolean().default(false) }),
      z.object({ accepted: z.number().int(), pending: z.number().int(), unknown: z.number().int() }),
    ),
    /**
     * Checks delivery and replies now: of every accepted recipient without a final state, or only of those
     * that are due (`dueOnly`). Returns how many endpoints were checked, how many recipients are open, and when the
     * next one is due.
     */
    checkDelivery: operation(
      byId.extend({ dueOnly: z.boolean().default(false) }),
      z.object({ checked: z.number().int(), open: z.number().int(), nextAt: timeSchema.optional() }),
    ),
    /**
     * Requeues rejected or unknown recipients. The unknown are looked up first, and those that cannot be decided
     * yet stay unchanged (`lookedUp.checking`). Fails `confirmation-needed` (details: field `mayGetTwice` and
     * `count`) unless `mayGetTwice` is the number of requeued recipients that may get the message a second time; a look-up before may reduce it.
     * "unverified":
     * pending recipients that a copied or an older database may have sent to and that no look-up could decide.
     */
    retry: operation(
      byId.extend({
        scope: z.enum(["refused", "unknown", "unverified"]),
        mayGetTwice: z.number().int().min(0).optional(),
        sequence: sequenceSchema,
      }),
      z.object({
        requeued: z.number().int(),
        /** Of the unknown: proven sent, proven not sent (sent by the next run), still being checked. */
        lookups: z
          .object({ accepted: z.number().int(), pending: z.number().int(), checking: z.number().int() })
          .optional(),
      }),
    ),
    status: operation(byId, campaignStatusSchema),
    /** The input of planning. */
    plannedWith: operation(
      byId,
      planSchema.omit({ audience: true, connection: true }).extend({ audience: audienceSchema.optional() }),
    ),
    /**
     * Campaigns of a connection, by default of all, newest first and without a limit; equal values are ordered by id. `total`: of all
     * pages. `skip` counts from the cursor, or with `fromEnd` from the end of the list.
     */
    list: operation(
      z.object({ connection: z.string().optional(), ...campaignListSchema.shape }),
      z.object({
        campaigns: z.array(campaignStatusSchema),
        total: z.number().int(),
        nextCursor: z.string().optional(),
      }),
    ),
    /** In row order after `after`, skipping `skip` rows; `fromEnd` returns the last rows, in row order. */
    recipients: operation(
      byId.extend({
        ...recipientFilterSchema.shape,
        limit: z.number().int().min(1).max(1000).default(100),
        after: z.number().int().optional(),
        skip: z.number().int().min(0).default(0),
        fromEnd: z.boolean().default(false),
      }),
      z.object({ items: z.array(recipientSchema), next: z.number().int().optional() }),
    ),
    countRecipients: operation(byId.extend(recipientFilterSchema.shape), z.object({ total: z.number().int() })),
    /** Every recorded step of one recipient, oldest first. */
    recipientSteps: operation(
      byId.extend({ row: z.number().int() }),
      z.object({
        steps: z.array(
          z.object({ at: timeSchema, kind: z.string(), code: z.string().optional(), detail: z.string().optional() }),
        ),
      }),
    ),
    /** Every recorded step of the campaign itself, oldest first. */
    steps: operation(
      byId,
      z.object({
        steps: z.array(
          z.object({
            at: timeSchema,
            event: z.string(),
            state: z.string(),
            reason: z.string().optional(),
            message: codedTextSchema.optional(),
          }),
        ),
      }),
    ),
    /** Counts over time, oldest first, thinned to `limit` points. */
    timeline: operation(
      byId.extend({ limit: z.number().int().min(2).max(1000).default(240) }),
      z.object({
        points: z.array(
          z.object({ at: timeSchema, counts: countsSchema, delivery: z.record(z.string(), z.number().int()) }),
        ),
        /** When the service turned messages away until it answered one, oldest first; longer times are steps of the campaign. */
        throttles: z.array(z.object({ from: timeSchema, until: timeSchema })),
      }),
    ),
    /**
     * Why requests were rejected or have an unknown outcome, most frequent first, and how long deliveries took after the acceptance. The
     * time of a delivery is the service's; where it reports none, the time of the reading.
     */
    breakdown: operation(
      byId,
      z.object({
        failures: z.array(
          z.object({
            outcome: z.enum(["refused", "unknown"]),
            code: z.string().optional(),
            message: z.string().optional(),
            count: z.number().int(),
          }),
        ),
        /** Failures with rarer reasons. */
        otherFailures: z.number().int(),
        /** From `fromMs` until `untilMs`, which the last one lacks. */
        deliveryTimes: z.array(
          z.object({ fromMs: z.number().int(), untilMs: z.number().int().optional(), count: z.number().int() }),
        ),
      }),
    ),
    /** Fails `file-exists` where the file exists, unless it is to be replaced. */
    export: operation(
      byId.extend({
        file: writesFileSchema,
        format: z.enum(["csv", "evidence"]),
        overwrite: z.boolean().default(false),
      }),
      z.object({ file: z.string(), rows: z.number().int(), head: z.string().optional() }),
    ),
    /** The same to a file that the operator selects in main's own dialog; with filters only the matching recipients (CSV). */
    exportAs: operation(
      byId.extend({ format: z.enum(["csv", "evidence"]), ...recipientFilterSchema.shape }),
      z.object({
        outcome: z.enum(["written", "cancelled"]),
        file: z.string().optional(),
        rows: z.number().int(),
        head: z.string().optional(),
      }),
    ),
    /** Checks an evidence file's chain; needs no database. */
    verify: operation(z.object({ file: readsFileSchema }), evidenceVerdictSchema),
    /**
     * The same for a file that the operator selects in main's own dialog; empty when cancelled. With `opened` for the file with which the
     * system opened the program; empty when there is none.
     */
    verifyFromDialog: operation(
      z.object({ opened: z.boolean().default(false) }),
      z.object({ file: z.string().optional(), verdict: evidenceVerdictSchema.optional() }),
    ),
    remove: operation(byId, nothingSchema),
  },
  topics: {
    "campaigns.changed": z.object({ campaignId: z.string() }),
    "campaigns.progress": z.object({ campaignId: z.string(), counts: countsSchema, rate: z.number().optional() }),
    "campaigns.planProgress": z.object({ name: z.string(), rows: z.number().int() }),
    /** Delivery or replies of some recipients were updated. */
    "campaigns.watched": z.object({ campaignId: z.string() }),
    "campaigns.recallProgress": z.object({
      campaignId: z.string(),
      /** Messages whose cancellation was requested, and their number at the end. */
      done: z.number().int(),
      total: z.number().int(),
      /** All results so far, skipped messages included, of which `results` are the last ones. */
      processed: z.number().int(),
      results: z.array(recallResultSchema),
    }),
    /** An event to be shown also outside of the campaign's page. */
    "campaigns.notice": z.object({
      campaignId: z.string(),
      kind: z.enum(["finished", "paused", "decision"]),
      title: z.string(),
      text: z.string(),
    }),
  },
} as const;
