/** The types of the audit: a changing call and its outcome. */
import { z } from "zod";
import { codedTextSchema, recordSchema, timeSchema } from "../kit.ts";

/**
 * The outcome of a call. `refused`: rejected by the service · `unknown`: the response was lost, or the program ended before it arrived ·
 * `not-sent`: nothing reached the service · `not-done`: the response was lost, and a later check proved that nothing changed ·
 * `under-way`: sent by this run and not answered yet. A lost response that was resolved later has the resolved outcome.
 */
export const auditOutcomeSchema = z.enum(["done", "refused", "unknown", "not-sent", "not-done", "under-way"]);
export type AuditOutcome = z.output<typeof auditOutcomeSchema>;

/** `message`: an SMS was sent; every other change is a `change`. */
export const auditKindSchema = z.enum(["change", "message", "sign-in"]);
export type AuditKind = z.output<typeof auditKindSchema>;

export const auditTargetSchema = z.object({ kind: z.string(), id: z.string() });

/** The actor, as far as available. */
export const auditActorSchema = z.object({
  /** User name of the session, or how it is signed in. */
  user: z.string().optional(),
  signIn: z.enum(["application-token", "user", "refresh"]).optional(),
  organisation: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
  /** User of the operating system. */
  system: z.string().optional(),
});
export type AuditActor = z.output<typeof auditActorSchema>;

export const auditAnswerSchema = z.object({
  at: timeSchema,
  status: z.number().int().optional(),
  /** The error code of the service. */
  serviceCode: z.number().int().optional(),
  /** Fleetdesk's code, such as `http-404`. */
  code: z.string().optional(),
  /** The message of the service or of the network error. */
  words: z.string().optional(),
  /** Id of the created object. */
  created: z.string().optional(),
});
export type AuditAnswer = z.output<typeof auditAnswerSchema>;

/** The later resolution of a call without a usable response: a link of its own, which refers to the request's link. */
export const auditResolutionSchema = z.object({
  at: timeSchema,
  outcome: z.enum(["done", "not-done"]),
  created: z.string().optional(),
  /** A whole sentence: the proof. */
  message: z.string(),
});

/** One call, with its response if there is one. */
export const auditEntrySchema = z.object({
  /** Number of its first link in the chain; for one of several SMS in a link, followed by a dot and its position. */
  id: z.string(),
  /** Numbers of all its links: a change has a request, a response, and possibly a later resolution. */
  chain: z.array(z.number().int()),
  at: timeSchema,
  kind: auditKindSchema,
  outcome: auditOutcomeSchema,
  operation: z.string(),
  /** The changed object; for a creation the created object, if its id is available. */
  target: auditTargetSchema.optional(),
  /** The name of the connection at that time; missing where credentials were only tested. */
  connection: z.string().optional(),
  /** Host of the service. */
  service: z.string(),
  actor: auditActorSchema,
  method: z.string(),
  path: z.string(),
  answer: auditAnswerSchema.optional(),
  resolution: auditResolutionSchema.optional(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** One field before and after; a missing side is unknown, or did not exist. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  changed: z.boolean(),
});
export type FieldChange = z.output<typeof fieldChangeSchema>;

/** A link of the chain as it is stored. */
export const auditLinkSchema = z.object({ seq: z.number().int(), entry: z.string(), hash: z.string() });

export const auditDetailSchema = auditEntrySchema.extend({
  before: recordSchema.optional(),
  after: recordSchema.optional(),
  fields: z.array(fieldChangeSchema),
  links: z.array(auditLinkSchema),
});
export type AuditDetail = z.output<typeof auditDetailSchema>;

export const auditVerdictSchema = z.object({
  sound: z.boolean(),
  /** Number of valid links, from the first. */
  links: z.number().int(),
  /** Hash of the last link, to be noted elsewhere. Only when the chain is valid and not empty. */
  head: z.string().optional(),
  problem: codedTextSchema.optional(),
  /** Number of the first invalid link, or of its line in a file. */
  at: z.number().int().optional(),
  checkedAt: timeSchema,
});
export type AuditVerdict = z.output<typeof auditVerdictSchema>;
