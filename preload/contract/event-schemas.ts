/** The words in which events are spoken of: whose they are, how grave, what of them was read. */
import { z } from "zod";
import { timeSchema } from "./kit.ts";

/** Whose events. "all" is offered by services with the new stack only. */
export const eventScopeSchema = z.discriminatedUnion("of", [
  z.object({ of: z.literal("all") }),
  z.object({ of: z.enum(["endpoint", "sim", "organisation", "user"]), id: z.string().min(1).max(128) }),
]);
export type EventScope = z.output<typeof eventScopeSchema>;

/** By the service's id of the severity (0, 1, 2); "unknown" is one that it does not tell, or that we do not know. */
export const severitySchema = z.enum(["info", "warning", "critical", "unknown"]);
export type Severity = z.output<typeof severitySchema>;

/** An entry of one of the service's lists: `key` filters, `label` is read by a person. */
export const eventWordSchema = z.object({ key: z.string(), label: z.string() });
export type EventWord = z.output<typeof eventWordSchema>;

const referenceSchema = z.object({ id: z.string(), name: z.string().optional() });

export const eventSchema = z.object({
  /** Stable within a connection: the service's id, or made from the record where it has none. */
  key: z.string(),
  /** Missing: the service gave none. */
  id: z.string().optional(),
  /** When it happened; where `timed` is false the service gave no readable time, and this is when it was first read. */
  at: timeSchema,
  timed: z.boolean(),
  severity: severitySchema,
  /** The service's own word for the severity. */
  severityText: z.string().optional(),
  /** What happened, apart from how grave it is. Missing: not told. */
  type: eventWordSchema.optional(),
  source: eventWordSchema.optional(),
  alert: z.boolean().optional(),
  description: z.string().optional(),
  endpoint: referenceSchema.optional(),
  /** `name` is the ICCID. */
  sim: referenceSchema.optional(),
  /** Digits of the IMSI. */
  imsi: z.string().optional(),
  organisation: referenceSchema.optional(),
  user: referenceSchema.optional(),
  /** When this computer read it first. */
  readAt: timeSchema,
});
export type FleetEvent = z.output<typeof eventSchema>;

/** A span of time, `until` not included. */
export const spanSchema = z.object({ from: timeSchema, until: timeSchema });
export type Span = z.output<typeof spanSchema>;

/** A span whose events were all read, between two moments (`oldest` and `newest` reading of its parts). */
export const readSpanSchema = spanSchema.extend({ oldest: timeSchema, newest: timeSchema });
export type ReadSpan = z.output<typeof readSpanSchema>;

/**
 * How much of a scope's events in a span of time this computer has read. Gaps are unknown, never none. What the service noted after
 * a reading, with an earlier time, is missing until that time is read again.
 */
export const coverageSchema = z.object({
  requested: spanSchema,
  /** Within `asked`, in their order. */
  spans: z.array(readSpanSchema),
  gaps: z.array(spanSchema),
  whole: z.boolean(),
  /** The service said, at this moment, that it has no such list. */
  notOfferedAt: timeSchema.optional(),
});
export type Coverage = z.output<typeof coverageSchema>;
