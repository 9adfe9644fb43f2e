/** The audit: every changing call this program made, append-only and hash-chained. */
import { z } from "zod";
import {
  auditDetailSchema,
  auditEntrySchema,
  auditKindSchema,
  auditOutcomeSchema,
  auditVerdictSchema,
} from "./audit-schemas.ts";
import { operation, timeSchema } from "./kit.ts";

/** What is left out does not restrict. Without a connection: those of all, also of connections that were forgotten. */
const question = {
  connection: z.string().optional(),
  /** Words, each of them anywhere in what is shown of an entry, in whatever case. */
  search: z.string().max(200).optional(),
  kind: z.array(auditKindSchema).optional(),
  outcome: z.array(auditOutcomeSchema).optional(),
  from: timeSchema.optional(),
  /** Not included. */
  until: timeSchema.optional(),
  /** Id, or kind and id, of what was changed. */
  target: z.object({ kind: z.string().optional(), id: z.string().min(1).max(128) }).optional(),
};
export const auditQuestionSchema = z.object(question);
export type AuditQuestion = z.input<typeof auditQuestionSchema>;

export const audit = {
  operations: {
    /** Newest first, keyset-paged. */
    list: operation(
      z.object({ ...question, limit: z.number().int().min(1).max(1000).default(100), cursor: z.string().optional() }),
      z.object({
        items: z.array(auditEntrySchema),
        nextCursor: z.string().optional(),
        /** Whether there is any entry at all: none, and none that fits, are two things. */
        hasAny: z.boolean(),
      }),
    ),
    /** Names that entries bear, also of connections that are gone. */
    connections: operation(z.object({}), z.object({ names: z.array(z.string()) })),
    /** Fails `audit-entry-unknown`. */
    get: operation(
      z.object({
        id: z.string().regex(/^\d{1,15}(\.\d{1,6})?$/, "audit-id-invalid"),
      }),
      auditDetailSchema,
    ),
    /** Checks every link from the first to the last, and that none is missing. */
    verify: operation(z.object({}), auditVerdictSchema),
    /**
     * Into a file that a person chooses. CSV: one row per call that fits. JSON lines: the links themselves in a chain of its own, with
     * what was asked for in its header; without a restriction it is the whole chain. `head`: hash of the last line of the file;
     * `chainHead`: of the whole chain, hash of its last link, the head that `verify` tells.
     */
    exportAs: operation(
      z.object({ ...question, format: z.enum(["csv", "jsonl"]) }),
      z.object({
        outcome: z.enum(["written", "cancelled"]),
        rows: z.number().int(),
        file: z.string().optional(),
        head: z.string().optional(),
        chainHead: z.string().optional(),
      }),
    ),
  },
  topics: {
    /** Entries came; at most ten times a second. */
    "audit.added": z.object({}),
  },
} as const;
