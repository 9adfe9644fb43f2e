/** The identifier doctor: what a pasted list of identifiers is worth, row by row. */
import { z } from "zod";
import { identifierSchema } from "./campaign-schemas.ts";
import { codedTextSchema, operation } from "./kit.ts";

export const verdictSchema = z.enum([
  "resolved",
  /** A spreadsheet has rounded the number away. */
  "damaged",
  "bad-check-digit",
  /** The same endpoint stands in an earlier row. */
  "duplicate",
  /** Well formed, but the local copy knows nothing by it. */
  "unknown",
  /** Several endpoints answer to it. */
  "ambiguous",
  /** Not a value of any kind. */
  "unreadable",
]);
export type Verdict = z.output<typeof verdictSchema>;

export const examinedRowSchema = z.object({
  /** As a spreadsheet counts: the first line is 1. */
  row: z.number().int(),
  identifier: z.string(),
  verdict: verdictSchema,
  kind: identifierSchema.optional(),
  endpoint: z.object({ id: z.string(), name: z.string().optional() }).optional(),
  /** For a duplicate: the row that has it first. */
  firstRow: z.number().int().optional(),
  /** Why; missing where the verdict says it all. */
  detail: codedTextSchema.optional(),
});
export type ExaminedRow = z.output<typeof examinedRowSchema>;

export const doctor = {
  operations: {
    /**
     * Examines a list: one identifier per line, or a table (comma, semicolon or tab) of which the column that holds identifiers
     * is found, or named by `column` (from 1). Empty lines are left out. Against the local copy; nothing leaves this computer.
     * Fails `too-many-rows` over 200,000.
     */
    examine: operation(
      z.object({
        connection: z.string().optional(),
        text: z.string().max(50_000_000),
        kind: identifierSchema.optional(),
        column: z.number().int().min(1).optional(),
      }),
      z.object({
        rows: z.array(examinedRowSchema),
        counts: z.record(verdictSchema, z.number().int()),
        /** Lines without content, which have no row in the answer. */
        emptyLines: z.number().int(),
        /** The column that was read, when it is a table: from 1, with its header where there is one. */
        column: z.object({ number: z.number().int(), header: z.string().optional() }).optional(),
        columns: z.array(z.string()),
      }),
    ),
    /** Writes rows as CSV into a file that a person chooses in main's own dialog. */
    exportRows: operation(
      z.object({ suggestedName: z.string().max(120), rows: z.array(examinedRowSchema) }),
      z.object({ outcome: z.enum(["written", "cancelled"]), rows: z.number().int(), file: z.string().optional() }),
    ),
  },
  topics: {},
} as const;
