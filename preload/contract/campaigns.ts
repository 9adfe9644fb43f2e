/** Campaigns: one SMS command to many endpoints, with an outcome for every recipient. */
import { z } from "zod";
import { nothingSchema, operation, timeSchema } from "./kit.ts";

export const campaignStateSchema = z.enum([
  "draft",
  "planned",
  "scheduled",
  "running",
  "paused",
  "finished",
  "cancelled",
]);
export type CampaignState = z.output<typeof campaignStateSchema>;

export const pauseReasonSchema = z.enum([
  "user",
  "errors",
  "needs-sign-in",
  "offline",
  "quiet-hours",
  "canary-gate",
  "rate-limited",
  "missed-window",
  "expired",
  "unknown-recipients",
  "interrupted",
]);
export type PauseReason = z.output<typeof pauseReasonSchema>;

export const outcomeSchema = z.enum(["excluded", "pending", "sending", "accepted", "refused", "unknown", "cancelled"]);
export type RecipientOutcome = z.output<typeof outcomeSchema>;

export const countsSchema = z.object({
  planned: z.number().int(),
  excluded: z.number().int(),
  pending: z.number().int(),
  sending: z.number().int(),
  accepted: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
  cancelled: z.number().int(),
});
export type Counts = z.output<typeof countsSchema>;

/** Requests per second; missing means as fast as the governor allows. */
export const rateSchema = z.number().positive();

export const scheduleSchema = z.object({
  /** When to start. */
  at: timeSchema.optional(),
  /** IANA name; quiet hours and the window are read in it. */
  zone: z.string().default("UTC"),
  missed: z
    .union([
      z.object({ rule: z.literal("run"), lateMinutes: z.number().min(0) }),
      z.object({ rule: z.literal("ask") }),
      z.object({ rule: z.literal("skip") }),
    ])
    .default({ rule: "run", lateMinutes: 15 }),
  expiresAt: timeSchema.optional(),
  /** Wall-clock minutes of the day in `zone`; `from` after `until` spans midnight. */
  quiet: z
    .object({ fromMinute: z.number().int().min(0).max(1439), untilMinute: z.number().int().min(0).max(1439) })
    .optional(),
});
export type Schedule = z.output<typeof scheduleSchema>;

/** When a campaign stops itself: share of refusals once enough were tried, a run of one kind, or this many 403s. */
export const stopRuleSchema = z.object({
  refusedShare: z.number().min(0).max(1).default(0.2),
  minimumAttempts: z.number().int().min(1).default(20),
  consecutive: z.number().int().min(1).default(10),
  forbidden: z.number().int().min(1).default(2),
});
export type StopRule = z.output<typeof stopRuleSchema>;

export const campaignStatusSchema = z.object({
  campaignId: z.string(),
  name: z.string(),
  connection: z.string(),
  state: campaignStateSchema,
  reason: pauseReasonSchema.optional(),
  /** A whole sentence: what it waits for or why it stopped. */
  message: z.string().optional(),
  counts: countsSchema,
  delivery: z.record(z.string(), z.number().int()),
  /** Requests per second achieved lately; missing when nothing is running. */
  rate: z.number().optional(),
  setRate: rateSchema.optional(),
  concurrency: z.number().int(),
  etaMs: z.number().optional(),
  createdAt: timeSchema,
  startedAt: timeSchema.optional(),
  finishedAt: timeSchema.optional(),
});
export type CampaignStatus = z.output<typeof campaignStatusSchema>;

export const exclusionSchema = z.object({ row: z.number().int(), reason: z.string(), detail: z.string().optional() });

export const identifierSchema = z.enum(["id", "iccid", "imsi", "msisdn", "imei", "name"]);
export type IdentifierKind = z.output<typeof identifierSchema>;

const byId = z.object({ campaignId: z.string().min(1) });
const speed = { rate: rateSchema.optional(), concurrency: z.number().int().min(1).max(512).optional() };

export const recipientSchema = z.object({
  row: z.number().int(),
  endpoint: z.string().optional(),
  given: z.string(),
  outcome: outcomeSchema,
  reason: z.string().optional(),
  smsId: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  text: z.string().optional(),
  segments: z.number().int().optional(),
  delivery: z.string().optional(),
  attempts: z.number().int(),
  intentAt: timeSchema.optional(),
  settledAt: timeSchema.optional(),
});
export type Recipient = z.output<typeof recipientSchema>;

export const campaigns = {
  operations: {
    /** Freezes audience, order, text and options. `file` is an absolute path. Nothing is sent. */
    plan: operation(
      z.object({
        connection: z.string().optional(),
        name: z.string().min(1),
        from: z.string(),
        text: z.string(),
        audience: z.union([
          z.object({ csv: z.object({ file: z.string(), by: z.string().optional() }) }),
          z.object({ filter: z.string() }),
        ]),
        suppressFile: z.string().optional(),
        ...speed,
        schedule: scheduleSchema.optional(),
        stopRule: stopRuleSchema.partial().default({}),
        /** What to do with recipients proven not sent: send within the run, or leave them and ask. */
        provenNotSent: z.enum(["send", "ask"]).default("send"),
      }),
      z.object({
        campaignId: z.string(),
        planned: z.number().int(),
        excluded: z.array(exclusionSchema),
        segments: z.number().int(),
        /** Field of the endpoint by which rows were resolved, and the column it was read from. */
        by: identifierSchema.optional(),
        column: z.string().optional(),
        /** What must be known of the audience before sending, such as a local copy that is not complete. */
        note: z.string().optional(),
      }),
    ),
    /** Starts or continues in the background; answers once the campaign has left its former state. */
    start: operation(byId.extend({ ...speed, takeOver: z.boolean().default(false) }), campaignStatusSchema),
    pause: operation(byId, campaignStatusSchema),
    cancel: operation(byId, campaignStatusSchema),
    /** Changes rate or concurrency of a campaign, running or not. Rate 0 lifts the set rate. */
    setSpeed: operation(
      byId.extend({ rate: z.number().min(0).optional(), concurrency: speed.concurrency }),
      campaignStatusSchema,
    ),
    /** Panic stop: aborts everything in flight of every running campaign of this process. */
    stopAll: operation(z.object({}), z.object({ stopped: z.array(campaignStatusSchema) })),
    /** Cancels what is still buffered of an ended or paused campaign; one result per message. */
    recall: operation(
      byId,
      z.object({
        cancelled: z.number().int(),
        results: z.array(
          z.object({
            endpoint: z.string(),
            smsId: z.string(),
            cancelled: z.boolean(),
            delivery: z.string(),
            message: z.string(),
          }),
        ),
      }),
    ),
    reconcile: operation(
      byId,
      z.object({ accepted: z.number().int(), pending: z.number().int(), unknown: z.number().int() }),
    ),
    /** Puts refused or unknown recipients back to pending: a person says so. */
    retry: operation(byId.extend({ which: z.enum(["refused", "unknown"]) }), z.object({ moved: z.number().int() })),
    status: operation(byId, campaignStatusSchema),
    list: operation(
      z.object({ connection: z.string().optional() }),
      z.object({ campaigns: z.array(campaignStatusSchema) }),
    ),
    recipients: operation(
      byId.extend({
        outcome: outcomeSchema.optional(),
        limit: z.number().int().min(1).max(1000).default(100),
        after: z.number().int().optional(),
      }),
      z.object({ items: z.array(recipientSchema), next: z.number().int().optional() }),
    ),
    export: operation(
      byId.extend({ file: z.string(), format: z.enum(["csv", "evidence"]) }),
      z.object({ file: z.string(), rows: z.number().int(), head: z.string().optional() }),
    ),
    /** Checks an evidence file's chain; needs no database. */
    verify: operation(
      z.object({ file: z.string() }),
      z.object({
        valid: z.boolean(),
        entries: z.number().int(),
        head: z.string().optional(),
        problem: z.string().optional(),
        line: z.number().int().optional(),
      }),
    ),
    remove: operation(byId, nothingSchema),
  },
  topics: {
    "campaigns.changed": z.object({ campaignId: z.string() }),
    "campaigns.progress": z.object({ campaignId: z.string(), counts: countsSchema, rate: z.number().optional() }),
    "campaigns.planProgress": z.object({ name: z.string(), rows: z.number().int() }),
  },
} as const;
