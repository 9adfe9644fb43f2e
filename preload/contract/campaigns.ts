/** Campaigns: one SMS command to many endpoints, with an outcome for every recipient. */
import { z } from "zod";
import {
  audienceSchema,
  bindingSchema,
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
  confirmSchema,
  nothingSchema,
  operation,
  readsFileSchema,
  segmentsExactSchema,
  timeSchema,
  writesFileSchema,
} from "./kit.ts";
import { defaultMaxSegments } from "./limits.ts";

/** What came of asking the service to cancel one SMS. */
export const recallResultSchema = z.object({
  endpoint: z.string(),
  /** Name of the endpoint in the local copy. */
  name: z.string().optional(),
  smsId: z.string(),
  /** False for one of which the end was known before, or no id: the service was not asked to cancel it. */
  requested: z.boolean(),
  cancelled: z.boolean(),
  delivery: z.string(),
  message: z.string(),
});
export type RecallResult = z.output<typeof recallResultSchema>;

const byId = z.object({ campaignId: z.string().min(1) });
const speed = { rate: rateSchema.optional(), concurrency: z.number().int().min(1).max(512).optional() };
const verdictSchema = z.object({
  valid: z.boolean(),
  entries: z.number().int(),
  head: z.string().optional(),
  problem: z.string().optional(),
  line: z.number().int().optional(),
  /** What the file says it is evidence of; missing when its beginning cannot be read. */
  about: z
    .object({ campaign: z.string(), connection: z.string(), exportedAt: z.string(), counts: countsSchema.optional() })
    .optional(),
});

/** Recipients whose text takes more segments are excluded as `text-too-long`; concatenation numbers no more than 255. */
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
  /** Absolute path of a list of identifiers that must not be sent to, beside the standing list of the connection. */
  suppressFile: readsFileSchema.optional(),
  ...speed,
  schedule: scheduleSchema.optional(),
  stopRule: stopRuleSchema.partial().default({}),
  rings: wavePlanSchema.optional(),
  expect: expectSchema.optional(),
  watchHours: watchHoursSchema,
  /** What becomes of a recipient whose message is proven not sent: sent again within the run, or left to a person. */
  whenNotListed: z.enum(["send", "ask"]).default("send"),
});
export type PlanInput = z.input<typeof planSchema>;

/** Which recipients: each filter is a list of which one must fit; `search` looks at endpoint, name, given and answer. */
export const recipientFilterSchema = z.object({
  outcome: z.array(outcomeSchema).optional(),
  delivery: z.array(deliverySchema).optional(),
  reply: z.array(replySchema).optional(),
  wave: z.number().int().optional(),
  reason: z.string().optional(),
  search: z.string().max(200).optional(),
});
export type RecipientFilter = z.output<typeof recipientFilterSchema>;

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
        /** Field of the endpoint by which the first list was resolved, and the column it was read from. */
        by: identifierSchema.optional(),
        column: z.string().optional(),
        /** What must be known of the audience before sending, such as a local copy that is not complete. */
        note: z.string().optional(),
      }),
    ),
    /**
     * Starts or continues in the background; answers once the campaign has left its former state. Fails `nobody` where it was never
     * started and nobody is left to be sent to. Above 100 recipients `confirm` must be the number of recipients of the plan that are
     * not excluded, whatever is already done; a campaign that was confirmed once starts again without it. Fails
     * `confirmation-needed` (details: field `confirm`, `count`, `segments` and `longest`) without it, and with any other number.
     */
    start: operation(
      byId.extend({ ...speed, takeOver: z.boolean().default(false), confirm: confirmSchema.optional() }),
      campaignStatusSchema,
    ),
    pause: operation(byId, campaignStatusSchema),
    cancel: operation(byId, campaignStatusSchema),
    /** Changes rate or concurrency of a campaign, running or not. Rate 0 lifts the set rate. */
    setSpeed: operation(
      byId.extend({ rate: z.number().min(0).optional(), concurrency: speed.concurrency }),
      campaignStatusSchema,
    ),
    /** Rings of a campaign in their order; empty when it has only one. */
    waves: operation(byId, z.object({ waves: z.array(waveStatusSchema) })),
    /**
     * A person opens the next ring whatever its gate says. Does not start a campaign that is paused for another reason. `after`
     * is the ring that was seen as open: fails `ring-moved` where its gate, or another click, has opened the next one already.
     */
    openWave: operation(byId.extend({ after: z.number().int().min(0).optional() }), campaignStatusSchema),
    /**
     * Panic stop: aborts everything in flight, and pauses every campaign that runs or would send later without a person (scheduled,
     * waiting). Answers the campaigns that it stopped, and how many single messages it aborted.
     */
    stopAll: operation(z.object({}), z.object({ stopped: z.array(campaignStatusSchema), messages: z.number().int() })),
    /**
     * Cancels what is still buffered of an ended or paused campaign; one result per message, told as they come. `asked`: those
     * not known to have come to their end; `cancelled`: of these.
     */
    recall: operation(
      byId,
      z.object({ requested: z.number().int(), cancelled: z.number().int(), results: z.array(recallResultSchema) }),
    ),
    /** Looks every unknown recipient up now; `wait`: again whenever a look-up is due, until the rest waits for a person. */
    reconcile: operation(
      byId.extend({ wait: z.boolean().default(false) }),
      z.object({ accepted: z.number().int(), pending: z.number().int(), unknown: z.number().int() }),
    ),
    /**
     * Asks for delivery and answers now: of every accepted recipient of whom something may still be learned, or only of those
     * whose turn has come (`dueOnly`). Answers how many endpoints were asked about, how many recipients are open, and when the
     * next one is due.
     */
    checkDelivery: operation(
      byId.extend({ dueOnly: z.boolean().default(false) }),
      z.object({ checked: z.number().int(), open: z.number().int(), nextAt: timeSchema.optional() }),
    ),
    /**
     * Puts refused or unknown recipients back to pending: a person says so. The unknown are looked up first, and those of whom it
     * is too early to say stay as they are (`lookedUp.checking`). Fails `confirmation-needed` (details: field `mayGetTwice` and
     * `count`) unless `mayGetTwice` says how many of those put back may get the message a second time; a look-up first may make them fewer. "unverified":
     * pending recipients that a copied or an older database may have sent to and of which no look-up could tell.
     */
    retry: operation(
      byId.extend({
        which: z.enum(["refused", "unknown", "unverified"]),
        mayGetTwice: z.number().int().min(0).optional(),
      }),
      z.object({
        requeued: z.number().int(),
        /** Of the unknown: found to be sent, proven not sent (to be sent by the next run), still being checked. */
        lookups: z
          .object({ accepted: z.number().int(), pending: z.number().int(), checking: z.number().int() })
          .optional(),
      }),
    ),
    status: operation(byId, campaignStatusSchema),
    /** What it was planned with. */
    plannedWith: operation(
      byId,
      planSchema.omit({ audience: true, connection: true }).extend({ audience: audienceSchema.optional() }),
    ),
    list: operation(
      z.object({ connection: z.string().optional() }),
      z.object({ campaigns: z.array(campaignStatusSchema) }),
    ),
    /** In row order after `after`, or `skip` rows further; `fromEnd` gives the last rows, in row order. */
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
            message: z.string().optional(),
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
      }),
    ),
    /** Fails `file-exists` where a file of this name is there, unless it is to be replaced. */
    export: operation(
      byId.extend({
        file: writesFileSchema,
        format: z.enum(["csv", "evidence"]),
        overwrite: z.boolean().default(false),
      }),
      z.object({ file: z.string(), rows: z.number().int(), head: z.string().optional() }),
    ),
    /** The same into a file that a person chooses in main's own dialog; with filters only the recipients that fit (CSV). */
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
    verify: operation(z.object({ file: readsFileSchema }), verdictSchema),
    /** The same of a file that a person chooses in main's own dialog; nothing when they did not. */
    verifyFromDialog: operation(
      z.object({}),
      z.object({ file: z.string().optional(), verdict: verdictSchema.optional() }),
    ),
    remove: operation(byId, nothingSchema),
  },
  topics: {
    "campaigns.changed": z.object({ campaignId: z.string() }),
    "campaigns.progress": z.object({ campaignId: z.string(), counts: countsSchema, rate: z.number().optional() }),
    "campaigns.planProgress": z.object({ name: z.string(), rows: z.number().int() }),
    /** Delivery or answers of some recipients are known better than before. */
    "campaigns.watched": z.object({ campaignId: z.string() }),
    "campaigns.recallProgress": z.object({
      campaignId: z.string(),
      done: z.number().int(),
      total: z.number().int(),
      results: z.array(recallResultSchema),
    }),
    /** Something a person should know even when they look elsewhere. */
    "campaigns.notice": z.object({
      campaignId: z.string(),
      kind: z.enum(["finished", "paused", "decision"]),
      title: z.string(),
      text: z.string(),
    }),
  },
} as const;
