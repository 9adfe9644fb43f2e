/** The words of the audit: what one changing call was, and what came of it. */
import { z } from "zod";
import { codedTextSchema, recordSchema, timeSchema } from "./kit.ts";

/**
 * What became of a call. `refused`: the service said no · `unknown`: the answer was lost, or the program ended before it came ·
 * `not-sent`: nothing reached the service · `not-done`: the answer was lost, and it was found out later that nothing came of it ·
 * `under-way`: asked by this run and not answered yet. A lost answer that was settled later has the outcome it was settled with.
 */
export const auditOutcomeSchema = z.enum(["done", "refused", "unknown", "not-sent", "not-done", "under-way"]);
export type AuditOutcome = z.output<typeof auditOutcomeSchema>;

/** `message`: an SMS was sent; everything else that changes something is a `change`. */
export const auditKindSchema = z.enum(["change", "message", "sign-in"]);
export type AuditKind = z.output<typeof auditKindSchema>;

export const auditTargetSchema = z.object({ kind: z.string(), id: z.string() });

/** Who did it, as far as it is known. */
export const auditActorSchema = z.object({
  /** User name of the session, or how else it is signed in. */
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
  /** The service's own number. */
  serviceCode: z.number().int().optional(),
  /** Ours, such as `http-404`. */
  code: z.string().optional(),
  /** What the service or the network said. */
  words: z.string().optional(),
  /** Id of what was created. */
  created: z.string().optional(),
});
export type AuditAnswer = z.output<typeof auditAnswerSchema>;

/** What was found out later of a call whose answer did not tell: a link of its own, which names the one that asked. */
export const auditSettlementSchema = z.object({
  at: timeSchema,
  outcome: z.enum(["done", "not-done"]),
  created: z.string().optional(),
  /** A whole sentence: how it is known. */
  message: z.string(),
});
export type AuditSettlement = z.output<typeof auditSettlementSchema>;

/** One call, with its answer where there is one. */
export const auditEntrySchema = z.object({
  /** Number of its first link in the chain; of one of several SMS in a link, its place after a dot. */
  id: z.string(),
  /** Numbers of all its links: a change was asked, answered, and perhaps settled later. */
  chain: z.array(z.number().int()),
  at: timeSchema,
  kind: auditKindSchema,
  outcome: auditOutcomeSchema,
  what: z.string(),
  /** What it was about; of a creation, what was created, where its id is known. */
  target: auditTargetSchema.optional(),
  /** The name it had then, or was to have; missing where credentials were only tried. */
  connection: z.string().optional(),
  /** Host of the service. */
  service: z.string(),
  actor: auditActorSchema,
  method: z.string(),
  path: z.string(),
  answer: auditAnswerSchema.optional(),
  resolution: auditSettlementSchema.optional(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** One field before and after; a side that is missing is not known, or was not there. */
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
  /** Links that hold, from the first. */
  links: z.number().int(),
  /** Hash of the last link: the one to note elsewhere. Only when sound, and there is one. */
  head: z.string().optional(),
  problem: codedTextSchema.optional(),
  /** Number of the first link that does not hold, or of its line in a file. */
  at: z.number().int().optional(),
  checkedAt: timeSchema,
});
export type AuditVerdict = z.output<typeof auditVerdictSchema>;
