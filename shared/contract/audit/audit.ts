/** The audit log: every changing call of this program, append-only and hash-chained. */
import { z } from "zod";
import {
  auditDetailSchema,
  auditEntrySchema,
  auditKindSchema,
  auditOutcomeSchema,
  auditVerdictSchema,
} from "./audit-schemas.ts";
import { operation, timeSchema } from "../kit.ts";

/** Missing fields do not restrict. Without a connection: those of all connections, including removed ones. */
const question = {
  connection: z.string().optional(),
  /** Words that all occur in the displayed text of an entry, ignoring case. */
  search: z.string().max(200).optional(),
  kind: z.array(auditKindSchema).optional(),
  outcome: z.array(auditOutcomeSchema).optional(),
  from: timeSchema.optional(),
  /** Exclusive. */
  until: timeSchema.optional(),
  /** Id, or kind and id, of the changed object. */
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
        /** Whether there is any entry at all: distinguishes an empty log from a search without results. */
        hasAny: z.boolean(),
      }),
    ),
    /** Connection names in entries, including removed connections. */
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
     * Exports to a file that the operator selects. CSV: one row per matching call. JSON lines: the links themselves in a chain of its own, with
     * the query in its header; without a restriction it is the whole chain. `head`: hash of the last line of the file;
     * `chainHead`: hash of the last link of the whole chain, as returned by `verify`.
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
    /** Entries were added; at most ten times a second. */
    "audit.added": z.object({}),
  },
} as const;
