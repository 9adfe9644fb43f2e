/** Changes of many quotas: their states, and the rows with the outcome per endpoint. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "../kit.ts";
import { quotaStateSchema } from "./quota-schemas.ts";

/**
 * "reading": current values are being read; "planned": ready for review, nothing was sent; "running"; "finished": every row
 * has an outcome; "cancelled": ended by the operator. Two interrupted ones, by a lost connection, a lost session or the end of the
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
 * - "set" · "not-applied": rejected by the service, or proved not to have taken effect · "unknown": the response was lost · "unchanged": no change needed
 * - "moved": differs from the value read before; nothing was sent · "skipped": not applicable to this endpoint, `message` says why
 * - "unsettled": the outcome of an earlier change of this quota is unknown; nothing was sent · "cancelled": ended before it was sent
 */
export const quotaRowStateSchema = z.enum([
  "waiting",
  "unreadable",
  "planned",
  "sending",
  "set",
  "not-applied",
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
  /** From 1, in the requested order of endpoints. */
  row: z.number().int(),
  endpoint: z.string(),
  name: z.string().optional(),
  state: quotaRowStateSchema,
  /** The value when it was read, and the new value. Missing until it was read, or where there is no new value. */
  before: quotaStateSchema.optional(),
  after: quotaStateSchema.optional(),
  /** The current value of a row that was changed elsewhere. */
  current: quotaStateSchema.optional(),
  readAt: timeSchema.optional(),
  /** Why it failed, or was skipped. */
  code: z.string().optional(),
  message: codedTextSchema.optional(),
  resolvedAt: timeSchema.optional(),
});
export type QuotaRow = z.output<typeof quotaRowSchema>;
