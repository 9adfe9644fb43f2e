/** The types of events: scope, severity, and the parsed fields. */
import { z } from "zod";
import { timeSchema } from "../kit.ts";

/** "all" is offered by services with the new stack only. */
export const eventScopeSchema = z.discriminatedUnion("of", [
  z.object({ of: z.literal("all") }),
  z.object({ of: z.enum(["endpoint", "sim", "organisation", "user"]), id: z.string().min(1).max(128) }),
]);
export type EventScope = z.output<typeof eventScopeSchema>;

/** By the service's id of the severity (0, 1, 2); "unknown" for a missing or unknown id. */
export const severitySchema = z.enum(["info", "warning", "critical", "unknown"]);
export type Severity = z.output<typeof severitySchema>;

/** An entry of one of the service's enumerations: `key` is for filters, `label` for display. */
export const eventWordSchema = z.object({ key: z.string(), label: z.string() });
export type EventWord = z.output<typeof eventWordSchema>;

const referenceSchema = z.object({ id: z.string(), name: z.string().optional() });

export const eventSchema = z.object({
  /** Stable within a connection: the service's id, or derived from the record where it has none. */
  key: z.string(),
  /** Missing where the record has none. */
  id: z.string().optional(),
  /** Time of the event; where `timed` is false the record has no readable time, and this is when it was first read. */
  at: timeSchema,
  timed: z.boolean(),
  severity: severitySchema,
  /** The service's text for the severity. */
  severityText: z.string().optional(),
  /** The type of the event, independent of the severity. Missing where the record has none. */
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
  /** When this computer first read it. */
  readAt: timeSchema,
});
export type FleetEvent = z.output<typeof eventSchema>;

/** A span of time, `until` not included. */
export const spanSchema = z.object({ from: timeSchema, until: timeSchema });
export type Span = z.output<typeof spanSchema>;

/** A span whose events were all read, between two times (`oldest` and `newest` reading of its parts). */
export const readSpanSchema = spanSchema.extend({ oldest: timeSchema, newest: timeSchema });
export type ReadSpan = z.output<typeof readSpanSchema>;

/**
 * How much of a scope's events in a time span this computer has read. Gaps are unknown, never empty. Events that the service added after
 * a reading, with an earlier time, are missing until that time is read again.
 */
export const coverageSchema = z.object({
  requested: spanSchema,
  /** Within the requested span, in order. */
  spans: z.array(readSpanSchema),
  gaps: z.array(spanSchema),
  whole: z.boolean(),
  /** When the service reported that it has no such list. */
  notOfferedAt: timeSchema.optional(),
});
export type Coverage = z.output<typeof coverageSchema>;
