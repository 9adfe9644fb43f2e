/** Changes of many quotas: their states, and the rows with what came of each endpoint. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "./kit.ts";
import { quotaStateSchema } from "./quota-schemas.ts";

/**
 * "reading": old values are being read; "planned": they can be looked at and nothing was sent; "running"; "finished": every row
 * has a result; "cancelled": somebody ended it. Two interrupted ones, by a lost connection, a lost session or the end of the
 * program: while reading, and while writing.
 */
export const quotaChangeStateSchema = z.enum([
  "reading",
  "reading-interrupted",
  "planned",
  "running",
  "interrupted",
  "finished",
  "cancelled",
]);
export type QuotaChangeState = z.output<typeof quotaChangeStateSchema>;

/**
 * - "waiting": not read yet · "unreadable": could not be read, nothing was sent · "planned": would be sent · "sending"
 * - "set" · "refused" by the service, or certainly not applied · "unknown": the answer was lost · "unchanged": was so already
 * - "moved": not what was read before; nothing was sent · "skipped": cannot be done to this one, `message` says why
 * - "unsettled": it is not known what came of an earlier change of this quota; nothing was sent · "cancelled": ended before it was sent
 */
export const quotaRowStateSchema = z.enum([
  "waiting",
  "unreadable",
  "planned",
  "sending",
  "set",
  "refused",
  "unknown",
  "unchanged",
  "moved",
  "skipped",
  "unsettled",
  "cancelled",
]);
export type QuotaRowState = z.output<typeof quotaRowStateSchema>;

export const quotaCountsSchema = z.record(quotaRowStateSchema, z.number().int());
export type QuotaCounts = z.output<typeof quotaCountsSchema>;

export const quotaRowSchema = z.object({
  /** From 1, in the order in which the endpoints were given. */
  row: z.number().int(),
  endpoint: z.string(),
  name: z.string().optional(),
  state: quotaRowStateSchema,
  /** What there was when it was read, and what it becomes. Missing until it was read, or where it cannot become anything. */
  before: quotaStateSchema.optional(),
  after: quotaStateSchema.optional(),
  /** What was found instead, of a row that moved. */
  current: quotaStateSchema.optional(),
  readAt: timeSchema.optional(),
  /** What went wrong, or why it was skipped. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  resolvedAt: timeSchema.optional(),
});
export type QuotaRow = z.output<typeof quotaRowSchema>;
