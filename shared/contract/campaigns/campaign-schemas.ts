/** The types of campaigns: states, counts, audiences, waves, recipients. */
import { z } from "zod";
import { campaignStateSchema, pauseReasonSchema } from "./campaign-states.ts";
import { codedTextSchema, readsFileSchema, timeSchema } from "../kit.ts";

export * from "./campaign-states.ts";

/** Of an evidence file, with which the system opens Fleetdesk. Files are recognised by their content, whatever they are called. */
export const evidenceExtension = "fleetdesk-evidence";

export const outcomeSchema = z.enum(["excluded", "pending", "sending", "accepted", "refused", "unknown", "cancelled"]);
export type RecipientOutcome = z.output<typeof outcomeSchema>;

/** The delivery status of an accepted SMS, as the service reports it; "unknown" until it was read, or when it is missing. */
export const deliverySchema = z.enum([
  "pending",
  "in-progress",
  "buffered",
  "delivered",
  "failed",
  "expired",
  "cancelled",
  "unknown",
]);
export type Delivery = z.output<typeof deliverySchema>;

/**
 * The reply of the device. "answered": it replied, and no reply was expected; "silent": the time for a reply (counted from the
 * acceptance) is over, or the message was not delivered, and the service's list has none; "unknown": no list could be read in that
 * time, or no reply was expected and none was seen. After "otherwise" an expected reply may still arrive in time; a
 * late reply replaces "silent".
 */
export const replySchema = z.enum(["waiting", "as-expected", "otherwise", "answered", "silent", "unknown"]);
export type Reply = z.output<typeof replySchema>;

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
  /** Start time. */
  at: timeSchema.optional(),
  /** IANA name; quiet hours and the window use this zone. */
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

/**
 * When a campaign stops automatically: share of rejections once enough were tried, a run of one kind, or this many 403s. An outage is
 * awaited for at most `outageLimitMinutes`; 0 pauses at once.
 */
export const stopRuleSchema = z.object({
  refusedShare: z.number().min(0).max(1).default(0.2),
  minimumAttempts: z.number().int().min(1).default(20),
  consecutive: z.number().int().min(1).default(10),
  forbidden: z.number().int().min(1).default(2),
  outageLimitMinutes: z.number().min(0).max(10_080).default(720),
});
export type StopRule = z.output<typeof stopRuleSchema>;

/** Part of a whole: a number of recipients, or a share of 1. */
export const amountSchema = z.union([
  z.object({ count: z.number().int().min(1) }),
  z.object({ share: z.number().gt(0).max(1) }),
]);
export type Amount = z.output<typeof amountSchema>;

/** The condition for a wave's accepted recipients before the next wave is opened. */
export const gateSchema = z.object({
  on: z.enum(["delivered", "expected-reply"]),
  /** Share of 1 of the wave's recipients that were sent to. */
  share: z.number().gt(0).max(1),
  /** Counted from the end of the wave's sending. */
  withinMinutes: z.number().positive().max(10_080),
});
export type Gate = z.output<typeof gateSchema>;

/** Stratified sampling: each canary recipient represents others of its kind. */
export const stratumSchema = z.enum(["tags", "service-profile", "name-prefix"]);
export type Stratum = z.output<typeof stratumSchema>;

export const wavePlanSchema = z.object({
  canary: z.object({ size: amountSchema, over: z.array(stratumSchema).default([]), gate: gateSchema }).optional(),
  /** The waves after the canary have this size; each waits for `pauseMinutes` and for its gate before the next. */
  waves: z
    .object({ size: amountSchema, pauseMinutes: z.number().min(0).max(10_080).default(0), gate: gateSchema.optional() })
    .optional(),
});
export type WavePlan = z.output<typeof wavePlanSchema>;

/** The expected reply: an RE2 regular expression, matched anywhere in the reply, ignoring case. */
export const expectSchema = z.object({
  pattern: z.string().min(1).max(500),
  withinMinutes: z.number().positive().max(10_080).default(60),
});
export type Expect = z.output<typeof expectSchema>;

/** Delivery checks after acceptance: until a final status, or this long. 0: none. */
export const watchHoursSchema = z.number().min(0).max(168).default(24);

export const identifierSchema = z.enum(["id", "iccid", "imsi", "msisdn", "imei", "name"]);
export type IdentifierKind = z.output<typeof identifierSchema>;

/** Recipients of an earlier campaign. "unanswered": accepted, without the expected reply; "silent": the time for a reply is over. */
export const campaignPartSchema = z.enum([
  "all",
  "accepted",
  "refused",
  "unknown",
  "pending",
  "undelivered",
  "silent",
  "unanswered",
]);
export type CampaignPart = z.output<typeof campaignPartSchema>;

/** Sources of recipients. `by` names the identifying column of a list; it is detected when missing. */
export const audienceSourceSchema = z.union([
  /** Absolute path of a CSV with a header. */
  z.strictObject({ csv: z.object({ file: readsFileSchema, by: z.string().optional() }) }),
  /** A list saved by `drafts.saveList`: pasted, or a file that was dropped on the window. */
  z.strictObject({ list: z.object({ id: z.number().int(), by: z.string().optional() }) }),
  z.strictObject({ filter: z.string() }),
  z.strictObject({ view: z.number().int() }),
  z.strictObject({ audience: z.number().int() }),
  z.strictObject({ ids: z.array(z.string()).min(1).max(1_000_000) }),
  z.strictObject({ campaign: z.object({ campaignId: z.string(), part: campaignPartSchema }) }),
]);
export type AudienceSource = z.output<typeof audienceSourceSchema>;

/** Applied from first to last: "add" joins endpoints, "remove" removes those that were joined before. */
export const audienceSchema = z
  .array(z.object({ op: z.enum(["add", "remove"]).default("add"), source: audienceSourceSchema }))
  .min(1)
  .max(20);
export type AudienceSteps = z.output<typeof audienceSchema>;

/** The value of a text's variable, where it is not a column with that name or `endpoint.…`. */
export const bindingSchema = z.union([
  z.strictObject({ column: z.string() }),
  /** A name after `endpoint.`, such as "name". */
  z.strictObject({ field: z.string() }),
  z.strictObject({ value: z.string() }),
  /** The default value of a template: applies where no added list has a column with the name of the variable. */
  z.strictObject({ default: z.string() }),
]);
export type Binding = z.output<typeof bindingSchema>;

/** A text and the sources of its variables. */
export const wordingSchema = z.object({
  text: z.string(),
  bindings: z.record(z.string(), bindingSchema).default({}),
});

export const exclusionSchema = z.object({
  /** See `recipientSchema`. */
  row: z.number().int(),
  source: z.number().int(),
  sourceRow: z.number().int(),
  identifier: z.string(),
  reason: z.string(),
  detail: z.string().optional(),
});
export type Exclusion = z.output<typeof exclusionSchema>;

/** "sending" until all its recipients have an outcome, then "waiting" for its gate or pause; "closed": not opened yet. */
export const wavePhaseSchema = z.enum(["closed", "sending", "waiting", "passed", "failed"]);
export type WavePhase = z.output<typeof wavePhaseSchema>;

export const waveStatusSchema = z.object({
  wave: z.number().int(),
  canary: z.boolean(),
  phase: wavePhaseSchema,
  size: z.number().int(),
  /** Its recipients that are not sent to yet; for a closed wave, those that opening it sends to. */
  pending: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  asExpected: z.number().int(),
  gate: gateSchema.optional(),
  /** How many recipients must meet the condition, once the number sent to is final. */
  needed: z.number().int().optional(),
  openedAt: timeSchema.optional(),
  drainedAt: timeSchema.optional(),
  /** When the wait ends in any case. */
  until: timeSchema.optional(),
  decidedAt: timeSchema.optional(),
  /** The operator opened the next wave: its gate, if it has one, has not passed. */
  openedByPerson: z.literal(true).optional(),
  message: codedTextSchema.optional(),
});
export type WaveStatus = z.output<typeof waveStatusSchema>;

export const campaignStatusSchema = z.object({
  campaignId: z.string(),
  name: z.string(),
  connection: z.string(),
  state: campaignStateSchema,
  reason: pauseReasonSchema.optional(),
  /** When a waiting campaign began to wait. */
  waitingSince: timeSchema.optional(),
  /** The reason for waiting or stopping. */
  message: codedTextSchema.optional(),
  counts: countsSchema,
  /** Of the accepted: without an id from the response, matched to a record of the service by text and sender. */
  matchedByText: z.number().int(),
  /**
   * Pending recipients that a copied or an older database may have sent to; missing where there are none. They are looked up before
   * they are sent to; those that no look-up could decide wait for the operator.
   */
  unverified: z.object({ toLookUp: z.number().int(), unclear: z.number().int() }).optional(),
  /** Accepted recipients by delivery status and by reply: each sums up to the accepted ones. */
  delivery: z.record(z.string(), z.number().int()),
  replies: z.record(z.string(), z.number().int()),
  /** Of the unknown deliveries of a campaign without delivery checks: how many were never checked. Missing where there are none. */
  notChecked: z.number().int().optional(),
  /** Delivery or replies are still being checked. */
  watching: z.boolean(),
  /** The current wave, counted from 0 like `wave` of a recipient, and their number; missing when there is only one. */
  wave: z.object({ open: z.number().int(), of: z.number().int(), phase: wavePhaseSchema }).optional(),
  /** Recent requests per second; missing when nothing is running. */
  rate: z.number().optional(),
  setRate: rateSchema.optional(),
  concurrency: z.number().int(),
  etaMs: z.number().optional(),
  createdAt: timeSchema,
  /** Scheduled start, and the zone in which it was entered. */
  start: z.object({ at: timeSchema, zone: z.string() }).optional(),
  startedAt: timeSchema.optional(),
  finishedAt: timeSchema.optional(),
});
export type CampaignStatus = z.output<typeof campaignStatusSchema>;

/** By what the list of campaigns is sorted; those without a value come last. */
export const campaignSortSchema = z.enum([
  "name",
  "state",
  "recipients",
  "accepted",
  "delivered",
  "asExpected",
  "createdAt",
  "startedAt",
]);
export type CampaignSort = z.output<typeof campaignSortSchema>;

export const recipientSchema = z.object({
  /** Its number in the campaign, and the order of sending within a wave. */
  row: z.number().int(),
  /** Step of the audience, from 0, and its row there as in a spreadsheet (the header is row 1). */
  source: z.number().int(),
  sourceRow: z.number().int(),
  wave: z.number().int(),
  endpoint: z.string().optional(),
  /** Name of the endpoint in the cache. */
  name: z.string().optional(),
  identifier: z.string(),
  outcome: outcomeSchema,
  reason: z.string().optional(),
  smsId: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  text: z.string().optional(),
  segments: z.number().int().optional(),
  delivery: deliverySchema.optional(),
  deliveryAt: timeSchema.optional(),
  reply: replySchema.optional(),
  replyText: z.string().optional(),
  replyAt: timeSchema.optional(),
  attempts: z.number().int(),
  intentAt: timeSchema.optional(),
  outcomeAt: timeSchema.optional(),
  /** An operator requeued the recipient when it may have been sent: the earlier attempt at this time is not resolved. */
  unconfirmedAt: timeSchema.optional(),
});
export type Recipient = z.output<typeof recipientSchema>;
