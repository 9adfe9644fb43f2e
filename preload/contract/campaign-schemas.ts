/** The words campaigns are spoken of in: states, counts, audiences, rings, recipients. */
import { z } from "zod";
import { campaignStateSchema, pauseReasonSchema } from "./campaign-states.ts";
import { readsFileSchema, timeSchema } from "./kit.ts";

export * from "./campaign-states.ts";

export const outcomeSchema = z.enum(["excluded", "pending", "sending", "accepted", "refused", "unknown", "cancelled"]);
export type RecipientOutcome = z.output<typeof outcomeSchema>;

/** What became of an accepted SMS, as the service reports it; "unknown" until it was asked, or when it does not say. */
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
 * What the device answered. "answered": it did, and no answer was expected; "silent": the time for an answer (counted from the
 * acceptance) is over, or the message did not arrive, and the service's list holds none; "unknown": no list could be read in that
 * time, or nothing was expected and no answer has been seen. Who answered "otherwise" may still answer as expected in time; an
 * answer that comes late replaces "silent".
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

/**
 * When a campaign stops itself: share of refusals once enough were tried, a run of one kind, or this many 403s. An outage is waited
 * out, at most for `outageLimitMinutes`; 0 pauses at once.
 */
export const stopRuleSchema = z.object({
  refusedShare: z.number().min(0).max(1).default(0.2),
  minimumAttempts: z.number().int().min(1).default(20),
  consecutive: z.number().int().min(1).default(10),
  forbidden: z.number().int().min(1).default(2),
  outageLimitMinutes: z.number().min(0).max(10_080).default(720),
});
export type StopRule = z.output<typeof stopRuleSchema>;

/** How many of a whole: a number of recipients, or a share of 1. */
export const amountSchema = z.union([
  z.object({ count: z.number().int().min(1) }),
  z.object({ share: z.number().gt(0).max(1) }),
]);
export type Amount = z.output<typeof amountSchema>;

/** What must have come true of a ring's accepted recipients before the next ring is opened. */
export const gateSchema = z.object({
  on: z.enum(["delivered", "expected-reply"]),
  /** Share of 1 of the ring's recipients that were sent to. */
  share: z.number().gt(0).max(1),
  /** Counted from the end of the ring's sending. */
  withinMinutes: z.number().positive().max(10_080),
});
export type Gate = z.output<typeof gateSchema>;

/** Stratified over these: each ring-0 recipient stands for others of its kind. */
export const stratumSchema = z.enum(["tags", "service-profile", "name-prefix"]);
export type Stratum = z.output<typeof stratumSchema>;

export const wavePlanSchema = z.object({
  canary: z.object({ size: amountSchema, over: z.array(stratumSchema).default([]), gate: gateSchema }).optional(),
  /** What follows the canary, in waves of this size; each waits `pauseMinutes`, or for its gate, before the next. */
  waves: z
    .object({ size: amountSchema, pauseMinutes: z.number().min(0).max(10_080).default(0), gate: gateSchema.optional() })
    .optional(),
});
export type WavePlan = z.output<typeof wavePlanSchema>;

/** The answer a command expects: an RE2 regular expression, searched anywhere in the answer, letter case ignored. */
export const expectSchema = z.object({
  pattern: z.string().min(1).max(500),
  withinMinutes: z.number().positive().max(10_080).default(60),
});
export type Expect = z.output<typeof expectSchema>;

/** Delivery checks after acceptance: until a final status, or this long. 0: none are made. */
export const watchHoursSchema = z.number().min(0).max(168).default(24);

export const identifierSchema = z.enum(["id", "iccid", "imsi", "msisdn", "imei", "name"]);
export type IdentifierKind = z.output<typeof identifierSchema>;

/** Recipients of an earlier campaign. "unanswered": accepted, and no answer as expected; "silent": the answer's time is over. */
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

/** Where recipients come from. `by` names the identifying column of a list; it is found by itself when left out. */
export const audienceSourceSchema = z.union([
  /** Absolute path of a CSV with a header. */
  z.strictObject({ csv: z.object({ file: readsFileSchema, by: z.string().optional() }) }),
  /** A list kept by `drafts.keepList`: pasted, or a file that was dropped on the window. */
  z.strictObject({ list: z.object({ id: z.number().int(), by: z.string().optional() }) }),
  z.strictObject({ filter: z.string() }),
  z.strictObject({ view: z.number().int() }),
  z.strictObject({ audience: z.number().int() }),
  z.strictObject({ ids: z.array(z.string()).min(1).max(1_000_000) }),
  z.strictObject({ campaign: z.object({ campaignId: z.string(), which: campaignPartSchema }) }),
]);
export type AudienceSource = z.output<typeof audienceSourceSchema>;

/** Worked from first to last: "add" joins endpoints, "remove" takes away those that were joined before it. */
export const audienceSchema = z
  .array(z.object({ op: z.enum(["add", "remove"]).default("add"), source: audienceSourceSchema }))
  .min(1)
  .max(20);
export type AudienceSteps = z.output<typeof audienceSchema>;

/** What a variable of the text stands for, where it is not a column of that very name or `endpoint.…`. */
export const bindingSchema = z.union([
  z.strictObject({ column: z.string() }),
  /** A name after `endpoint.`, such as "name". */
  z.strictObject({ field: z.string() }),
  z.strictObject({ value: z.string() }),
]);
export type Binding = z.output<typeof bindingSchema>;

/** A text and where its variables come from. */
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

/** "sending" until all its recipients are settled, then "waiting" for its gate or pause; "closed": not opened yet. */
export const wavePhaseSchema = z.enum(["closed", "sending", "waiting", "passed", "failed"]);
export type WavePhase = z.output<typeof wavePhaseSchema>;

export const waveStatusSchema = z.object({
  wave: z.number().int(),
  canary: z.boolean(),
  phase: wavePhaseSchema,
  size: z.number().int(),
  /** Recipients of it that are not sent to yet; of a closed ring: those that opening it sends to. */
  pending: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  asExpected: z.number().int(),
  gate: gateSchema.optional(),
  /** How many must have come true, once it is known how many were sent to. */
  needed: z.number().int().optional(),
  openedAt: timeSchema.optional(),
  drainedAt: timeSchema.optional(),
  /** When the wait is over, whatever happened. */
  until: timeSchema.optional(),
  decidedAt: timeSchema.optional(),
  /** A person opened the next ring: its gate, if it has one, has not passed. */
  openedByPerson: z.literal(true).optional(),
  /** A whole sentence. */
  message: z.string().optional(),
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
  /** A whole sentence: what it waits for or why it stopped. */
  message: z.string().optional(),
  counts: countsSchema,
  /** Of the accepted: without an id from the answer, matched to a record of the service by text and sender. */
  matchedByText: z.number().int(),
  /**
   * Pending recipients that a copied or an older database may have sent to; missing where there are none. They are looked up before
   * they are sent to; those that no look-up could decide wait for a person.
   */
  unverified: z.object({ toLookUp: z.number().int(), unclear: z.number().int() }).optional(),
  /** Accepted recipients by what is known of their delivery and of their answer: each sums up to the accepted ones. */
  delivery: z.record(z.string(), z.number().int()),
  replies: z.record(z.string(), z.number().int()),
  /** Of the unknown deliveries of a campaign without delivery checks: so many were never asked for. Missing where there are none. */
  notChecked: z.number().int().optional(),
  /** Delivery or answers are still being asked for. */
  watching: z.boolean(),
  /** The ring being worked, counted from 0 as `recipient.ring` is, of how many; missing when there is only one. */
  wave: z.object({ open: z.number().int(), of: z.number().int(), phase: wavePhaseSchema }).optional(),
  /** Requests per second achieved lately; missing when nothing is running. */
  rate: z.number().optional(),
  setRate: rateSchema.optional(),
  concurrency: z.number().int(),
  etaMs: z.number().optional(),
  createdAt: timeSchema,
  /** When its schedule starts it, and the zone in which that was given. */
  start: z.object({ at: timeSchema, zone: z.string() }).optional(),
  startedAt: timeSchema.optional(),
  finishedAt: timeSchema.optional(),
});
export type CampaignStatus = z.output<typeof campaignStatusSchema>;

export const recipientSchema = z.object({
  /** Its number in the campaign, and the order of sending within a ring. */
  row: z.number().int(),
  /** Step of the audience it came from, from 0, and its row there as a spreadsheet counts (the header is row 1). */
  source: z.number().int(),
  sourceRow: z.number().int(),
  wave: z.number().int(),
  endpoint: z.string().optional(),
  /** Name of the endpoint in the local copy. */
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
  /** A person put it back when it may have been sent: that attempt of this time, before the one told here, is not settled. */
  unconfirmedAt: timeSchema.optional(),
});
export type Recipient = z.output<typeof recipientSchema>;
